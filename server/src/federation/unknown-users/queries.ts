import { sql } from 'kysely';
import { MAX_UNKNOWN_USERS } from '#contract/federation/unknown-user-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface NewRow {
  connection: string;
  subject_hash: string;
  sealed_claims: Buffer;
}

/** Keeps a sign-in of somebody, with what is said now; of a connection that has too many, the oldest are deleted. */
export async function saveUnknown(tx: Tx, row: NewRow, now: Date): Promise<void> {
  const { connection, subject_hash, sealed_claims } = row;
  const { rows } = await sql<{ isNew: boolean }>`
    insert into unknown_users as u (tenant_id, connection, subject_hash, sealed_claims, first_at, last_at)
    values (current_tenant(), ${connection}, ${subject_hash}, ${sealed_claims}, ${now}, ${now})
    on conflict (tenant_id, connection, subject_hash) do update set
      sealed_claims = excluded.sealed_claims, last_at = greatest(u.last_at, excluded.last_at), times = u.times + 1
    returning times = 1 as "isNew"`.execute(tx);
  if (!rows[0]?.isNew) return;
  // The inner query locks nothing: beside an offset, those that stay would be locked too (traces.ts).
  await sql`
    delete from unknown_users where connection = ${connection} and subject_hash = any (array(
      select subject_hash from unknown_users where connection = ${connection} and subject_hash = any (array(
        select subject_hash from unknown_users where connection = ${connection}
        order by last_at desc, subject_hash offset ${MAX_UNKNOWN_USERS}))
      for update skip locked))`.execute(tx);
}

export interface UnknownRow {
  tenant_id: string;
  subject_hash: string;
  sealed_claims: Buffer;
  first_at: Date;
  last_at: Date;
  times: number;
}

/** Those of a connection since a moment, in the order in which they came first. */
export const listUnknown = (tx: Tx, connection: string, since: Date): Promise<UnknownRow[]> =>
  tx
    .selectFrom('unknown_users')
    .select(['tenant_id', 'subject_hash', 'sealed_claims', 'first_at', 'last_at', 'times'])
    .where('connection', '=', connection)
    .where('last_at', '>=', since)
    .orderBy('first_at')
    .orderBy('subject_hash')
    .execute();

/** Removes those of a connection that is deleted. */
export async function deleteUnknownUsers(tx: Tx, connection: string): Promise<void> {
  await tx.deleteFrom('unknown_users').where('connection', '=', connection).execute();
}
