import { fail } from '#contract/errors.ts';
import type { UserCondition } from '#contract/people/users-search.ts';
import type { DeviceCondition } from '#contract/devices/devices.ts';
import { BULK_FILTER_LIMIT } from '#contract/limits.ts';
import type {
  CountedPermissions,
  CountedRule,
  PreviewedAssignment,
  previewUserAssignment,
} from '#contract/licences/permitted.ts';
import type { BodyOf } from '#contract/route.ts';
import { MAX_BULK_USERS } from '#contract/people/users-bulk-fields.ts';
import type { SavedPermissions } from '#contract/licences/permissions.ts';
import { findMatching as findUsers, matchingUsers } from '../../people/search/search.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { findMatching as findDevices } from '../../devices/list/search/search.ts';
import { isAllowed } from './decide.ts';
import { countAll, countThose, previewAssignment, usersNamed } from './matching-queries.ts';
import { fulfil } from './permissions.ts';
import type { LicenseKey, Saving, Wish } from './saving.ts';
import { holdByUuid } from './queries.ts';
import { countRule } from './rule-queries.ts';
import { rulesOf } from './search-queries.ts';

/** Type of the holders, and the condition that selects them. */
export type Matching = { type: 'user'; condition: UserCondition } | { type: 'device'; condition: DeviceCondition };

const asksNothing = (condition: object) =>
  Object.values(condition).every((value) => value === undefined || value === '');

/** At most 1,000, by their uuids. Throws `exceeded_users`. */
async function find(tx: Tx, of: Matching, now: Date): Promise<string[]> {
  const most = BULK_FILTER_LIMIT + 1;
  const uuids =
    of.type === 'user' ? await findUsers(tx, of.condition, now, most) : await findDevices(tx, of.condition, now, most);
  if (uuids.length > BULK_FILTER_LIMIT) throw fail('exceeded_users', { field: 'condition' });
  return uuids;
}

/**
 * Counts of matches: how many there are, may have the license, and have it. Throws `license_not_exist`,
 * `exceeded_users`.
 */
export async function countPermitted(tx: Tx, licenseId: string, of: Matching, now: Date): Promise<CountedPermissions> {
  const [rule] = await ask(tx, rulesOf(of.type, [licenseId]));
  if (!rule) throw fail('license_not_exist', { field: 'licenseId' });
  if (asksNothing(of.condition)) return countAll(tx, of.type, licenseId);
  return countThose(tx, of.type, licenseId, await find(tx, of, now));
}

/**
 * Effect of assigning a license to users, named or matching, however many. Throws `license_not_exist`, `license_expired`, as
 * the assignment does.
 */
export async function previewUsers(
  tx: Tx,
  { licenseId, userIds, condition = {} }: BodyOf<typeof previewUserAssignment>,
  now: Date,
): Promise<PreviewedAssignment> {
  const uuids = userIds ? usersNamed(userIds) : await matchingUsers(tx, condition, now, MAX_BULK_USERS + 1);
  const found = await previewAssignment(tx, licenseId, uuids, now);
  if (!found) throw fail('license_not_exist', { field: 'licenseId' });
  if (found.status !== 'activated') throw fail('license_expired', { field: 'licenseId' });
  return found.previewed;
}

/** Effect of a rule for all devices of some types. Throws `license_not_exist`. */
export async function countDeviceRule(
  tx: Tx,
  licenseId: string,
  types: readonly string[],
  keepExceptions: boolean,
): Promise<CountedRule> {
  const [rule] = await ask(tx, rulesOf('device', [licenseId]));
  if (!rule) throw fail('license_not_exist', { field: 'licenseId' });
  return countRule(tx, licenseId, types, keepExceptions);
}

export interface MatchingWish {
  of: Matching;
  permitted: boolean;
  /** Holders with the reverse of the rule. */
  reverse: readonly string[];
  /** Name of the field with the IDs, for errors. */
  reverseField: string;
  expectedCount: number;
}

/**
 * Assigns a license to all matches but some, or removes it from all but some. Skips holders the license is not for.
 * Throws what the contract's routes name.
 */
export async function setMatching(saving: Saving, key: LicenseKey, wish: MatchingWish): Promise<SavedPermissions> {
  const { tx, now } = saving;
  const { type } = wish.of;
  const [rule] = await ask(tx, rulesOf(type, [key.licenseId]));
  if (!rule) throw fail('license_not_exist', { field: 'licenseId' });
  const holders = await holdByUuid(tx, type, await find(tx, wish.of, now));
  if (holders.length !== wish.expectedCount) throw fail('conflict', { field: 'expectedCount' });
  const byKey = new Map(holders.map((holder) => [holder.key, holder]));
  const places = new Map(wish.reverse.map((id, place) => [id.toLowerCase(), `${wish.reverseField}.${place}`]));
  const unknown = [...places].find(([id]) => !byKey.has(id));
  if (unknown)
    throw fail(type === 'user' ? 'invalid_params_userIds' : 'invalid_params_deviceIds', { field: unknown[1] });
  const wishes = holders.flatMap((holder): Wish[] => {
    const field = places.get(holder.key);
    const permitted = wish.permitted !== (field !== undefined);
    // A named holder is refused with an error; a matched one is skipped.
    if (field === undefined && !isAllowed(rule, holder)) return [];
    return [{ id: holder.key, permitted, field: field ?? 'condition' }];
  });
  return fulfil(saving, key, type, wishes, byKey);
}
