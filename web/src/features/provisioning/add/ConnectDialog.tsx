import { formatDate } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import { ReadOnlyTextBox } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { ConnectGuide } from '../ConnectGuide.tsx';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import type { NewToken } from '../tokens/create-token.ts';
import { SetupSteps } from './SetupSteps.tsx';

type Props = { source: Source; token: NewToken; onClose: () => void };

/** What is entered in the directory, with the steps there; the token is not shown again. */
export function ConnectDialog({ source, token, onClose }: Props) {
  const t = useT();
  const date = formatDate(new Date(token.expiresAt), useLanguage(), timeZoneOf(useMe()));
  return (
    <ShownOnceDialog title={t('provisioning.add')} okLabel={t('provisioning.next')} width={640} onClose={onClose}>
      <SetupSteps at="connect" />
      <p>{t('provisioning.connectWhy')}</p>
      <div className={classes.boxes}>
        <ReadOnlyTextBox label={t('provisioning.baseUrl')} value={source.scimUrl} />
        <ReadOnlyTextBox
          label={t('provisioning.token')}
          help={t('provisioning.tokenExpires', { date })}
          value={token.token}
        />
      </div>
      <ConnectGuide kind={source.kind} />
    </ShownOnceDialog>
  );
}
