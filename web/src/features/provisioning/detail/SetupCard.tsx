import { Button } from '@mantine/core';
import { formatSeconds } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { SetupSteps } from '../add/SetupSteps.tsx';
import { ConnectGuide } from '../ConnectGuide.tsx';
import classes from '../provisioning.module.css';
import type { Source } from '../queries.ts';
import type { SourceActs } from './use-source-acts.ts';

/** The steps that are left until a source provides users: its directory is seen, then it is switched on. */
export function SetupCard({ source, acts }: { source: Source; acts: SourceActs }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { lastUsedAt, activeTokens, kind } = source;
  const isSeen = lastUsedAt !== null;
  return (
    <SettingsCard title={t('provisioning.setupTitle')} why={t('provisioning.setupWhy')}>
      <SetupSteps at={isSeen ? 'switchOn' : 'test'} />
      <div role="status" className={classes.result}>
        {isSeen ? (
          <>
            <StatusBadge tone="good">
              {t('provisioning.contactSeen', { time: formatSeconds(new Date(lastUsedAt), language, zone) })}
            </StatusBadge>
            <p>{t('provisioning.switchOnNext')}</p>
          </>
        ) : (
          <p>{t(activeTokens === 0 ? 'provisioning.noTokenNext' : 'provisioning.waiting')}</p>
        )}
      </div>
      {isSeen ? (
        <div>
          <Button loading={acts.busy} onClick={() => void acts.setEnabled(true)}>
            {t('provisioning.act_switchOn')}
          </Button>
        </div>
      ) : (
        <ConnectGuide kind={kind} />
      )}
    </SettingsCard>
  );
}
