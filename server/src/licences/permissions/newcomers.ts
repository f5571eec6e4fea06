import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isAllowed, isInRule } from './decide.ts';
import * as queries from './queries.ts';
import { apply, usable } from './saving.ts';

/**
 * Checks licenses that are to be assigned to future users of a role. Throws `license_not_exist`, `license_expired` and
 * `role_not_allowed` with the index in `licenseIds`.
 */
export async function refuseUnpermittable(
  tx: Tx,
  licenseIds: readonly string[],
  role: string,
  now: Date,
): Promise<void> {
  const held = new Map((await queries.holdLicenses(tx, licenseIds, now)).map((one) => [one.license_id, one]));
  for (const [place, licenseId] of licenseIds.entries()) {
    const field = `licenseIds.${place}`;
    const license = usable(held.get(licenseId), 'user', undefined, field);
    if (!isAllowed(license, { roles: [role], device_type: null })) throw fail('role_not_allowed', { field });
  }
}

/**
 * Assigns licenses to a new user where they are active, for one of the roles, and have a seat left. A license never
 * prevents a user from joining. Returns the assigned ones and the others.
 */
export async function permitAsRoomAllows(
  tx: Tx,
  userId: string,
  licenseIds: readonly string[],
  now: Date,
): Promise<{ permitted: string[]; left: string[] }> {
  const permitted: string[] = [];
  const left: string[] = [];
  if (licenseIds.length === 0) return { permitted, left };
  const holders = new Map((await queries.holdUsers(tx, [userId])).map((holder) => [holder.key, holder]));
  const [holder] = holders.values();
  const held = new Map((await queries.holdLicenses(tx, licenseIds, now)).map((one) => [one.license_id, one]));
  for (const licenseId of licenseIds) {
    const license = held.get(licenseId);
    const isFor = license?.status === 'activated' && license.volume_type === 'user' && holder;
    const hasRoom = isFor && isAllowed(license, holder) && (await hasSeat(tx, license, holder));
    if (hasRoom) await apply(tx, license, [{ id: userId, permitted: true, field: 'licenseIds' }], holders);
    (hasRoom ? permitted : left).push(licenseId);
  }
  return { permitted, left };
}

/** A user included by a rule for all has a seat already. */
const hasSeat = async (tx: Tx, license: queries.HeldLicense, holder: queries.Holder) =>
  isInRule(license, holder) || (await queries.readUse(tx, license.license_id)) < license.volume;
