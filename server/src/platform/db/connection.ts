import type pg from 'pg';

/** Where a database is, as pg takes it. */
export type ConnectionOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'options'
>;

export interface PoolerOptions {
  /**
   * The way past a pooler in transaction mode, where one lies between. That gives each transaction another session: nothing
   * is said of sessions, the role has these settings (docs/operating.md).
   */
  past?: ConnectionOptions | undefined;
  /** Whether PostgreSQL is told names to keep statements by. Off behind a pooler that knows nothing of them. */
  namesStatements?: boolean;
}
