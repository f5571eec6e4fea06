import { type Insertable, sql } from 'kysely';
import { MAX_RUN_HOURS } from '#contract/provisioning/values.ts';
import { ask, named, send } from '../../platform/db/ask.ts';
import type { SourceRuns } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type Outcome = Exclude<keyof Insertable<SourceRuns>, 'tenant_id' | 'source_uuid' | 'hour' | 'slot'>;

interface Hour {
  tenantId: string;
  source: string;
  hour: Date;
}

/** Answers whether it is the first of its hour and slot. */
export async function count(tx: Tx, { tenantId, source, hour }: Hour, outcome: Outcome, many = 1): Promise<boolean> {
  const column = sql.ref(outcome);
  const question = sql<{ is_first: boolean }>`
    insert into source_runs as r (tenant_id, source_uuid, hour, slot, ${column})
    values (${tenantId}, ${source}::uuid, ${hour}, pg_backend_pid() % 16, ${many}::integer)
    on conflict (tenant_id, source_uuid, hour, slot) do update set ${column} = r.${column} + excluded.${column}
    returning xmax = 0 as is_first`;
  return (await ask(tx, named(`count_call_${outcome}`, question)))[0]?.is_first === true;
}

/** Forgets hours that nobody can ask for any more. */
export async function forgetOld(tx: Tx, source: string, hour: Date): Promise<void> {
  const before = new Date(hour.getTime() - MAX_RUN_HOURS * 3_600_000);
  await send(tx, sql`delete from source_runs where source_uuid = ${source}::uuid and hour < ${before}`);
}

export interface RunRow extends Record<Outcome, number> {
  hour: Date;
}

/** The hours since one, latest first. */
export function listRuns(tx: Tx, source: string, since: Date): Promise<RunRow[]> {
  const sum = (outcome: Outcome) => sql`sum(r.${sql.ref(outcome)})::integer as ${sql.ref(outcome)}`;
  const sums = [
    ...([
      'created',
      'adopted',
      'updated',
      'deactivated',
      'deleted',
      'held',
      'spared',
      'unchanged',
      'groups',
      'failed',
    ] as const),
  ].map(sum);
  return ask(
    tx,
    sql<RunRow>`
      select r.hour, ${sql.join(sums)} from source_runs r
      where r.source_uuid = ${source}::uuid and r.hour >= ${since} group by r.hour order by r.hour desc`,
  );
}
