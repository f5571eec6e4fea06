import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type pg from 'pg';
import { fail } from '#contract/errors.ts';
import { openCopyPool } from './pool.ts';
import type { Schema } from './schema.ts';
import { TenantConnection } from './tenant-connections.ts';

/**
 * A transaction under one tenant's row-level security. Queries take it as their first parameter; nothing else reaches
 * the database.
 */
export type Tx = Kysely<Schema>;

/** Pseudo-tenant of the provider's own rows and of rows that precede a known tenant. No tenant can have this ID. */
export const PROVIDER = '-';

export interface Database {
  /**
   * Runs `work` in one transaction that sees only the rows of `tenantId` (or `PROVIDER`), commits when it returns and
   * rolls back when it throws. Nothing slow belongs inside.
   */
  inTenant<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * One transaction across several tenants: `work` runs once per tenant, in the order of their IDs, and sees only that
   * tenant; all is committed or nothing. For changes a user makes to all of their own accounts.
   */
  inEachTenant(tenantIds: readonly string[], work: (tx: Tx, tenantId: string) => Promise<void>): Promise<void>;
  /**
   * Like `inTenant` for read-only work: each message is a transaction by itself, so that there is nothing to begin or
   * commit.
   */
  reading<T>(tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * How many read-write transactions of this process have ended. A cache that rereads when the number changes never
   * misses a write of this process.
   */
  transactions(tenantId: string): number;
  /** For `db/across-tenants.ts` and for statements that are whole transactions by themselves. */
  pool: pg.Pool;
  /** `inTenant` over a connection that takes COPY: `client` is in the same transaction once `tx` was asked anything. */
  copying<T>(tenantId: string, work: (tx: Tx, client: pg.PoolClient) => Promise<T>): Promise<T>;
  /** For COPY, which the connections of `pool` refuse. */
  copyPool: pg.Pool;
  close(): Promise<void>;
}

const TENANT = /^(-|[a-z0-9-]{3,32})$/;

/** Kysely only compiles statements; they are sent over our own connections. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const driver = dialect.createDriver();
const executor = new Kysely<Schema>({ dialect }).getExecutor();

/** Unlike Kysely's own transactions, no statement waits for the result of another. */
const transactionOver = (connection: TenantConnection): Tx =>
  new Kysely<Schema>({
    config: { dialect },
    dialect,
    driver,
    executor: executor.withConnectionProvider({ provideConnection: (use) => use(connection) }),
  });

const MOST_COUNTED = 100_000;

/** Opens the database as the application role over a pool. */
export function openDatabase(pool: pg.Pool): Database {
  const copyPool = openCopyPool(pool);
  // Unauthenticated callers can name tenants that do not exist, so the counts are cleared when there are too many, and
  // restart higher.
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
    copyPool,
    transactions: (tenantId) => base + (ended.get(tenantId) ?? 0),
    async close() {
      await Promise.all([pool, copyPool].filter(({ ending }) => !ending).map((each) => each.end()));
    },
    reading: (tenantId, work) => within(tenantId, 'reading', work),
    inTenant: (tenantId, work) => within(tenantId, 'writing', work).finally(() => count(tenantId)),
    async copying(tenantId, work) {
      if (!TENANT.test(tenantId)) throw fail('not_found');
      const client = await copyPool.connect();
      // A COPY that was cut off leaves the connection in the middle of it.
      let isBroken = true;
      try {
        const connection = new TenantConnection(client, tenantId, 'writing');
        const result = await work(transactionOver(connection), client);
        await connection.commit();
        isBroken = false;
        return result;
      } finally {
        client.release(isBroken);
        count(tenantId);
      }
    },
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
      await within(first, 'writing', inTurn).finally(() => tenantIds.forEach(count));
    },
  };

  async function within<T>(tenantId: string, mode: 'writing' | 'reading', work: (tx: Tx) => Promise<T>) {
    if (!TENANT.test(tenantId)) throw fail('not_found');
    const connection = new TenantConnection(await pool.connect(), tenantId, mode);
    try {
      const result = await work(transactionOver(connection));
      await connection.commit();
      return result;
    } catch (error) {
      throw await connection.rollback(error);
    } finally {
      connection.release();
    }
  }
}
