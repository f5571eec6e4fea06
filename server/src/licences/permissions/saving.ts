import { type ErrorId, fail } from '#contract/errors.ts';
import type { License } from '#contract/licences/fields.ts';
import type { SavedPermissions } from '#contract/licences/permissions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import { readLicenses } from '../licenses/licenses.ts';
import { isAllowed, isInRule } from './decide.ts';
import * as queries from './queries.ts';
import { insertRevision } from './revision-queries.ts';

export type VolumeType = License['volumeType'];

/** License, language of the answer, and time of a save. */
export interface Saving {
  tx: Tx;
  locale: string;
  now: Date;
  /** The administrator who saves; null for the provider. */
  operatorUuid: string | null;
  /** The revision the decision was based on, if it is to be enforced. */
  expectedRevision?: number | undefined;
  audit(tx: Tx, entry: AuditEntry | readonly AuditEntry[]): Promise<void>;
}

export interface LicenseKey {
  serviceClass: string;
  licenseId: string;
}

/** Intended state of one user or device. */
export interface Wish {
  id: string;
  permitted: boolean;
  /** Position in the request, for errors. */
  field: string;
}

const words = {
  user: { hold: queries.holdUsers, unknown: 'invalid_params_userIds', refused: 'role_not_allowed' },
  device: { hold: queries.holdDevices, unknown: 'invalid_params_deviceIds', refused: 'device_type_not_allowed' },
} as const satisfies Record<VolumeType, { hold: unknown; unknown: ErrorId; refused: ErrorId }>;

/** Locks the users or devices of a request by ID. Throws `invalid_params_userIds` / `invalid_params_deviceIds`. */
export async function holdHolders(
  tx: Tx,
  type: VolumeType,
  wishes: readonly Wish[],
): Promise<Map<string, queries.Holder>> {
  const ids = wishes.map(({ id }) => id);
  const found = ids.length === 0 ? [] : await words[type].hold(tx, ids);
  const holders = new Map(found.map((holder) => [holder.key, holder]));
  const missing = wishes.find(({ id }) => !holders.has(id.toLowerCase()));
  if (missing) throw fail(words[type].unknown, { field: missing.field });
  return holders;
}

/** Throws `license_not_exist` unless the license has that service and type, `license_expired` unless it is active. */
export function usable(
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

/** Like `usable`, and throws `conflict` if the revision is not the expected one. */
export async function holdLicense(saving: Saving, key: LicenseKey, type: VolumeType): Promise<queries.HeldLicense> {
  const { tx, now, expectedRevision } = saving;
  const held = usable((await queries.holdLicenses(tx, [key.licenseId], now))[0], type, key.serviceClass);
  if (expectedRevision !== undefined && held.revision !== expectedRevision)
    throw fail('conflict', { field: 'expectedRevision' });
  return held;
}

export interface Done {
  /** Holders whose assignment changed, with the new state. */
  changed: { uuid: string; permitted: boolean }[];
}

/**
 * Applies changes to a locked license. `isBlank`: its rule is new and has no exceptions. Throws `role_not_allowed` /
 * `device_type_not_allowed`.
 */
export async function apply(
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
 * Refuses a save that leaves more seats used than there are and added one. Saves are serialized by the license's lock.
 * A license that was over its volume before may lose users, but gains none.
 */
export async function refuseOverfull(
  { tx, now }: Pick<Saving, 'tx' | 'now'>,
  license: queries.HeldLicense,
  hasTaken: () => boolean | Promise<boolean>,
): Promise<void> {
  const used = await queries.readUse(tx, license.license_id);
  if (used > license.volume && (await hasTaken())) throw fail('exceeded_permitted_users');
  if (used > license.volume !== (license.over_used_since !== null))
    await queries.noteOverUse(tx, license.license_id, now);
}

export const hasPermitted = (changed: Done['changed']) => () => changed.some(({ permitted }) => permitted);

export const entryOf = (
  type: VolumeType,
  licenseId: string,
  { uuid, permitted }: Done['changed'][number],
): AuditEntry => ({
  type: `${type}.permissionsChanged`,
  targetId: uuid,
  changes: { permittedLicenses: permitted ? { after: licenseId } : { before: licenseId } },
});

export async function answer(
  { tx, locale, now }: Saving,
  licenseId: string,
  changed: number,
): Promise<SavedPermissions> {
  const [license] = await readLicenses(tx, { licenseId }, locale, now);
  return { license: license as License, changed };
}

export const noteRevision = (
  { tx, now, operatorUuid }: Saving,
  { license_id }: queries.HeldLicense,
  isRule: boolean,
  changed: Done['changed'],
) => insertRevision(tx, { license_id, at: now, operator_uuid: operatorUuid, is_rule: isRule }, changed);

/** For writers that hold a license's lock: update its counts, then since when it is over its volume. */
export const { recount, noteOverUse } = queries;
