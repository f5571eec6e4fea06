import { type RawBuilder, sql } from 'kysely';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { Tx } from '../db/transaction.ts';

/** Who follows the events of a tenant, each from where it was last. */
export interface Follower {
  consumer: 'log-counts';
  log: LogKind;
  /** About so many rows at once: whole transactions. */
  batch: number;
}

const tables = { login: sql.table('login_log'), systemOperation: sql.table('system_operation_log') } as const;

/** `begun`: this reader was not here before; what is written from now on it will be given. `rows`: what it is given. */
export type Followed = { kind: 'begun' } | { kind: 'rows'; rows: RawBuilder<unknown> } | { kind: 'nothing' };

/**
 * The next rows of a log in the order in which they could be seen, and the position behind them: in the transaction that
 * makes use of them, so that a reader that fails reads them again. Two of the same name wait for each other. A
 * transaction that is open holds back all that began after it, so that nothing that commits late is passed over.
 */
export async function follow(tx: Tx, tenantId: string, { consumer, log, batch }: Follower): Promise<Followed> {
  const held = await tx
    .selectFrom('event_positions')
    .select('read_to')
    // A dump that was restored elsewhere brings a position, but another server's.
    .where('server', '=', sql<string>`event_server()`)
    .where('consumer', '=', consumer)
    .where('log', '=', log)
    .forUpdate()
    .executeTakeFirst();
  // A statement of its own: whoever has waited for another reader still has the horizon of before, which is behind it.
  const { rows } = await sql<{ to: number | null; is_ahead: boolean }>`
    select ${held?.read_to ?? null}::bigint >= event_horizon() as is_ahead, max(next.written_by) as to from (
      select l.written_by from ${tables[log]} l
      where l.written_by > ${held?.read_to ?? null}::bigint and l.written_by < event_horizon()
      order by l.written_by limit ${batch}) next`.execute(tx);
  const [next] = rows;
  // Numbers of transactions that are yet to come are those of a server that was put back.
  if (!held || next?.is_ahead) {
    await moveTo(tx, tenantId, { consumer, log }, sql`event_horizon() - 1`);
    return { kind: 'begun' };
  }
  const to = next?.to;
  if (!to) return { kind: 'nothing' };
  await moveTo(tx, tenantId, { consumer, log }, sql`${to}::bigint`);
  const given = sql`l.written_by > ${held.read_to}::bigint and l.written_by <= ${to}::bigint`;
  return { kind: 'rows', rows: sql`(select l.* from ${tables[log]} l where ${given})` };
}

async function moveTo(
  tx: Tx,
  tenantId: string,
  { consumer, log }: Pick<Follower, 'consumer' | 'log'>,
  place: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into event_positions (tenant_id, consumer, log, read_to) values (${tenantId}, ${consumer}, ${log}, ${place})
    on conflict (tenant_id, consumer, log) do update set read_to = excluded.read_to, server = default`.execute(tx);
}
