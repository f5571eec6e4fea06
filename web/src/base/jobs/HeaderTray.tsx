import { useNavigate } from '@tanstack/react-router';
import { JobTray } from '../../ui/job/JobTray.tsx';
import { paths } from '../paths.ts';
import { useJobEnds } from './use-job-ends.ts';
import { useJobs } from './use-jobs.ts';

/**
 * The tray in the header. What runs is asked of the server: it is found again after the page was closed. The tray is on
 * every page, so it is here that what a job has changed is asked for anew when it has ended.
 */
export function HeaderTray({ tenantId }: { tenantId: string }) {
  const navigate = useNavigate();
  const jobs = useJobs(tenantId) ?? [];
  useJobEnds(tenantId);
  return <JobTray jobs={jobs} allPath={paths.jobs} onOpen={(path) => void navigate({ to: path })} />;
}
