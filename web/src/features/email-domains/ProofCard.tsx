import { formatDateTime } from '#contract/display.ts';
import type { EmailDomain } from '#contract/federation/email-domains.ts';
import { timeZoneOf, useMe } from '../../base/session-queries.ts';
import { useLanguage, useT } from '../../i18n/use-t.tsx';
import { ReadOnlyTextBox } from '../../ui/form/ReadOnlyTextBox.tsx';
import { SettingsCard } from '../../ui/form/SettingsCard.tsx';
import classes from './email-domains.module.css';

/** What to publish so that the domain is verified, and what the last check found. */
export function ProofCard({ found }: { found: EmailDomain }) {
  const t = useT();
  const language = useLanguage();
  const zone = timeZoneOf(useMe());
  const { state, cause, record, fileUrl, graceEndsAt } = found;
  return (
    <SettingsCard title={t('domains.proofTitle')} why={t(`domains.proofWhy_${state}`)}>
      {cause === null ? null : (
        <p className={classes.cause}>
          {t(`domains.cause_${cause}`)}
          {graceEndsAt === null ? null : (
            <strong>{t('domains.graceEnds', { time: formatDateTime(new Date(graceEndsAt), language, zone) })}</strong>
          )}
        </p>
      )}
      <ReadOnlyTextBox label={t('domains.recordName')} value={record.name} />
      <ReadOnlyTextBox label={t('domains.recordValue')} help={t('domains.recordHelp')} value={record.value} />
      <ReadOnlyTextBox label={t('domains.file')} help={t('domains.fileHelp')} value={fileUrl} />
    </SettingsCard>
  );
}
