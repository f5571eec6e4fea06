import { fail } from '#contract/errors.ts';
import type { License } from '#contract/licences/fields.ts';
import type { SavedPermissions } from '#contract/licences/permissions.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import { readLicenses } from '../licenses/licenses.ts';
import * as queries from './queries.ts';
import {
  answer,
  apply,
  entryOf,
  hasPermitted,
  holdHolders,
  holdLicense,
  type LicenseKey,
  noteRevision,
  refuseOverfull,
  type Saving,
  usable,
  type VolumeType,
  type Wish,
} from './saving.ts';

/** Assigns a license to some and removes it from others: all or nothing. Throws what the contract's routes name. */
export async function setPermissions(
  saving: Saving,
  key: LicenseKey,
  type: VolumeType,
  wishes: readonly Wish[],
): Promise<SavedPermissions> {
  return fulfil(saving, key, type, wishes, await holdHolders(saving.tx, type, wishes));
}

/** Like the above, for holders that are locked already. */
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

/** Assigns several licenses to one user, or removes them: all or nothing. Throws also `not_found` (user). */
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
