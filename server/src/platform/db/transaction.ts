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
  /** For COPY, which the connections of `pool` refuse. */
  copyPool: pg.Pool;
  close(): Promise<void>;
}

const TENANT = /^(-|[a-z0-9-]{3,32})$/;

/** Kysely puts statements together; they are sent over connections of ours. */
const dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};
const driver = dialect.createDriver();
const executor = new Kysely<Schema>({ dialect }).getExecutor();

/** Unlike Kysely's own transactions it makes no statement wait for the answer to another. */
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
    copyPool,
    transactions: (tenantId) => base + (ended.get(tenantId) ?? 0),
    async close() {
      await Promise.all([pool, copyPool].filter(({ ending }) => !ending).map((each) => each.end()));
    },
    reading: (tenantId, work) => within(tenantId, 'reading', work),
    inTenant: (tenantId, work) => within(tenantId, 'writing', work).finally(() => count(tenantId)),
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
