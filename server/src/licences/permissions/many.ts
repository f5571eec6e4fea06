import type { ErrorId } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { AssignedToMany } from '../../people/ports.ts';
import { isAllowed, isInRule } from './decide.ts';
import * as queries from './queries.ts';
import { insertRevision } from './revision-queries.ts';
import { apply, usable } from './saving.ts';

/** Fills the port of people. The license's lock makes its seats last for one transaction at a time. */
export async function assignToMany(
  tx: Tx,
  { licenseId, userUuids, operatorUuid, now }: AssignedToMany,
): Promise<{ gained: string[]; refused: Map<string, ErrorId> }> {
  const holders = await queries.holdByUuid(tx, 'user', userUuids);
  const license = usable((await queries.holdLicenses(tx, [licenseId], now))[0], 'user');
  const refused = new Map<string, ErrorId>();
  const reversed = await queries.findReversed(
    tx,
    license,
    holders.map(({ uuid }) => uuid),
  );
  const without = holders.filter((holder) => isInRule(license, holder) === reversed.has(holder.uuid));
  const allowed = without.filter((holder) => isAllowed(license, holder));
  const seats = Math.max(0, license.volume - (await queries.readUse(tx, licenseId)));
  const gaining = allowed.slice(0, seats);
  for (const { uuid } of without) refused.set(uuid, 'role_not_allowed');
  for (const { uuid } of allowed) refused.set(uuid, 'exceeded_permitted_users');
  for (const { uuid } of gaining) refused.delete(uuid);
  const wishes = gaining.map(({ key }) => ({ id: key, permitted: true, field: 'userIds' }));
  const { changed } = await apply(tx, license, wishes, new Map(gaining.map((holder) => [holder.key, holder])));
  if (changed.length > 0) {
    const revision = { license_id: licenseId, at: now, operator_uuid: operatorUuid, is_rule: false };
    await insertRevision(tx, revision, changed);
  }
  return { gained: changed.map(({ uuid }) => uuid), refused };
}
