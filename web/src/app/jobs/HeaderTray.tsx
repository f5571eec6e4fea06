import { useNavigate } from '@tanstack/react-router';
import { JobTray } from '../../ui/JobTray.tsx';
import { useJobs } from './use-jobs.ts';

/** The tray in the header. What runs is asked of the server: it is found again after the page was closed. */
export function HeaderTray({ tenantId }: { tenantId: string }) {
  const navigate = useNavigate();
  const jobs = useJobs(tenantId) ?? [];
  return <JobTray jobs={jobs} onOpen={(path) => void navigate({ to: path })} />;
}
