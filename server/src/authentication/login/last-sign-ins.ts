import { sql } from 'kysely';
import { built } from '../../db/built.ts';
import { behind } from '../../db/tenant-connections.ts';
import type { Tx } from '../../db/transaction.ts';

interface SignedIn {
  uuid: string;
  now: Date;
}

const storeOne = built((tx: Tx, { uuid, now }: SignedIn) =>
  tx.updateTable('last_sign_ins').set({ signed_in_at: now }).where('uuid', '=', uuid).modifyEnd(behind),
);

const storeMany = (rows: number) =>
  built((tx: Tx, values: Record<string, unknown>) => {
    const row = (_: unknown, n: number) => sql`(${values[`uuid${n}`]}::uuid, ${values[`now${n}`]}::timestamptz)`;
    const made = sql<SignedIn>`(values ${sql.join(Array.from({ length: rows }, row))})`;
    return tx
      .updateTable('last_sign_ins')
      .from(made.as<'made'>(sql`made (uuid, now)`))
      .set((eb) => ({ signed_in_at: eb.ref('made.now') }))
      .whereRef('last_sign_ins.uuid', '=', 'made.uuid')
      .modifyEnd(behind);
  });
const storeBy = new Map<number, ReturnType<typeof storeMany>>();

/** Notes when users signed in; each of them is held, and another one. */
export async function storeSignedIn(tx: Tx, made: readonly SignedIn[]): Promise<void> {
  const [first, ...more] = made;
  if (first && more.length === 0) await storeOne(tx, first);
  if (more.length === 0) return;
  const store = storeBy.get(made.length) ?? storeMany(made.length);
  storeBy.set(made.length, store);
  const values = made.flatMap(({ uuid, now }, n) => [
    [`uuid${n}`, uuid],
    [`now${n}`, now],
  ]);
  await store(tx, Object.fromEntries(values));
}
