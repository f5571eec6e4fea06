import IconProgress from '@tabler/icons-react/dist/esm/icons/IconProgress.mjs';
import { Link } from '@tanstack/react-router';
import { useJobs } from '../../../base/jobs/use-jobs.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { isRunning, jobTone } from '../../../ui/job/job-status.ts';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import { TopCard } from '../TopCard.tsx';
import classes from '../top.module.css';

const SHOWN = 5;

/** Long work that runs or waits for somebody; each leads to its page. */
export function JobsCard({ tenantId }: { tenantId: string }) {
  const t = useT();
  const jobs = useJobs(tenantId)?.filter(({ status }) => isRunning(status) || status === 'previewed');
  return (
    <TopCard icon={IconProgress} title={t('top.jobs.title')}>
      {jobs === undefined ? <p className={classes.note}>{t('common.loading')}</p> : null}
      {jobs?.length === 0 ? <p className={classes.note}>{t('top.jobs.none')}</p> : null}
      <ul className={classes.lines}>
        {jobs?.slice(0, SHOWN).map(({ id, name, status, path }) => (
          <li key={id} className={classes.line}>
            <Link to={path}>{name}</Link>
            <StatusBadge tone={jobTone[status]}>{t(`common.jobStatus.${status}`)}</StatusBadge>
          </li>
        ))}
      </ul>
      {jobs && jobs.length > SHOWN ? (
        <p className={classes.note}>{t('top.jobs.more', { count: jobs.length - SHOWN })}</p>
      ) : null}
    </TopCard>
  );
}
