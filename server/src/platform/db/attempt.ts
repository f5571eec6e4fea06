import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

/** Tries something that the database may refuse, and goes on as if it had not been tried when it does. */
export async function attempt<T>(
  tx: Tx,
  work: () => Promise<T>,
  refused: (error: unknown) => boolean,
): Promise<T | null> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint attempt`.execute(tx);
    return result;
  } catch (error) {
    if (!refused(error)) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return null;
  }
}
