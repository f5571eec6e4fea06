import { useQuery } from '@tanstack/react-query';
import type { License } from '#contract/licences/fields.ts';
import type { Permission } from '#contract/roles.ts';
import type { Me } from '#contract/sign-in/me.ts';
import type { Expiration, FailingConnection } from '#contract/site/expirations.ts';
import { openAppRequestsQuery } from '../../../base/app-requests/query.ts';
import { expirationsQuery } from '../../../base/expirations/queries.ts';
import { isDue } from '../../../base/expirations/state.ts';
import { jobsQuery } from '../../../base/jobs/job-queries.ts';
import { useJobs } from '../../../base/jobs/use-jobs.ts';
import { type Source, sourceListQuery, stateOf } from '../../../base/provisioning/sources.ts';
import { tenantSettingsQuery } from '../../../base/tenant-settings.ts';
import type { TrayJob } from '../../../ui/job/JobTray.tsx';
import { conditionCountQuery, countQuery, oldPasswordsQuery, type Count } from '../people-figures.ts';
import { ageToWarnOf } from './figures.ts';
import { licensesQuery, undeliveredQuery } from './queries.ts';
import { overLimit, requiredMfa } from './to-do.ts';

const none: Count = { total: 0, isEstimate: false };

export type ToDo = {
  registering: Count;
  /** Invitations whose emails could not be delivered. */
  undelivered: Count;
  locked: Count;
  /** Of those the policy requires it of; `more` is what the search for them says besides. */
  withoutMfa: Count & { more: NonNullable<ReturnType<typeof requiredMfa>> };
  /** Passwords as old as `age` days or older. */
  expiring: Count & { age: number };
  licenses: readonly License[];
  jobs: readonly TrayJob[];
  /** Apps that users ask for. */
  appRequests: number;
  /** What keeps users from signing in soon, or already, the earliest first. */
  expirations: readonly Expiration[];
  failing: readonly FailingConnection[];
  /** Sources that hold users back, or cannot provide any. */
  sources: readonly Source[];
};

/** What needs an administrator, of figures that the page shows anyway and two counts where a policy asks for them. */
export function useToDo({ tenantId, permissions }: Me): {
  toDo: ToDo;
  isLoading: boolean;
  /** Asks anew for what could not be had. */
  retry: (() => void) | undefined;
} {
  const may = (permission: Permission) => permissions.includes(permission);
  const registering = useQuery(countQuery(tenantId, 'registering'));
  const undelivered = useQuery(undeliveredQuery);
  const locked = useQuery(countQuery(tenantId, 'locked'));
  const jobsAnswer = useQuery(jobsQuery(tenantId));
  const jobs = useJobs(tenantId)?.filter(({ status }) => status === 'previewed') ?? [];
  const licenses = useQuery({ ...licensesQuery(tenantId), enabled: may('licenses:read') });
  const requests = useQuery({ ...openAppRequestsQuery(tenantId), enabled: may('clients:write') });
  const settings = useQuery({ ...tenantSettingsQuery(tenantId), enabled: may('tenant:read') });
  const expirations = useQuery({ ...expirationsQuery(tenantId), enabled: may('tenant:write') });
  const sources = useQuery({ ...sourceListQuery(tenantId), enabled: may('tenant:write') });
  const policy = settings.data?.securityPolicy;
  const required = policy && requiredMfa(policy.loginPolicy.mfa);
  const withoutMfa = useQuery({
    ...conditionCountQuery(tenantId, {
      status: ['active'],
      mfa: false,
      ...(required?.role ? { role: required.role } : {}),
      ...(required?.source ? { source: [required.source] } : {}),
    }),
    enabled: required !== undefined,
  });
  const life = policy?.passwordPolicy.expiresAfterDays ?? null;
  const age = ageToWarnOf(life ?? 0);
  const expiring = useQuery({ ...oldPasswordsQuery(tenantId, age), enabled: life !== null });
  const asked = [
    registering,
    undelivered,
    locked,
    jobsAnswer,
    ...(may('licenses:read') ? [licenses] : []),
    ...(may('clients:write') ? [requests] : []),
    ...(may('tenant:write') ? [expirations, sources] : []),
    ...(may('tenant:read') ? [settings] : []),
    ...(required ? [withoutMfa] : []),
    ...(life === null ? [] : [expiring]),
  ];
  const isLoading = asked.some((query) => query.isLoading);
  const failed = asked.filter(({ data }) => data === undefined);
  return {
    toDo: {
      registering: registering.data ?? none,
      undelivered: undelivered.data ?? none,
      locked: locked.data ?? none,
      withoutMfa: { ...((required && withoutMfa.data) ?? none), more: required ?? {} },
      expiring: { ...((life !== null && expiring.data) || none), age },
      licenses: overLimit(licenses.data?.results ?? []),
      jobs,
      appRequests: requests.data?.length ?? 0,
      expirations: expirations.data?.results.filter(isDue) ?? [],
      failing: expirations.data?.failing ?? [],
      sources: sources.data?.filter((one) => one.quarantined > 0 || stateOf(one) === 'noToken') ?? [],
    },
    isLoading,
    retry: isLoading || failed.length === 0 ? undefined : () => failed.forEach(({ refetch }) => void refetch()),
  };
}
