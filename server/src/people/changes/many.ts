import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import {
  type Given,
  givingAddresses,
  forgettingAddresses,
  inserting,
  partsOfFields,
  type Staged,
  updating,
} from './changes.ts';
import { firstReason, takeTurns } from './rules.ts';

/** Changes of many users at once, as the forms of many: what is peculiar about one is left to `one.ts`. */

export interface NewUser {
  uuid: string;
  userId: string;
  given: Given;
}

const staged = (
  kind: 'create' | 'update',
  users: readonly { uuid: string; userId?: string; given: Given }[],
): Staged => {
  const rows = users.map(({ uuid, userId, given }, row_no) => {
    const values = Object.entries(given).filter(([, value]) => value !== undefined);
    const changes = Object.fromEntries(values.map(([field, after]) => [field, { after }]));
    return { row_no, user_id: userId ?? null, user_uuid: uuid, given: Object.fromEntries(values), changes };
  });
  return sql`(select one.*, ${kind}::text as kind from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as one (row_no integer, user_id text, user_uuid uuid, given jsonb, changes jsonb))`;
};

/** Those of the new users, by their places, whom a rule refuses. Their addresses are nobody else's until the end. */
export async function refusedOf(tx: Tx, users: readonly NewUser[]): Promise<Set<number>> {
  const rows = staged('create', users);
  await takeTurns(tx, rows, false);
  const looked = { kind: sql`r.kind`, given: sql`r.given`, changes: sql`r.changes`, operatorUuid: null };
  const { rows: refused } = await sql<{ row_no: number }>`
    select r.row_no from ${rows} r left join users u on false where ${firstReason(looked)} is not null`.execute(tx);
  return new Set(refused.map(({ row_no }) => row_no));
}

/** Inserts users who were checked. */
export async function insertMany(tx: Tx, users: readonly NewUser[], now: Date): Promise<void> {
  const rows = staged('create', users);
  await inserting(rows, now).execute(tx);
  if (users.some(({ given }) => given.mailAddresses)) await givingAddresses(rows).execute(tx);
}

/** Updates users who are held, by fields that no rule looks at. */
export async function updateMany(tx: Tx, users: readonly { uuid: string; given: Given }[], now: Date): Promise<void> {
  if (users.length === 0) return;
  const rows = staged('update', users);
  const fields = users.flatMap(({ given }) => Object.keys(given));
  await updating(rows, partsOfFields(fields), { now }).execute(tx);
  if (!users.some(({ given }) => given.mailAddresses)) return;
  await forgettingAddresses(rows).execute(tx);
  await givingAddresses(rows).execute(tx);
}

/** The users, for a change that is the same for all. */
export const theseUsers = (uuids: readonly string[]): RawBuilder<unknown> =>
  sql`select unnest(${uuids}::uuid[]) as user_uuid`;
