import type { ImportRowKind } from '#contract/people/user-imports-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ImportCounts } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { compareRows } from '../changes/compare.ts';
import { givesRights, refusals } from '../changes/rules.ts';
import { takesAddress } from '../changes/source.ts';

const IMPORT_BITE = 1000;
export const biteOf = sql.raw(`row_no / ${IMPORT_BITE}`);

/** The file of an import is this worker's to read, unless another one reads it and was heard of after `silentSince`. */
export async function claim(tx: Tx, importId: string, token: string, now: Date, silentSince: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_imports')
    .set({ claim: token, claimed_at: now, rows_done: 0, bytes_read: 0 })
    .where('import_id', '=', importId)
    .where('status', '=', 'checking')
    .where((where) => where.or([where('claimed_at', 'is', null), where('claimed_at', '<', silentSince)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Says how far the reader is; false: the file is no longer its to read. */
export async function progress(
  tx: Tx,
  { importId, token, now }: { importId: string; token: string; now: Date },
  read: { rows: number; bytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('user_imports')
    .set((row) => ({
      ...{ claimed_at: now, rows_done: row('rows_done', '+', read.rows) },
      // Batches end in any order.
      bytes_read: row.fn<number>('greatest', ['bytes_read', row.val(read.bytes)]),
    }))
    .where('import_id', '=', importId)
    .where('claim', '=', token)
    .where('status', '=', 'checking')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Forgets what an earlier reading found, at most so many rows; answers how many. */
export async function forgetRows(tx: Tx, importId: string, most: number): Promise<number> {
  const { rows } = await sql<{ gone: number }>`
    with gone as (
      delete from user_import_rows where import_id = ${importId} and row_no = any (array(
        select row_no from user_import_rows where import_id = ${importId} limit ${most})) returning 1)
    select count(*)::integer as gone from gone`.execute(tx);
  if (rows[0]?.gone === 0) await tx.deleteFrom('user_import_bites').where('import_id', '=', importId).execute();
  return rows[0]?.gone ?? 0;
}

/**
 * Stages rows compared with the tenant (`stageable`: [[row, operation, user id, uuid for a new user, given, reasons, the
 * mail address the id was made of if so], …]).
 */
export async function stageRows(
  tx: Tx,
  place: { tenantId: string; importId: string; operatorUuid: string },
  rows: Buffer,
): Promise<void> {
  const read = sql`(
    select (row ->> 0)::integer as row_no, row ->> 1 as operation, row ->> 2 as user_id, (row ->> 3)::uuid as uuid,
      row -> 4 as given, row -> 5 as reasons, lower(row ->> 6) as made_of
    from jsonb_array_elements(${rows}::jsonb) row)`;
  await sql`
    insert into user_import_rows (tenant_id, import_id, row_no, kind, operation, user_id, user_uuid, given, changes, before, reasons)
    select ${place.tenantId}, ${place.importId}, row_no, kind, operation, user_id, user_uuid, given, changes, before, reasons
    from (${compareRows(read, place.operatorUuid)}) compared`.execute(tx);
}

/**
 * Rows of one file that name the same user, or give the same login mail address, are wrong: each of them. So is a login
 * mail address that another row gives as a further one. An id that was made and is another's names nobody, nor does what
 * is no id: of that only the beginning may be kept.
 */
export async function refuseDuplicates(tx: Tx, importId: string): Promise<void> {
  const isNone = sql.join(
    [{ id: 'user_id_of_another' }, { id: 'user_id_not_made' }, { id: 'invalid_params', field: 'userId' }].map(
      (reason) => sql`reasons @> ${JSON.stringify([reason])}::jsonb`,
    ),
    sql` or `,
  );
  const userId = sql`case when not (${isNone}) then lower(nullif(user_id, '')) end`;
  await refuseTold(tx, importId, 'userId', toldTwice(importId, userId));
  const address = sql`case when kind in ('create', 'update') then lower(given ->> 'loginMailAddress') end`;
  await refuseTold(tx, importId, 'loginMailAddress', toldTwice(importId, address));
  await refuseTold(tx, importId, 'loginMailAddress', toldAsFurther(importId));
}

async function refuseTold(tx: Tx, importId: string, field: string, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    update user_import_rows r set kind = 'wrong', changes = null, before = null,
      reasons = r.reasons || jsonb_build_array(jsonb_build_object('id', 'duplicated_in_file', 'field', ${field}::text))
    -- An array, and so found out once: rows that have just come the planner knows nothing of.
    where r.import_id = ${importId} and r.row_no = any (array(${rows}))`.execute(tx);
}

const toldTwice = (importId: string, key: RawBuilder<unknown>) => sql`
  select row_no from (
    select row_no, key, count(*) over (partition by key) as times
    from (select row_no, ${key} as key from user_import_rows where import_id = ${importId}) keyed
    where key is not null) counted
  where times > 1`;

/** In one go along the addresses: a join of rows that have just come may be done row by row. */
function toldAsFurther(importId: string): RawBuilder<unknown> {
  const telling = (field: string) =>
    sql`r.import_id = ${importId} and (r.kind = 'create' or r.kind = 'update' and r.changes ? ${sql.lit(field)})`;
  return sql`
    select row_no from (
      select row_no, signs_in, min(row_no) filter (where not signs_in) over (partition by key) as first,
        max(row_no) filter (where not signs_in) over (partition by key) as last
      from (
        select r.row_no, lower(r.given ->> 'loginMailAddress') as key, true as signs_in from user_import_rows r
        where ${telling('loginMailAddress')}
        union all
        select r.row_no, lower(address), false
        from user_import_rows r cross join lateral jsonb_array_elements_text(r.given -> 'mailAddresses') address
        where ${telling('mailAddresses')}) told
      where key is not null) met
    where signs_in and (first <> row_no or last <> row_no)`;
}

/**
 * New users beyond the tenant's limit are wrong: those that come last in the file. Users whom the file deletes make room
 * only once it is carried out.
 */
export async function refuseBeyondLimit(tx: Tx, importId: string): Promise<void> {
  const room = sql`(select greatest(user_limit - count_users(), 0) from tenants where user_limit is not null)`;
  await sql`
    update user_import_rows r set kind = 'wrong', changes = null, before = null, reasons = ${JSON.stringify([beyondLimit])}::jsonb
    where r.import_id = ${importId} and exists (select from tenants where user_limit is not null)
      and r.row_no = any (array(
        select row_no from user_import_rows where import_id = ${importId} and kind = 'create' order by row_no offset ${room}))`.execute(
    tx,
  );
}

const beyondLimit = refusals.noRoom;

const leavesGroups = sql`coalesce(not r.changes #> '{groups,after}' @> (r.changes #> '{groups,before}'), false)`;

/** An administrator who was deactivated is one again. */
const regainsRights = sql`(r.kind = 'update' and r.changes #>> '{status,before}' = 'inactive'
  and is_administrator(coalesce(r.changes #> '{roles,after}', r.before -> 'roles')))`;

/**
 * New administrators, deactivated ones who are activated, and another address to sign in with, or one that waits to be
 * that and is given up: what takes a recent proof one by one takes it here. Of somebody invited too, who may have
 * registered by the time the file is carried out.
 */
const needsProof = sql`(${givesRights} or coalesce(${regainsRights}, false)
  or coalesce(r.kind = 'update' and r.changes ?| array['loginMailAddress', 'nextLoginMailAddress'], false))`;

/** How many rows of each kind there are, and how many of those created or updated ask for a warning. */
export async function countRows(tx: Tx, importId: string): Promise<ImportCounts> {
  const { rows } = await sql<{
    kind: ImportRowKind;
    rows: number;
    active: number;
    losing: number;
    leaving: number;
    sensitive: number;
    beyond: number;
  }>`
    select r.kind, count(*)::integer as rows,
      (count(*) filter (where r.kind = 'create' and r.operation <> 'restore' and r.given ->> 'status' = 'active'))::integer as active,
      (count(*) filter (where r.kind = 'update' and ${takesAddress}))::integer as losing,
      (count(*) filter (where r.kind = 'update' and ${leavesGroups}))::integer as leaving,
      (count(*) filter (where ${needsProof}))::integer as sensitive,
      (count(*) filter (where r.kind = 'wrong' and r.reasons = ${JSON.stringify([beyondLimit])}::jsonb))::integer as beyond
    from user_import_rows r where r.import_id = ${importId} group by r.kind`.execute(tx);
  const counts: ImportCounts = { create: 0, update: 0, delete: 0, unchanged: 0, wrong: 0 };
  for (const row of rows) {
    counts[row.kind] = row.rows;
    if (row.active > 0) counts.createsActive = row.active;
    if (row.losing > 0) counts.losesAddress = row.losing;
    if (row.leaving > 0) counts.leavesGroups = row.leaving;
    if (row.sensitive > 0) counts.needsProof = (counts.needsProof ?? 0) + row.sensitive;
    if (row.beyond > 0) counts.beyondUserLimit = row.beyond;
  }
  return counts;
}

/** Divides what is to be done into bites. */
export async function makeBites(tx: Tx, tenantId: string, importId: string): Promise<void> {
  await sql`
    insert into user_import_bites (tenant_id, import_id, bite)
    select distinct ${tenantId}, ${importId}::uuid, ${biteOf} from user_import_rows
    where import_id = ${importId} and kind in ('create', 'update', 'delete')
    on conflict do nothing`.execute(tx);
}
