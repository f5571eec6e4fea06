import { type LicenseCheck, type LicenseReasons, licenseChecks } from '#contract/licences/reasons.ts';

/** Whether a user could sign in now. */
export interface Standing {
  hasRegistered: boolean;
  isActive: boolean;
  isLocked: boolean;
}

/** Facts about a license and a user or device. */
export interface Facts {
  serviceEnabled: boolean;
  /** Either or both. */
  isExpired: boolean;
  isSuspended: boolean;
  hasBegun: boolean;
  /** For users; null for devices. */
  standing: Standing | null;
  /** For devices; null for users. */
  deviceType: string | null;
  roles: readonly string[];
  /** Null: all. */
  availableRoles: readonly string[] | null;
  availableDeviceTypes: readonly string[] | null;
  /** True if the rule assigns it to all users, or to all devices of this type. */
  inRule: boolean;
  /** State of an own row; null: none. */
  ownPermission: boolean | null;
  /** Null: unlimited. */
  seatsLeft: number | null;
}

type Reasons = Pick<LicenseReasons, 'usable' | 'checks' | 'ground' | 'remedy'>;

function groundOf({ ownPermission, inRule }: Facts): LicenseReasons['ground'] {
  if (ownPermission === true) return 'direct';
  if (ownPermission === false) return 'exception';
  return inRule ? 'all' : 'none';
}

/** The change that fixes the one failed check. */
function remedyOf(failed: LicenseCheck, { seatsLeft }: Facts): LicenseReasons['remedy'] {
  const remedies: Record<LicenseCheck, NonNullable<LicenseReasons['remedy']>> = {
    service: 'enableService',
    expiry: 'renew',
    suspension: 'resume',
    begun: 'wait',
    registration: 'register',
    userStatus: 'activateUser',
    lock: 'unlock',
    role: 'giveRole',
    deviceType: 'widen',
    permission: seatsLeft === 0 ? 'freeSeat' : 'permit',
  };
  return remedies[failed];
}

/**
 * Explains whether a license can be used: the checks in their order, and the single change that would reverse the
 * result.
 */
export function explain(facts: Facts): Reasons {
  const { availableRoles, availableDeviceTypes, roles, standing, deviceType } = facts;
  const ground = groundOf(facts);
  // Null: does not apply to this type.
  const passes: Record<LicenseCheck, boolean | null> = {
    service: facts.serviceEnabled,
    expiry: !facts.isExpired,
    suspension: !facts.isSuspended,
    begun: facts.hasBegun,
    registration: standing?.hasRegistered ?? null,
    userStatus: standing?.isActive ?? null,
    lock: standing && !standing.isLocked,
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
