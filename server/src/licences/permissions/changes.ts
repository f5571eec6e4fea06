import { fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { listPermissionChanges, PermissionChange } from '#contract/licences/permitted.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import * as queries from './revision-queries.ts';

/** Saves of a license since a revision: by whom, and which changes. Throws `license_not_exist`. */
export async function readChanges(
  tx: Tx,
  licenseId: string,
  since: number | undefined,
): Promise<AnswerOf<typeof listPermissionChanges>> {
  const license = await queries.findRevision(tx, licenseId);
  if (!license) throw fail('license_not_exist', { field: 'licenseId' });
  const rows = since !== undefined && license.revision > since ? await queries.listRevisions(tx, licenseId, since) : [];
  const uuids = rows.flatMap(({ permitted, taken }) => [...permitted, ...taken]);
  const ids = uuids.length > 0 ? await queries.readIds(tx, license.volume_type, uuids) : new Map<string, string>();
  return { revision: license.revision, results: rows.map((row) => toChange(row, ids)) };
}

function toChange(row: queries.RevisionRow, ids: ReadonlyMap<string, string>): PermissionChange {
  const named = (uuids: readonly string[]) => uuids.flatMap((uuid) => ids.get(uuid) ?? []);
  const { user_id: userId, family_name, given_name } = row;
  return {
    at: row.at.toISOString(),
    operator: userId === null ? null : { userId, familyName: family_name ?? '', givenName: given_name ?? '' },
    isRule: row.is_rule,
    count: row.permitted.length + row.taken.length,
    permitted: named(row.permitted),
    taken: named(row.taken),
  };
}
