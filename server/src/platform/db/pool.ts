import pg from 'pg';
import { Message } from './one-message.ts';
import type { ConnectionOptions, PoolerOptions } from './connection.ts';
import { watchPool } from './watch.ts';

// bigint columns hold counts and steps far below 2^53, so they are parsed as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * `work_mem` of a connection. A search for a frequent value keeps a bitmap of its hits: with the default of 4 MB that
 * bitmap became lossy at a million users, and every row of each page was read again (20 s).
 */
const WORK_MEM = '32MB';

/** Longest run time of a statement, and longest idle time inside a transaction. */
const LIMIT_MS = 60_000;

/**
 * A pool of pipelining connections. `size` is the maximum number of connections; waiting longer than 4 s for a free one
 * fails (503), so that requests are answered within 5 s. Frozen connections are replaced.
 */
export function openPool(
  connection: ConnectionOptions,
  size: number,
  { past, namesStatements = true }: PoolerOptions = {},
): pg.Pool {
  const ofSession = {
    options: [connection.options, `-c work_mem=${WORK_MEM}`].filter(Boolean).join(' '),
    statement_timeout: LIMIT_MS,
    idle_in_transaction_session_timeout: LIMIT_MS,
  };
  return watched(
    new pg.Pool({
      ...connection,
      ...(past ? { past } : ofSession),
      ...(namesStatements ? {} : { Client: NamelessClient }),
      max: size,
      pipeline: true,
      connectionTimeoutMillis: 4000,
      idleTimeoutMillis: 60_000,
      application_name: 'portico',
    }),
  );
}

/** Settings that the role behind a pooler lacks (docs/operating.md). */
export async function missingSettings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
       or name = 'work_mem' and pg_size_bytes(setting || unit) < pg_size_bytes($1)`,
    [WORK_MEM],
  );
  return rows.map(({ name }) => name);
}

/**
 * Connections like those of a pool but without pipelining: COPY has its own protocol, and nothing may be sent after it.
 */
export function openCopyPool({ options }: pg.Pool): pg.Pool {
  // pg keeps passwords from being copied with the rest.
  const { password } = options;
  return watched(new pg.Pool({ ...options, password, pipeline: false }));
}

function watched(pool: pg.Pool): pg.Pool {
  // A connection that dies while idle is replaced; the next query reports it if that fails.
  pool.on('error', () => {});
  // A connection that dies in use fails its query and also emits an error, which would end the process if nobody
  // listened.
  pool.on('connect', (client) => client.on('error', () => {}));
  watchPool(pool);
  return pool;
}

/** Sends every statement unnamed. */
class NamelessClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg's own has nine forms.
  override query(asked: any, ...more: any[]): any {
    const nameless =
      asked instanceof Message
        ? new Message(asked.statements.map(({ text, values }) => ({ text, values })))
        : asked.name
          ? { ...asked, name: undefined }
          : asked;
    return super.query(nameless, ...(more as [never]));
  }
}
