import { IMPORT_KEPT_DAYS } from '#contract/limits.ts';
import type { ImportRowKind } from '#contract/people/user-imports-fields.ts';
import { type RawBuilder, sql } from 'kysely';
import type { ImportCounts } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { givesRights, refusals } from '../changes/rules.ts';
import { takesAddress } from '../changes/changes.ts';

/** The preview of an import: its staged rows as a whole, what they come to, and what a confirmation of them takes. */

const IMPORT_BITE = 1000;
export const biteOf = sql.raw(`row_no / ${IMPORT_BITE}`);

/** Counts staged rows and divides them into bites; gives what an import is then that waits to be confirmed. */
export async function sumUp(tx: Tx, tenantId: string, importId: string) {
  await refuseBeyondLimit(tx, importId);
  const counts = await countRows(tx, importId);
  await makeBites(tx, tenantId, importId);
  const total = counts.create + counts.update + counts.delete + counts.unchanged + counts.wrong;
  return { counts, waits: { status: 'previewed' as const, rows_total: total, rows_done: total } };
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
async function refuseBeyondLimit(tx: Tx, importId: string): Promise<void> {
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
async function countRows(tx: Tx, importId: string): Promise<ImportCounts> {
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
async function makeBites(tx: Tx, tenantId: string, importId: string): Promise<void> {
  await sql`
    insert into user_import_bites (tenant_id, import_id, bite)
    select distinct ${tenantId}, ${importId}::uuid, ${biteOf} from user_import_rows
    where import_id = ${importId} and kind in ('create', 'update', 'delete')
    on conflict do nothing`.execute(tx);
}

/** What changes of an import when it begins to be carried out. */
export function startOf(counts: ImportCounts, now: Date) {
  const rows_total = counts.create + counts.update + counts.delete;
  const expires_at = new Date(now.getTime() + IMPORT_KEPT_DAYS * 86_400_000);
  return { status: 'processing' as const, rows_total, rows_done: 0, phase_at: now, confirmed_at: now, expires_at };
}

/** Whether an import makes administrators, or moves or takes the address that somebody signs in with. */
export const takesProof = ({ needsProof = 0 }: ImportCounts): boolean => needsProof > 0;
