import { sql } from 'kysely';
import type { FeedEvent } from '#contract/logs/event-feed.ts';
import { signInEvent } from '#contract/events.ts';
import { ask, together } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { toLoginEntry, toOperationEntry } from '../entries.ts';
import { loginLog, type LoginRow, type OperationRow } from '../sources.ts';

/** A place in the order in which events could be seen: by transaction (docs/decisions/0131-events.md), then by ID. */
export interface Position {
  writer: number;
  id: string;
}

/** Behind all IDs of a transaction. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

interface Written {
  written_by: number;
}

/** An event with its place. */
export interface PlacedEvent {
  position: Position;
  event: FeedEvent;
}

/** The place behind all that can be seen now, and the database that counts so. */
export async function endOfEvents(tx: Tx): Promise<{ position: Position; server: string }> {
  const [row] = await ask<{ horizon: number; server: string }>(
    tx,
    sql<{ horizon: number; server: string }>`select event_horizon() as horizon, event_server() as server`,
  );
  if (!row) throw new Error('the database did not say where it is');
  return { position: { writer: row.horizon - 1, id: LAST_ID }, server: row.server };
}

const operationColumns = sql`l.id, l.at, l.type, l.operation, l.action, l.status, l.operator_uuid, l.operator_user_id,
  coalesce(l.actor_type, actor_type_of(l.operator_uuid, l.operator_user_id)) as actor_type,
  case when l.actor_type is null then actor_id_of(l.operator_uuid, l.operator_user_id) else l.actor_id end as actor_id,
  coalesce(l.actor_name, l.operator_user_id) as actor_name, l.target_type, l.target_id, l.changes, l.address, l.request_id,
  l.error_id, l.reason, l.client_request_id, l.written_by`;

/**
 * The next events of both logs behind a place, at most `most`, in the order in which they could be seen. All that was
 * written before an open transaction is there; what that writes, and what came after it, is given when it has ended.
 * @param until the last place to read to
 */
export async function readEvents(tx: Tx, after: Position, until: Position, most: number): Promise<PlacedEvent[]> {
  // The horizon is read before the logs: what is below it is in every later snapshot.
  const behind = sql`l.written_by >= ${after.writer}::bigint and (l.written_by, l.id) > (${after.writer}::bigint, ${after.id}::uuid)
    and l.written_by <= ${until.writer}::bigint order by l.written_by, l.id limit ${most}`;
  const [logins, operations] = await together<[LoginRow & Written, OperationRow & Written]>(
    tx,
    sql<LoginRow & Written>`select ${loginLog.columns}, l.written_by from login_log l where ${behind}`,
    sql<OperationRow & Written>`select ${operationColumns} from system_operation_log l where ${behind}`,
  );
  const placed = [...logins.map(placeLogin), ...operations.map(placeOperation)];
  return placed.sort(inOrder).slice(0, most);
}

/** The database may know a time more exactly than a `Date` does. */
const isThat = sql`l.at >= w.at and l.at < w.at + interval '1 millisecond' and l.id = w.id`;

/** The events with these times and IDs, by ID; those that the logs no longer have are left out. */
export async function findEvents(
  tx: Tx,
  wanted: readonly { log: string; at: Date; id: string }[],
): Promise<Map<string, FeedEvent>> {
  const of = (log: string) => {
    const those = wanted.filter((each) => each.log === log);
    return sql`from unnest(${those.map(({ at }) => at)}::timestamptz[], ${those.map(({ id }) => id)}::uuid[]) w (at, id)`;
  };
  const [logins, operations] = await together<[LoginRow & Written, OperationRow & Written]>(
    tx,
    sql<LoginRow & Written>`select ${loginLog.columns}, l.written_by ${of('login')} join login_log l on ${isThat}`,
    sql<OperationRow & Written>`select ${operationColumns} ${of('systemOperation')}
      join system_operation_log l on ${isThat}`,
  );
  return new Map([...logins.map(placeLogin), ...operations.map(placeOperation)].map(({ event }) => [event.id, event]));
}

const placeOf = ({ written_by: writer, id }: Written & { id: string }): Position => ({ writer, id });
const inOrder = ({ position: a }: PlacedEvent, { position: b }: PlacedEvent) =>
  a.writer - b.writer || (a.id < b.id ? -1 : 1);

function placeLogin(row: LoginRow & Written): PlacedEvent {
  const data = toLoginEntry(row);
  const type = signInEvent(data);
  return { position: placeOf(row), event: { id: row.id, type, timestamp: data.at, log: 'login', data } };
}

function placeOperation(row: OperationRow & Written): PlacedEvent {
  const { actorNamed: _actor, targetNamed: _target, ...data } = toOperationEntry(row);
  const type = data.type ?? 'unknown';
  return { position: placeOf(row), event: { id: row.id, type, timestamp: data.at, log: 'systemOperation', data } };
}
