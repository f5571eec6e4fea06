import type { LicenseCheck, LicenseReasons } from '#contract/service-management/reasons.ts';

/** What is known of a licence and a user. */
export interface Facts {
  serviceEnabled: boolean;
  status: LicenseReasons['status'];
  hasBegun: boolean;
  userStatus: string;
  roles: readonly string[];
  /** Null: all. */
  availableRoles: readonly string[] | null;
  /** The rule: permitted to all users. */
  allUsers: boolean;
  /** A row of the user's own; null: there is none. */
  ownPermission: boolean | null;
  seatsLeft: number;
}

type Reasons = Pick<LicenseReasons, 'usable' | 'checks' | 'ground' | 'remedy'>;

function groundOf({ ownPermission, allUsers }: Facts): LicenseReasons['ground'] {
  if (ownPermission === true) return 'direct';
  if (ownPermission === false) return 'exception';
  return allUsers ? 'all' : 'none';
}

function remedyOf(failed: LicenseCheck, facts: Facts): LicenseReasons['remedy'] {
  const remedies: Record<LicenseCheck, NonNullable<LicenseReasons['remedy']>> = {
    service: 'enableService',
    status: facts.status === 'suspended' ? 'resume' : 'renew',
    begun: 'wait',
    userStatus: 'activateUser',
    role: 'giveRole',
    permission: facts.seatsLeft > 0 ? 'permit' : 'freeSeat',
  };
  return remedies[failed];
}

/** Whether a user can use a licence, the checks that decide it in their order, and the one change that would turn it round. */
export function explain(facts: Facts): Reasons {
  const { availableRoles, roles } = facts;
  const ground = groundOf(facts);
  const passes: Record<LicenseCheck, boolean> = {
    service: facts.serviceEnabled,
    status: facts.status === 'activated',
    begun: facts.hasBegun,
    userStatus: facts.userStatus === 'active',
    role: availableRoles === null || availableRoles.some((role) => roles.includes(role)),
    permission: ground === 'direct' || ground === 'all',
  };
  const checks = (Object.keys(passes) as LicenseCheck[]).map((check) => ({ check, passed: passes[check] }));
  const failed = checks.filter(({ passed }) => !passed);
  const [first] = failed;
  const remedy = !first ? 'withdraw' : failed.length === 1 ? remedyOf(first.check, facts) : null;
  return { usable: !first, checks, ground, remedy };
}
