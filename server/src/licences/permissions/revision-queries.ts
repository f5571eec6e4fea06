import { sql } from 'kysely';
import { TOLD_HOLDERS, TOLD_SAVINGS } from '#contract/licences/permitted.ts';
import type { Tx } from '../../platform/db/transaction.ts';

interface Revision {
  license_id: string;
  at: Date;
  operator_uuid: string | null;
  is_rule: boolean;
}

/** Longer than any edit takes. */
const KEPT_DAYS = 2;

/** Increments the revision of a locked license, stores what changed, and deletes old revisions. */
export async function insertRevision(
  tx: Tx,
  { license_id, at, operator_uuid, is_rule }: Revision,
  changed: readonly { uuid: string; permitted: boolean }[],
): Promise<void> {
  const uuids = (permitted: boolean) => changed.filter((one) => one.permitted === permitted).map(({ uuid }) => uuid);
  const before = new Date(at.getTime() - KEPT_DAYS * 86_400_000);
  await sql`
    with next as (
      update licenses set revision = revision + 1 where license_id = ${license_id} returning tenant_id, revision),
    forgotten as (delete from license_revisions where license_id = ${license_id} and at < ${before})
    insert into license_revisions (tenant_id, license_id, revision, at, operator_uuid, is_rule, permitted, taken)
    select tenant_id, ${license_id}, revision, ${at}::timestamptz, ${operator_uuid}::uuid, ${is_rule}::boolean,
      ${uuids(true)}::uuid[], ${uuids(false)}::uuid[]
    from next`.execute(tx);
}

export interface RevisionRow {
  at: Date;
  user_id: string | null;
  family_name: string | null;
  given_name: string | null;
  is_rule: boolean;
  permitted: string[];
  taken: string[];
}

/** Revisions of a license after one, latest first. */
export async function listRevisions(tx: Tx, licenseId: string, since: number): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    select r.at, u.user_id, u.family_name, u.given_name, r.is_rule, r.permitted, r.taken
    from license_revisions r left join users u on u.tenant_id = r.tenant_id and u.uuid = r.operator_uuid
    where r.license_id = ${licenseId} and r.revision > ${since}
    order by r.revision desc limit ${TOLD_SAVINGS}`.execute(tx);
  return rows;
}

/** IDs of the given users or devices that still exist; only the first ones. */
export async function readIds(tx: Tx, type: 'user' | 'device', uuids: readonly string[]): Promise<Map<string, string>> {
  const some = uuids.slice(0, TOLD_HOLDERS);
  const { rows } = await (type === 'user'
    ? sql<{ uuid: string; id: string }>`select uuid, user_id as id from users where uuid = any (${some}::uuid[])`
    : sql<{ uuid: string; id: string }>`select uuid, device_id as id from devices where uuid = any (${some}::uuid[])`
  ).execute(tx);
  return new Map(rows.map(({ uuid, id }) => [uuid, id]));
}

/** Type of a license and its revision; null if it does not exist. */
export async function findRevision(
  tx: Tx,
  licenseId: string,
): Promise<{ volume_type: 'user' | 'device'; revision: number } | null> {
  const row = await tx
    .selectFrom('licenses')
    .select(['volume_type', 'revision'])
    .where('license_id', '=', licenseId)
    .executeTakeFirst();
  return row ?? null;
}
