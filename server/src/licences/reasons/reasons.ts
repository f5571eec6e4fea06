import { isUnlimitedVolume } from '#contract/display.ts';
import type { LicenseReasons } from '#contract/licences/reasons.ts';
import { isKeptOut } from '../ports.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { explain, type Standing } from './decide.ts';
import { type FactsRow, type Question, readFacts } from './queries.ts';

/** Whether a lock holds is sign-in's decision, so that the two never disagree. */
function standingOf(row: FactsRow, now: Date): Standing | null {
  const { user_status: status, locked_until: lockedUntil, failed_streak: failedStreak } = row;
  if (status === null) return null;
  return {
    // A user who was invited and then deactivated still has to register after activation.
    hasRegistered: status !== 'registering' && !(status === 'inactive' && row.was_registering),
    isActive: status !== 'inactive',
    // An inactive user may be stopped as well, so the lock is checked separately.
    isLocked: isKeptOut({ now, locked: status === 'locked', lockedUntil, failedStreak }),
  };
}

const seatsLeftOf = ({ volume, used }: FactsRow) => (isUnlimitedVolume(volume) ? null : Math.max(0, volume - used));

function toReasons(row: FactsRow, now: Date): LicenseReasons {
  const seatsLeft = seatsLeftOf(row);
  const standing = standingOf(row, now);
  const facts = {
    serviceEnabled: row.service_enabled,
    isExpired: row.status === 'expired',
    isSuspended: row.suspended,
    hasBegun: row.starts_at <= now,
    standing,
    deviceType: row.device_type,
    roles: row.roles,
    availableRoles: row.available_roles,
    availableDeviceTypes: row.available_device_types,
    inRule: row.in_rule,
    ownPermission: row.own_permission,
    seatsLeft,
  };
  return {
    licenseId: row.license_id,
    contractId: row.contract_id,
    serviceClass: row.service_class,
    serviceName: row.service_name,
    ...explain(facts),
    status: row.status,
    startsAt: row.starts_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lockedUntil: (standing?.isLocked && row.user_status === 'locked' && row.locked_until?.toISOString()) || null,
    availableRoles: row.available_roles,
    availableDeviceTypes: row.available_device_types,
    revision: row.revision,
    seatsLeft,
  };
}

/** Each license for users, or for devices: whether it can be used and why, by service name. */
export async function explainLicenses(tx: Tx, question: Question): Promise<LicenseReasons[]> {
  const { compare } = new Intl.Collator(question.locale, { numeric: true });
  const rows = await readFacts(tx, question);
  return rows
    .map((row) => toReasons(row, question.now))
    .sort((a, b) => compare(a.serviceName, b.serviceName) || (a.licenseId < b.licenseId ? -1 : 1));
}
