import pg from 'pg';

export type ConnectionOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'options'
>;

// bigint columns hold counts and steps far below 2^53: numbers on our side.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** A pool of connections. `size` is the most it opens; a wait over 10 s for a free one fails (503). */
export function openPool(connection: ConnectionOptions, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'portico',
  });
  // A connection that dies while idle is replaced; the next query that needs one says so if it cannot be.
  pool.on('error', () => {});
  return pool;
}
