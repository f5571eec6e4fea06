import { formatDateTime } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { CopyButton } from '../../../ui/form/ReadOnlyTextBox.tsx';
import { ShownOnceDialog } from '../../../ui/dialog/ShownOnceDialog.tsx';
import parts from '../../../ui/form/parts.module.css';

type Props = { userId: string; password: string; expiresAt: string; onClose: () => void };

/** A generated password, to hand over. It cannot be shown again: only the button closes it. */
export function OneTimePasswordShown({ userId, password, expiresAt, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const until = formatDateTime(new Date(expiresAt), language, timeZoneOf(useMe()));
  return (
    <ShownOnceDialog
      title={t('users.oneTime.title', { userId })}
      okLabel={t('users.passwordNoted')}
      width={480}
      onClose={onClose}
    >
      <p>{t('users.oneTime.why', { until })}</p>
      <div className={parts.secret}>
        <code>{password}</code>
        <CopyButton value={password} name={t('common.password')} />
      </div>
    </ShownOnceDialog>
  );
}
