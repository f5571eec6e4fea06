import type { ImportRowKind } from '#contract/people/user-imports-fields.ts';
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import type { Reason, UserImports } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type ImportRow = Selectable<UserImports>;

export async function insertImport(tx: Tx, row: Insertable<UserImports>): Promise<void> {
  await tx.insertInto('user_imports').values(row).execute();
}

export async function readImport(tx: Tx, importId: string): Promise<ImportRow | null> {
  const row = await tx.selectFrom('user_imports').selectAll().where('import_id', '=', importId).executeTakeFirst();
  return row ?? null;
}

export async function updateImport(tx: Tx, importId: string, values: Updateable<UserImports>): Promise<ImportRow> {
  return tx
    .updateTable('user_imports')
    .set(values)
    .where('import_id', '=', importId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteImport(tx: Tx, importId: string): Promise<void> {
  await tx.deleteFrom('user_imports').where('import_id', '=', importId).execute();
}

export async function isAtWork(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('user_imports')
    .select('import_id')
    .where('status', 'in', ['checking', 'processing'])
    .executeTakeFirst();
  return row !== undefined;
}

/** What somebody uploaded and did not confirm is given up; the sweep takes it away. */
export async function giveUpEarlier(tx: Tx, userUuid: string, exceptId: string, now: Date): Promise<void> {
  await tx
    .updateTable('user_imports')
    .set({ status: 'canceled', finished_at: now, expires_at: now })
    .where('created_by', '=', userUuid)
    .where('import_id', '<>', exceptId)
    .where('status', 'in', ['accepting', 'previewed'])
    .where('received_at', 'is not', null)
    .execute();
}

/** Gives up the oldest undos that a user prepared and did not confirm, where there are more than so many. */
export async function giveUpUndos(tx: Tx, userUuid: string, most: number, now: Date): Promise<void> {
  await sql`
    update user_imports set status = 'canceled', finished_at = ${now}, expires_at = ${now}
    where import_id in (
      select import_id from user_imports where created_by = ${userUuid}::uuid and kind = 'undo' and status = 'previewed'
      order by created_at desc, import_id desc offset ${most}::integer for update)`.execute(tx);
}

/** Keeps a piece of a file that was sealed. */
export async function insertPart(
  tx: Tx,
  place: { tenantId: string; importId: string; part: number },
  content: Buffer,
): Promise<void> {
  const { tenantId, importId, part } = place;
  await tx
    .insertInto('user_import_files')
    .values({ tenant_id: tenantId, import_id: importId, part, content, sealed: true })
    .execute();
}

/** A piece of a file; those that an earlier version kept are not sealed. */
export async function readPart(tx: Tx, importId: string, part: number) {
  const row = await tx
    .selectFrom('user_import_files')
    .select(['content', 'sealed'])
    .where('import_id', '=', importId)
    .where('part', '=', part)
    .executeTakeFirst();
  return row ?? null;
}

export interface Remembered {
  mapping: Record<string, string>;
  empty_cells: string;
}

export async function readMapping(tx: Tx): Promise<Remembered | null> {
  return (await tx.selectFrom('user_import_mappings').select(['mapping', 'empty_cells']).executeTakeFirst()) ?? null;
}

export async function storeMapping(tx: Tx, tenantId: string, { mapping, empty_cells }: Remembered): Promise<void> {
  const values = { mapping: JSON.stringify(mapping), empty_cells };
  await tx
    .insertInto('user_import_mappings')
    .values({ tenant_id: tenantId, ...values })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(values))
    .execute();
}

export interface ListedRow {
  row_no: number;
  kind: ImportRowKind;
  operation: string;
  user_id: string;
  given: Record<string, unknown>;
  changes: Record<string, { before: unknown; after: unknown }> | null;
  before: Record<string, unknown> | null;
  reasons: Reason[];
  done: boolean;
}

/** Rows by number, of one kind or all: those behind a row, or (descending) those before it. */
export async function listRows(
  tx: Tx,
  importId: string,
  { kind, after, before, limit }: { kind?: string | undefined; after?: number; before?: number; limit: number },
): Promise<ListedRow[]> {
  const { rows } = await sql<ListedRow>`
    select r.row_no, r.kind, r.operation, r.user_id, r.given, r.changes, r.before, r.reasons,
      r.kind in ('create', 'update', 'delete') and exists (select from user_import_bites b
        where b.tenant_id = r.tenant_id and b.import_id = r.import_id and b.bite = r.row_no / 1000
          and b.done_at is not null) as done
    from user_import_rows r
    where r.import_id = ${importId} ${kind === undefined ? sql`` : sql`and r.kind = ${kind}`}
      ${after === undefined ? sql`` : sql`and r.row_no > ${after}`}
      ${before === undefined ? sql`` : sql`and r.row_no < ${before}`}
    order by r.row_no ${before === undefined ? sql`` : sql`desc`} limit ${limit}`.execute(tx);
  return before === undefined ? rows : rows.reverse();
}

const rolesIn = (list: RawBuilder<unknown>) =>
  sql`(select array_agg(role order by role) from jsonb_array_elements_text(${list}) role)`;

/** The users that the rows of an import would bring, take away or give other roles, as `forecastSeats` wants them. */
export const movesOf = (importId: string) => sql`
  select r.user_uuid as uuid,
    case r.kind when 'update' then ${rolesIn(sql`r.changes #> '{roles,before}'`)}
      when 'delete' then ${rolesIn(sql`r.before -> 'roles'`)} end as before,
    case r.kind when 'update' then ${rolesIn(sql`r.changes #> '{roles,after}'`)}
      when 'delete' then null
      else coalesce(${rolesIn(sql`r.given -> 'roles'`)}, '{User}') end as after
  from user_import_rows r
  where r.import_id = ${importId} and (r.kind in ('create', 'restore', 'delete') or r.kind = 'update' and r.changes ? 'roles')`;
/** The users whom an import has made and who are still to register, with an address: a question with the column `uuid`. */
export const invitable = (importId: string) => sql<{ uuid: string }>`
  select distinct u.uuid from user_import_rows r join users u on u.uuid = r.user_uuid
  where r.import_id = ${importId} and r.kind = 'create' and u.status = 'registering'`;
