import { type ErrorId, fail } from '#contract/errors.ts';
import type { License } from '#contract/service-management/fields.ts';
import type { SavedPermissions } from '#contract/service-management/permissions.ts';
import type { Changes } from '../../audit/operation-log.ts';
import type { Tx } from '../../db/transaction.ts';
import type { AuditEntry } from '../../http/serve.ts';
import { readLicenses } from '../licenses/licenses.ts';
import { isAllowed, isInRule } from './decide.ts';
import * as queries from './queries.ts';
import { insertRevision } from './revision-queries.ts';
import { carryExceptions } from './rule-queries.ts';

type VolumeType = License['volumeType'];

/** Which licence, in which words it is answered, and when. */
export interface Saving {
  tx: Tx;
  locale: string;
  now: Date;
  /** Who saves; null: the provider. */
  operatorUuid: string | null;
  /** The revision the decision was made by, where that is to be kept to. */
  expectedRevision?: number | undefined;
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[]): Promise<void>;
}

export interface LicenseKey {
  serviceClass: string;
  licenseId: string;
}

/** What shall be, of one user or device. */
export interface Wish {
  id: string;
  permitted: boolean;
  /** Where it stands in the request. */
  field: string;
}

const words = {
  user: { hold: queries.holdUsers, unknown: 'invalid_params_userIds', refused: 'role_not_allowed' },
  device: { hold: queries.holdDevices, unknown: 'invalid_params_deviceIds', refused: 'device_type_not_allowed' },
} as const satisfies Record<VolumeType, { hold: unknown; unknown: ErrorId; refused: ErrorId }>;

/** The users or devices of wishes, held, by their ids. Throws `invalid_params_userIds` / `invalid_params_deviceIds`. */
async function holdHolders(tx: Tx, type: VolumeType, wishes: readonly Wish[]): Promise<Map<string, queries.Holder>> {
  const ids = wishes.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await words[type].hold(tx, ids);
  const holders = new Map(found.map((holder) => [holder.key, holder]));
  const missing = wishes.find(({ id }) => !holders.has(id.toLowerCase()));
  if (missing) throw fail(words[type].unknown, { field: missing.field });
  return holders;
}

/** Throws `license_not_exist` unless it is one of that service and kind, `license_expired` unless it is activated. */
function usable(
  held: queries.HeldLicense | undefined,
  type: VolumeType,
  serviceClass?: string,
  field = 'licenseId',
): queries.HeldLicense {
  const isThat = held && held.volume_type === type && (serviceClass ?? held.service_class) === held.service_class;
  if (!isThat) throw fail('license_not_exist', { field });
  if (held.status !== 'activated') throw fail('license_expired', { field });
  return held;
}

/** Throws also `conflict` where the permissions are not those the decision was made by. */
async function holdLicense(saving: Saving, key: LicenseKey, type: VolumeType): Promise<queries.HeldLicense> {
  const { tx, now, expectedRevision } = saving;
  const held = usable((await queries.holdLicenses(tx, [key.licenseId], now))[0], type, key.serviceClass);
  if (expectedRevision !== undefined && held.revision !== expectedRevision)
    throw fail('conflict', { field: 'expectedRevision' });
  return held;
}

interface Done {
  /** Whose permission became different, with what it is now. */
  changed: { uuid: string; permitted: boolean }[];
}

/**
 * Makes wishes true of a held licence. `isBlank`: whose rule is new, with no reversals. Throws `role_not_allowed` /
 * `device_type_not_allowed`.
 */
async function apply(
  tx: Tx,
  license: queries.HeldLicense,
  wishes: readonly Wish[],
  holders: ReadonlyMap<string, queries.Holder>,
  isBlank = false,
): Promise<Done> {
  const add: queries.Reversal[] = [];
  const remove: string[] = [];
  const wished = new Map<string, boolean>();
  for (const { id, permitted, field } of wishes) {
    const holder = holders.get(id.toLowerCase()) as queries.Holder;
    const counts = isAllowed(license, holder);
    if (permitted && !counts) throw fail(words[license.volume_type].refused, { field });
    wished.set(holder.uuid, permitted);
    if (permitted === isInRule(license, holder)) remove.push(holder.uuid);
    else add.push({ uuid: holder.uuid, permitted, counts });
  }
  const done = [
    ...(await queries.removeReversals(tx, license, remove)),
    ...(await queries.addReversals(tx, license, add, isBlank)),
  ].map((uuid) => ({ uuid, permitted: wished.get(uuid) === true }));
  return { changed: done };
}

/**
 * Seats are taken by one transaction at a time: who sees more taken than there are, and has taken one, is the one too
 * many. A licence that was over-used before may get emptier, but takes nobody.
 */
async function refuseOverfull(
  { tx, now }: Pick<Saving, 'tx' | 'now'>,
  license: queries.HeldLicense,
  hasGrown: (used: number) => boolean,
): Promise<void> {
  const used = await queries.readUse(tx, license.license_id);
  if (used > license.volume && hasGrown(used)) throw fail('exceeded_permitted_users');
  if (used > license.volume !== (license.over_used_since !== null))
    await queries.noteOverUse(tx, license.license_id, now);
}

const hasPermitted = (changed: Done['changed']) => () => changed.some(({ permitted }) => permitted);

const entryOf = (type: VolumeType, licenseId: string, { uuid, permitted }: Done['changed'][number]): AuditEntry => ({
  targetType: type,
  targetId: uuid,
  changes: { permittedLicenses: permitted ? { after: licenseId } : { before: licenseId } },
});

async function answer({ tx, locale, now }: Saving, licenseId: string, changed: number): Promise<SavedPermissions> {
  const [license] = await readLicenses(tx, { licenseId }, locale, now);
  return { license: license as License, changed };
}

const noteRevision = (
  { tx, now, operatorUuid }: Saving,
  { license_id }: queries.HeldLicense,
  isRule: boolean,
  changed: Done['changed'],
) => insertRevision(tx, { license_id, at: now, operator_uuid: operatorUuid, is_rule: isRule }, changed);

/** Permits a licence to some, and takes it from others: all or nothing. Throws what the contract's routes name. */
export async function setPermissions(
  saving: Saving,
  key: LicenseKey,
  type: VolumeType,
  wishes: readonly Wish[],
): Promise<SavedPermissions> {
  return fulfil(saving, key, type, wishes, await holdHolders(saving.tx, type, wishes));
}

/** As above, of holders that are held already. */
export async function fulfil(
  saving: Saving,
  key: LicenseKey,
  type: VolumeType,
  wishes: readonly Wish[],
  holders: ReadonlyMap<string, queries.Holder>,
): Promise<SavedPermissions> {
  const { tx } = saving;
  const license = await holdLicense(saving, key, type);
  const { changed } = await apply(tx, license, wishes, holders);
  await refuseOverfull(saving, license, hasPermitted(changed));
  if (changed.length > 0) await noteRevision(saving, license, false, changed);
  await saving.audit(
    tx,
    changed.map((one) => entryOf(type, key.licenseId, one)),
  );
  return answer(saving, key.licenseId, changed.length);
}

/** Permits several licences to one user, or takes them away: all or nothing. Throws also `not_found` (user). */
export async function setPermissionsOfUser(
  saving: Saving,
  userId: string,
  permissions: readonly { licenseId: string; permitted: boolean }[],
): Promise<{ licenses: License[]; changed: number }> {
  const { tx, locale, now } = saving;
  const [holder] = await queries.holdUsers(tx, [userId]);
  if (!holder) throw fail('not_found', { field: 'userId' });
  const licenseIds = permissions.map(({ licenseId }) => licenseId);
  const held = new Map((await queries.holdLicenses(tx, licenseIds, now)).map((one) => [one.license_id, one]));
  const entries: AuditEntry[] = [];
  for (const [place, { licenseId, permitted }] of permissions.entries()) {
    const license = usable(held.get(licenseId), 'user');
    const wish = { id: userId, permitted, field: `permissions.${place}.licenseId` };
    const { changed } = await apply(tx, license, [wish], new Map([[holder.key, holder]]));
    await refuseOverfull(saving, license, hasPermitted(changed));
    if (changed.length > 0) await noteRevision(saving, license, false, changed);
    entries.push(...changed.map((one) => entryOf('user', licenseId, one)));
  }
  await saving.audit(tx, entries);
  const all = await readLicenses(tx, { volumeType: 'user' }, locale, now);
  return { licenses: all.filter(({ licenseId }) => held.has(licenseId)), changed: entries.length };
}

/** The rule a licence shall have. */
export type Rule =
  | { type: 'user'; all: boolean }
  /** `keepExceptions`: those from the rule before that would be exceptions from this one too. */
  | { type: 'device'; types: readonly string[]; keepExceptions?: boolean };

/**
 * Makes a rule of a licence, of some the reverse. Throws what the contract's routes name; a type the licence is not for
 * is `device_type_not_allowed`.
 */
export async function setRule(
  saving: Saving,
  key: LicenseKey,
  rule: Rule,
  reverse: readonly Omit<Wish, 'permitted'>[],
): Promise<SavedPermissions> {
  const { tx, now } = saving;
  const asWishes = reverse.map((one) => ({ ...one, permitted: false }));
  const holders = await holdHolders(tx, rule.type, asWishes);
  const before = await holdLicense(saving, key, rule.type);
  const types = rule.type === 'device' ? [...rule.types] : [];
  const isWrong = types.some((type) => !(before.available_device_types?.includes(type) ?? true));
  if (isWrong) throw fail('device_type_not_allowed', { field: 'deviceTypeList' });
  const used = await queries.readUse(tx, key.licenseId);
  const next = { all_users: rule.type === 'user' && rule.all, all_device_types: types };
  const license = await queries.startGeneration(tx, before, next, now);
  const isCarrying = rule.type === 'device' && rule.keepExceptions === true;
  if (isCarrying) await carryExceptions(tx, before, license);
  const wishes = asWishes.map((one) => {
    const holder = holders.get(one.id.toLowerCase()) as queries.Holder;
    return { ...one, permitted: !isInRule(license, holder) };
  });
  const { changed } = await apply(tx, license, wishes, holders, !isCarrying);
  await refuseOverfull(saving, license, (now) => now > used);
  await noteRevision(saving, license, true, []);
  const after = await answer(saving, key.licenseId, changed.length);
  const use = { before: used, after: after.license.usedVolume };
  const changes = { usedVolume: use, ...ruleChanges(before, license), reversed: { after: changed.length } };
  await saving.audit(tx, { targetType: 'license', targetId: key.licenseId, changes });
  return after;
}

function ruleChanges(before: queries.HeldLicense, after: queries.HeldLicense): Changes {
  return after.volume_type === 'user'
    ? { allUsers: { before: before.all_users, after: after.all_users } }
    : { deviceTypeList: { before: before.all_device_types, after: after.all_device_types } };
}

/**
 * Checks licences that users of a role are to be permitted later. Throws `license_not_exist`, `license_expired` and
 * `role_not_allowed` with the place in `licenseIds`.
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
 * Permits licences to somebody who has just come, as far as they are activated, for one of the roles, and have a seat
 * left: nobody is kept from coming by a licence. Answers those that became permitted, and those that could not.
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

/** Whoever comes under a rule for all has a seat already. */
const hasSeat = async (tx: Tx, license: queries.HeldLicense, holder: queries.Holder) =>
  isInRule(license, holder) || (await queries.readUse(tx, license.license_id)) < license.volume;

/** For whoever changes a held licence: bring its counts in line, and then since when it is over-used. */
export const { recount, noteOverUse } = queries;
