import { type LicenseCheck, type LicenseReasons, licenseChecks } from '#contract/service-management/reasons.ts';

/** What is known of a licence and a user or a device. */
export interface Facts {
  serviceEnabled: boolean;
  status: LicenseReasons['status'];
  hasBegun: boolean;
  /** Null: a device. */
  userStatus: string | null;
  /** Of a device; null: a user. */
  deviceType: string | null;
  roles: readonly string[];
  /** Null: all. */
  availableRoles: readonly string[] | null;
  availableDeviceTypes: readonly string[] | null;
  /** The rule: permitted to all users, or to all devices of this type. */
  inRule: boolean;
  /** A row of its own; null: there is none. */
  ownPermission: boolean | null;
  seatsLeft: number;
}

type Reasons = Pick<LicenseReasons, 'usable' | 'checks' | 'ground' | 'remedy'>;

function groundOf({ ownPermission, inRule }: Facts): LicenseReasons['ground'] {
  if (ownPermission === true) return 'direct';
  if (ownPermission === false) return 'exception';
  return inRule ? 'all' : 'none';
}

function remedyOf(failed: LicenseCheck, facts: Facts): LicenseReasons['remedy'] {
  const remedies: Record<LicenseCheck, NonNullable<LicenseReasons['remedy']>> = {
    service: 'enableService',
    status: facts.status === 'suspended' ? 'resume' : 'renew',
    begun: 'wait',
    userStatus: 'activateUser',
    role: 'giveRole',
    deviceType: 'widen',
    permission: facts.seatsLeft > 0 ? 'permit' : 'freeSeat',
  };
  return remedies[failed];
}

/** Whether somebody can use a licence, the checks that decide it in their order, and the one change that would turn it round. */
export function explain(facts: Facts): Reasons {
  const { availableRoles, availableDeviceTypes, roles, userStatus, deviceType } = facts;
  const ground = groundOf(facts);
  // Null: not asked of such a one.
  const passes: Record<LicenseCheck, boolean | null> = {
    service: facts.serviceEnabled,
    status: facts.status === 'activated',
    begun: facts.hasBegun,
    userStatus: userStatus === null ? null : userStatus === 'active',
    role: availableRoles === null || availableRoles.some((role) => roles.includes(role)),
    deviceType: deviceType === null ? null : (availableDeviceTypes?.includes(deviceType) ?? true),
    permission: ground === 'direct' || ground === 'all',
  };
  const checks = licenseChecks.flatMap((check) => {
    const passed = passes[check];
    return passed === null ? [] : [{ check, passed }];
  });
  const failed = checks.filter(({ passed }) => !passed);
  const [first] = failed;
  const remedy = !first ? 'withdraw' : failed.length === 1 ? remedyOf(first.check, facts) : null;
  return { usable: !first, checks, ground, remedy };
}
