import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/use-t.tsx';
import type { TrayJob } from '../../ui/job/JobTray.tsx';
import { jobsQuery } from './job-queries.ts';
import { trayJobs } from './jobs.ts';

/** The tenant's jobs: running, pending and just ended ones. Undefined until they are loaded. */
export function useJobs(tenantId: string): TrayJob[] | undefined {
  const t = useT();
  const { data } = useQuery(jobsQuery(tenantId));
  return data && trayJobs(t, data.results, Date.now());
}
