import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Division, Stretch } from '../../platform/exports/kind.ts';
import type { End } from '../../platform/exports/queries.ts';
import { harmless } from '../../platform/exports/harmless.ts';
import type { Period } from '../../platform/db/period.ts';
import type { Place } from '../place.ts';
import type { Plan } from '../queries.ts';
import type { Source } from '../sources.ts';

// biome-ignore lint/suspicious/noExplicitAny: what a condition holds is the source's own affair
type AnySource = Source<any, Place>;

/** The columns of the files, by their names in the API, in SQL. Times come as PostgreSQL writes them, in UTC. */
const columnsOf = {
  login: {
    at: 'l.at',
    userId: harmless('l.user_id'),
    uuid: 'l.user_uuid',
    status: 'l.status',
    reason: 'l.reason',
    loginType: 'l.login_type',
    deviceId: 'l.device_id',
    clientId: 'l.client_id',
    clientName: harmless('l.client_name'),
    address: 'host(l.address)',
    userAgent: harmless('l.user_agent'),
    sessionId: 'l.session_id',
    requestId: harmless('l.request_id'),
    clientRequestId: harmless('l.client_request_id'),
  },
  systemOperation: {
    at: 'l.at',
    operatorUserId: harmless('l.operator_user_id'),
    operatorUuid: 'l.operator_uuid',
    operation: 'l.operation',
    action: harmless('l.action'),
    status: 'l.status',
    targetType: 'l.target_type',
    targetId: harmless('l.target_id'),
    changes: 'l.changes',
    address: 'host(l.address)',
    requestId: harmless('l.request_id'),
    errorId: 'l.error_id',
    reason: harmless('l.reason'),
    clientRequestId: harmless('l.client_request_id'),
  },
} as const;

export const fileColumns = ({ kind }: AnySource): string[] => Object.keys(columnsOf[kind]);

/** A plan as a condition on all rows: here the planner of PostgreSQL chooses. */
function planned(source: AnySource, { streams, residual, grouped }: Plan): RawBuilder<SqlBool> {
  const parts = [...(residual === null ? [] : [residual]), ...(grouped && source.whole ? [source.whole] : [])];
  if (streams) {
    const leads = streams.map(({ field, term }) => {
      const key = source.keys[field] ?? sql`''`;
      return sql<SqlBool>`(log_key(${key}) = log_key(${term}::text) and lower(${key}) = lower(${term}::text))`;
    });
    parts.push(leads.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(leads, sql` or `)})`);
  }
  return parts.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const inPeriod = ({ from, to }: Period) => sql`l.at >= ${from}::timestamptz and l.at <= ${to}::timestamptz`;

/** Where the rows of a plan are split into parts, in order of time, and how many there are. */
export async function divide(tx: Tx, source: AnySource, plan: Plan, period: Period, every: number): Promise<Division> {
  const { rows } = await sql<{ at: string; uuid: string; place: number }>`
    select at::text, id as uuid, place::integer from (
      select l.at, l.id, row_number() over along as place, lead(l.id) over along as next
      from ${source.view} l where ${inPeriod(period)} and ${planned(source, plan)}
      window along as (order by l.at, l.id)) l
    where place % ${every}::integer = 0 or next is null order by l.at, l.id`.execute(tx);
  return { total: rows.at(-1)?.place ?? 0, ends: rows.map(({ at, uuid }) => ({ at, uuid })) };
}

/** Selects one part of a plan's rows, oldest first: SQL text and parameters. */
export function linesOf(
  tx: Tx,
  source: AnySource,
  plan: Plan,
  { after, upTo, ...period }: Period & Stretch,
): { text: string; values: readonly unknown[] } {
  const beyond = (end: End | null, sign: '>' | '<=') =>
    end === null
      ? sql`true`
      : sql`l.at ${sql.raw(`${sign[0]}=`)} ${end.at}::timestamptz and (l.at, l.id) ${sql.raw(sign)} (${end.at}::timestamptz, ${end.uuid}::uuid)`;
  const { sql: text, parameters } = sql`
    select ${sql.raw(Object.values(columnsOf[source.kind]).join(', '))} from ${source.view} l
    where ${inPeriod(period)} and ${beyond(after, '>')} and ${beyond(upTo, '<=')} and ${planned(source, plan)}
    order by l.at, l.id`.compile(tx);
  return { text, values: parameters };
}
