import { sql } from 'kysely';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Purpose } from '../requests/requests.ts';

const MOST_KEPT = 50;
const LONGEST_VALUE = 300;

/** What became of an answer of a provider. */
export interface Trace {
  /** UUID of the connection. */
  connection: string;
  /** `unasked`: the provider began; `signOut`: it asked to sign out. */
  purpose: Purpose | 'unasked' | 'signOut';
  /** The check that failed, by the protocol's own list; null: it passed. */
  cause: string | null;
  /** Values that help to mend it, by name; never a secret, token or whole document. */
  detail: Readonly<Record<string, string | undefined>>;
  requestId: string;
  now: Date;
}

/**
 * Notes what became of an answer, for the administrators of the connection; the latest fifty are kept, so that strangers
 * cannot fill the table. Values are cut off.
 */
export async function noteTrace(tx: Tx, trace: Trace): Promise<void> {
  const { connection, purpose, cause, requestId, now } = trace;
  const told = Object.entries(trace.detail).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Control characters would show as they are, and PostgreSQL takes neither NUL nor half a character.
  const detail = told.map(([name, value]) => [
    name,
    value
      .replace(/\p{Cc}/gu, ' ')
      .slice(0, LONGEST_VALUE)
      .toWellFormed(),
  ]);
  // In one statement, for each sign-in has one: those that are too many by the new one, which it does not see, are deleted.
  // The inner query locks nothing: beside an offset, those that stay would be locked too.
  await sql`
    with gone as (
      delete from federation_traces where connection = ${connection} and id = any (array(
        select id from federation_traces where connection = ${connection} and id = any (array(
          select id from federation_traces where connection = ${connection} order by id desc offset ${MOST_KEPT - 1}))
        for update skip locked)))
    insert into federation_traces (tenant_id, connection, id, at, purpose, cause, detail, request_id)
    values (current_tenant(), ${connection}, ${newUuid()}, ${now}, ${purpose}, ${cause},
      ${JSON.stringify(Object.fromEntries(detail))}, ${requestId})`.execute(tx);
}

export interface TraceRow {
  id: string;
  at: Date;
  purpose: Trace['purpose'];
  cause: string | null;
  detail: Record<string, string>;
  request_id: string;
}

/** The traces of a connection, the latest first. */
export async function listTraces(tx: Tx, connection: string): Promise<TraceRow[]> {
  const rows = await tx
    .selectFrom('federation_traces')
    .select(['id', 'at', 'purpose', 'cause', 'detail', 'request_id'])
    .where('connection', '=', connection)
    .orderBy('id', 'desc')
    .execute();
  return rows as TraceRow[];
}

/** What one person meets, or a stranger can bring about: the connection as such does not fail. */
const PERSONAL = [
  ...['unsolicited', 'request_unknown', 'replayed', 'session_gone'],
  ...['not_linked', 'way_closed', 'linked_to_another', 'address_taken', 'directory_not_listed'],
  ...['address_missing', 'address_invalid', 'address_unverified', 'domain_not_allowed'],
];

/**
 * How many sign-ins of each connection failed since `since` and since the last one that passed; without those that failed
 * for a cause of one person.
 */
export async function countFailures(
  tx: Tx,
  since: Date,
): Promise<{ connection: string; failures: number; at: Date }[]> {
  const { rows } = await sql<{ connection: string; failures: number; at: Date }>`
    select connection, count(*)::int as failures, max(at) as at
    from federation_traces t
    where purpose = 'signIn' and at > ${since} and cause <> all (${PERSONAL}) and not exists (
      select from federation_traces later
      where later.connection = t.connection and later.id > t.id and later.purpose = 'signIn' and later.cause is null)
    group by connection`.execute(tx);
  return rows;
}

/** Removes the traces of a connection that is deleted. */
export async function deleteTraces(tx: Tx, connection: string): Promise<void> {
  await tx.deleteFrom('federation_traces').where('connection', '=', connection).execute();
}
