import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useT } from '../../i18n/use-t.tsx';
import { JobTray } from '../../ui/JobTray.tsx';
import { mailRunsQuery, userBulksQuery, userExportsQuery, userImportsQuery } from './job-queries.ts';
import { trayJobs } from './tray-jobs.ts';

/** The tray in the header. What runs is asked of the server: it is found again after the page was closed. */
export function HeaderTray({ tenantId }: { tenantId: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { data: imports } = useQuery(userImportsQuery(tenantId));
  const { data: exports } = useQuery(userExportsQuery(tenantId));
  const { data: runs } = useQuery(mailRunsQuery(tenantId));
  const { data: bulks } = useQuery(userBulksQuery(tenantId));
  const shown = {
    imports: imports?.results ?? [],
    exports: exports?.results ?? [],
    runs: runs?.results ?? [],
    bulks: bulks?.results ?? [],
  };
  const jobs = trayJobs(t, shown, Date.now());
  return <JobTray jobs={jobs} onOpen={(path) => void navigate({ to: path })} />;
}
