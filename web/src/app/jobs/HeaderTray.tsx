import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../i18n/use-t.tsx';
import { JobTray } from '../../ui/JobTray.tsx';
import { mailRunsQuery, userExportsQuery, userImportsQuery } from './job-queries.ts';
import { trayJobs } from './tray-jobs.ts';

/** The tray in the header. What runs is asked of the server: it is found again after the page was closed. */
export function HeaderTray({ tenantId }: { tenantId: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { data: imports } = useQuery(userImportsQuery(tenantId));
  const { data: exports } = useQuery(userExportsQuery(tenantId));
  const { data: runs } = useQuery(mailRunsQuery(tenantId));
  const jobs = trayJobs(t, imports?.results ?? [], exports?.results ?? [], runs?.results ?? [], Date.now());
  return <JobTray jobs={jobs} onOpen={(path) => void navigate({ to: path })} />;
}
