import { useQuery } from '@tanstack/react-query';
import { useT } from '../../i18n/use-t.tsx';
import type { TrayJob } from '../../ui/job/JobTray.tsx';
import {
  deviceExportsQuery,
  logExportsQuery,
  mailRunsQuery,
  userBulksQuery,
  userExportsQuery,
  userImportsQuery,
} from './job-queries.ts';
import { trayJobs } from './tray-jobs.ts';

/** The tenant's long work: what runs, what waits, what has just ended. Undefined until some of it is known. */
export function useJobs(tenantId: string): TrayJob[] | undefined {
  const t = useT();
  const { data: imports } = useQuery(userImportsQuery(tenantId));
  const { data: exports } = useQuery(userExportsQuery(tenantId));
  const { data: logExports } = useQuery(logExportsQuery(tenantId));
  const { data: deviceExports } = useQuery(deviceExportsQuery(tenantId));
  const { data: runs } = useQuery(mailRunsQuery(tenantId));
  const { data: bulks } = useQuery(userBulksQuery(tenantId));
  if (!imports && !exports && !logExports && !deviceExports && !runs && !bulks) return undefined;
  const shown = {
    imports: imports?.results ?? [],
    exports: exports?.results ?? [],
    logExports: logExports?.results ?? [],
    deviceExports: deviceExports?.results ?? [],
    runs: runs?.results ?? [],
    bulks: bulks?.results ?? [],
  };
  return trayJobs(t, shown, Date.now());
}
