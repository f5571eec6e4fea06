import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Staged } from '../changes/source.ts';

/**
 * Turns at a tenant's addresses: whoever gives one only if it is nobody else's takes a turn before asking, so that two at
 * once do not both find it free. A turn ends with the transaction. It is taken behind users who are there already (they
 * are held first) and before anything else is written, so that nobody waits in a circle. Who gives an address without
 * asking (people their own) needs none: it is as if they had come later.
 */

/** So many for all addresses of a tenant, not one for each: the thousand of an import's bite would fill the lock table. */
const TURNS = 64;

const turnOf = (address: RawBuilder<unknown>) => sql`(hashtextextended(lower(${address}), 0) & ${sql.lit(TURNS - 1)})`;

const lockOf = (turn: RawBuilder<unknown>) =>
  sql`hashtextextended('addresses of ' || current_tenant() || ' ' || ${turn}, 0)`;

export async function takeTurn(tx: Tx, address: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(turnOf(sql`${address}::text`))})`.execute(tx);
}

/**
 * For all addresses that staged rows give, in one order. Shared: rows of one file give no address twice, one file of a
 * tenant is carried out at a time, and so its lanes need not wait for each other.
 */
export async function takeTurns(tx: Tx, rows: Staged): Promise<void> {
  const address = sql`(r.given ->> 'loginMailAddress')`;
  await sql`
    select pg_advisory_xact_lock_shared(${lockOf(sql`turn`)}) from (
      select distinct ${turnOf(address)} as turn from ${rows} r
      where ${address} is not null and (r.kind in ('create', 'restore') or r.kind = 'update' and r.changes ? 'loginMailAddress')
      order by turn offset 0) turns`.execute(tx);
}
