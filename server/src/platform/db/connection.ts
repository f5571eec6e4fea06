import type pg from 'pg';

/** Connection parameters, as pg takes them. */
export type ConnectionOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'options'
>;

export interface PoolerOptions {
  /**
   * Direct connection that bypasses a pooler in transaction mode, if there is one. Such a pooler may use another
   * session for each transaction, so no session settings are sent; the role carries them (docs/operating.md).
   */
  past?: ConnectionOptions | undefined;
  /** Whether prepared statements are named. Off behind a pooler that does not track them. */
  namesStatements?: boolean;
}
