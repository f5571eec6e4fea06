import { CompiledQuery, Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { fail } from '#contract/errors.ts';
import type { Schema } from './schema.ts';
import { enterTenant, readTenant, tenantConnections } from './tenant-connections.ts';

/** A transaction behind the wall of one tenant. Queries take it as their first parameter; nothing else reaches the database. */
export type Tx = Kysely<Schema>;

/** The space of what belongs to the provider and of what waits before a tenant is known. No tenant can be named so. */
export const PROVIDER = '-';

export interface Database {
  /**
   * Runs `work` in one transaction that sees the rows of `tenantId` only (or `PROVIDER`), commits when it returns and
   * rolls back when it throws. Nothing slow belongs inside.
   */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One transaction behind the walls of several tenants in turn: `work` sees one of them at a time, in the order of their
   * ids, and all of it is committed or nothing. For what one person changes of their own accounts.
   */
  inEachTenant(tenantIds: readonly string[], work: (tx: Tx, tenantId: string) => Promise<void>): Promise<void>;
  /**
   * The same for work that only asks: each of its messages is a transaction by itself, in which nothing can be written,
   * so that there is none to begin and none to end.
   */
  reading<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * How many transactions of this process that could write have ended: whoever keeps something read from a tenant reads
   * it anew when the number has changed, and so never overlooks what this process has written.
   */
  transactions(tenantId: string): number;
  /** For `db/across-tenants.ts` and for statements that are a whole transaction by themselves. */
  pool: pg.Pool;
  close(): Promise<void>;
}

const TENANT = /^(-|[a-z0-9-]{3,32})$/;

const COMMIT = CompiledQuery.raw('commit');
const ROLLBACK = CompiledQuery.raw('rollback');

const MOST_COUNTED = 100_000;

/** Opens the database as the application role over a pool. */
export function openDatabase(pool: pg.Pool): Database {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: tenantConnections(pool) }) });
  // Strangers can name tenants that are none: the counts are forgotten when there are too many, and start higher.
  const ended = new Map<string, number>();
  let base = 0;
  const count = (tenantId: string) => {
    if (ended.size >= MOST_COUNTED) {
      base += 2 ** 32;
      ended.clear();
    }
    ended.set(tenantId, (ended.get(tenantId) ?? 0) + 1);
  };
  return {
    pool,
    transactions: (tenantId) => base + (ended.get(tenantId) ?? 0),
    async close() {
      await db.destroy();
      // Kysely ends only a pool it has used itself.
      if (!pool.ending) await pool.end();
    },
    reading: (tenantId, work) => within(tenantId, readTenant, work),
    inTenant: (tenantId, work) => within(tenantId, enterTenant, work).finally(() => count(tenantId)),
    async inEachTenant(tenantIds, work) {
      const [first, ...others] = [...new Set(tenantIds)].sort();
      if (first === undefined || others.some((tenantId) => !TENANT.test(tenantId))) throw fail('not_found');
      const inTurn = async (tx: Tx) => {
        await work(tx, first);
        for (const tenantId of others) {
          await tx.executeQuery(CompiledQuery.raw("select set_config('app.tenant_id', $1, true)", [tenantId]));
          await work(tx, tenantId);
        }
      };
      await within(first, enterTenant, inTurn).finally(() => tenantIds.forEach(count));
    },
  };

  async function within<T>(tenantId: string, begin: (tenantId: string) => string, work: (tx: Tx) => Promise<T>) {
    if (!TENANT.test(tenantId)) throw fail('not_found');
    return db.connection().execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw(begin(tenantId)));
      try {
        const result = await work(tx);
        await tx.executeQuery(COMMIT);
        return result;
      } catch (error) {
        // A broken connection cannot roll back; the pool throws it away.
        await tx.executeQuery(ROLLBACK).catch(() => {});
        throw error;
      }
    });
  }
}
