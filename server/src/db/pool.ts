import pg from 'pg';
import { watchPool } from './watch.ts';

export type ConnectionOptions = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'options'
>;

// bigint columns hold counts and steps far below 2^53: numbers on our side.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * What one step of a question may keep in memory. A search for something frequent notes where in the table its hits lie:
 * with the default of 4 MB it noted no more than pages of a million users, and read each of their rows again (20 s).
 */
const WORK_MEM = '32MB';

/**
 * A pool of connections. `size` is the most it opens; a wait over 4 s for a free one fails (503), so that requests are
 * answered within 5 s, and connections that froze are replaced.
 */
export function openPool(connection: ConnectionOptions, size: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    options: [connection.options, `-c work_mem=${WORK_MEM}`].filter(Boolean).join(' '),
    max: size,
    connectionTimeoutMillis: 4000,
    idleTimeoutMillis: 60_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'portico',
  });
  // A connection that dies while idle is replaced; the next query that needs one says so if it cannot be.
  pool.on('error', () => {});
  // One that dies while in use tells the query; it tells us too, and unheard that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  watchPool(pool, connection);
  return pool;
}
