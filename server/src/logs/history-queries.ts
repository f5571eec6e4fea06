import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../platform/db/transaction.ts';
import type { ActorType } from '#contract/principals.ts';
import type { Place } from './place.ts';
import type { OperationRow } from './sources.ts';

const columns = [
  'id',
  'at',
  'type',
  'operation',
  'action',
  'status',
  'operator_uuid',
  'operator_user_id',
  'target_type',
  'target_id',
  'changes',
  'address',
  'request_id',
  'error_id',
  'reason',
  'client_request_id',
] as const;

/** As in the view for searches: rows of the previous version have no actor columns. */
const actorColumns = [
  sql<ActorType>`coalesce(actor_type, actor_type_of(operator_uuid, operator_user_id))`.as('actor_type'),
  sql<
    string | null
  >`case when actor_type is null then actor_id_of(operator_uuid, operator_user_id) else actor_id end`.as('actor_id'),
  sql<string>`coalesce(actor_name, operator_user_id)`.as('actor_name'),
];

/** Refused and failed calls are left out: a call can name anything as its target. */
const wasDone = sql<SqlBool>`status <> 'error'`;

/** At most `count` rows of one target, newest first: those after a place, or those just before it. */
export async function listOperations(
  tx: Tx,
  target: { type: string; id: string },
  { after, before, count }: { after?: Place; before?: Place; count: number },
): Promise<OperationRow[]> {
  let query = tx
    .selectFrom('system_operation_log')
    .select(columns)
    .select(actorColumns)
    .where('target_type', '=', target.type)
    .where('target_id', '=', target.id)
    .where(wasDone);
  if (after) query = query.where(sql<SqlBool>`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  if (before) query = query.where(sql<SqlBool>`(at, id) > (${before.at}::timestamptz, ${before.id}::uuid)`);
  const direction = before ? 'asc' : 'desc';
  const rows = await query.orderBy('at', direction).orderBy('id', direction).limit(count).execute();
  return before ? rows.reverse() : rows;
}

/** Number of rows of a target, counted up to `most`. */
export async function countOperations(tx: Tx, target: { type: string; id: string }, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from (
      select from system_operation_log where target_type = ${target.type} and target_id = ${target.id} and ${wasDone} limit ${most}) s`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}
