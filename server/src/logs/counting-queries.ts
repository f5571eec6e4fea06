import { type RawBuilder, sql } from 'kysely';
import type { LogKind } from '#contract/logs/logs-fields.ts';
import type { Tx } from '../platform/db/transaction.ts';
import type { Period } from '../platform/db/period.ts';
import type { Place } from './place.ts';
import type { Source } from './sources.ts';

/** Time of the first row of a log; null if it is empty. */
export async function readFirst(tx: Tx, source: Pick<Source<never, Place>, 'view'>): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select l.at from ${source.view} l where l.at >= '1970-01-01' order by l.at limit 1`.execute(tx);
  return rows[0]?.at ?? null;
}

export async function readCountedTo(tx: Tx, kind: LogKind): Promise<Date | null> {
  const row = await tx
    .selectFrom('log_counted')
    .select('counted_to')
    .where('log', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  return row?.counted_to ?? null;
}

/** Half hours before a moment that have rows. */
export async function slotsOf(tx: Tx, rows: RawBuilder<unknown>, before: Date, length: number): Promise<Period[]> {
  const found = await sql<{ slot: Date }>`
    select distinct date_bin('30 minutes', r.at, '2000-01-01Z') as slot from ${rows} r where r.at < ${before}
    order by slot`.execute(tx);
  return found.rows.map(({ slot }) => ({ from: slot, to: new Date(slot.getTime() + length) }));
}

/** Counts the half hours of a period again. */
export async function countSlots(
  tx: Tx,
  source: Pick<Source<never, Place>, 'kind' | 'view' | 'keys'>,
  { from, to }: Period,
): Promise<void> {
  await sql`delete from log_counts where log = ${source.kind} and slot >= ${from} and slot < ${to}`.execute(tx);
  await sql`
    insert into log_counts (tenant_id, log, slot, outcome, rows)
    select current_tenant(), ${source.kind}, date_bin('30 minutes', l.at, '2000-01-01Z'), ${source.keys.outcome}, count(*)
    from ${source.view} l where l.at >= ${from} and l.at < ${to}
    group by 3, 4`.execute(tx);
}

export async function writeCountedTo(tx: Tx, tenantId: string, kind: LogKind, to: Date): Promise<void> {
  await tx
    .insertInto('log_counted')
    .values({ tenant_id: tenantId, log: kind, counted_to: to })
    .onConflict((at) => at.columns(['tenant_id', 'log']).doUpdateSet({ counted_to: to }))
    .execute();
}
