import { useT } from '../i18n/use-t.tsx';
import type { JobStatus } from '../ui/job/job-status.ts';
import { JobProgress } from '../ui/job/JobProgress.tsx';
import { SettingsCard } from '../ui/form/SettingsCard.tsx';
import { StatusBadge } from '../ui/text/StatusBadge.tsx';

const jobs: readonly [JobStatus, number, number | undefined][] = [
  ['accepting', 0, undefined],
  ['processing', 41_200, 100_000],
  ['completed', 100_000, 100_000],
  ['error', 61_000, 100_000],
  ['validation_error', 0, 100_000],
];

export function StateSection() {
  const t = useT();
  return (
    <SettingsCard title={t('widgets.states')} why={t('widgets.statesWhy')}>
      <div>
        <StatusBadge tone="good">{t('common.userStatus.active')}</StatusBadge>{' '}
        <StatusBadge tone="neutral">{t('common.userStatus.inactive')}</StatusBadge>{' '}
        <StatusBadge tone="warning">{t('common.userStatus.registering')}</StatusBadge>{' '}
        <StatusBadge tone="bad">{t('common.userStatus.locked')}</StatusBadge>
      </div>
      {jobs.map(([status, done, known]) => (
        <JobProgress
          key={status}
          name={t('widgets.import')}
          status={status}
          counts={{ done, known, elapsedMs: 6000 }}
          onCancel={() => undefined}
        />
      ))}
    </SettingsCard>
  );
}
