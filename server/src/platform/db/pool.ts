import pg from 'pg';
import { Message } from './one-message.ts';
import type { ConnectionOptions, PoolerOptions } from './connection.ts';
import { watchPool } from './watch.ts';

// bigint columns hold counts and steps far below 2^53: numbers on our side.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * What one step of a question may keep in memory. A search for something frequent notes where in the table its hits lie:
 * with the default of 4 MB it noted no more than pages of a million users, and read each of their rows again (20 s).
 */
const WORK_MEM = '32MB';

/** How long a statement may take, and a transaction be silent. */
const LIMIT_MS = 60_000;

/**
 * A pool of connections on which statements go out without waiting for the answers to those before them. `size` is the
 * most it opens; a wait over 4 s for a free one fails (503), so that requests are answered within 5 s, and connections
 * that froze are replaced.
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

/** Which of those settings the role behind a pooler does not have (docs/operating.md). */
export async function missingSettings(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select name from pg_settings
     where name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0'
       or name = 'work_mem' and pg_size_bytes(setting || unit) < pg_size_bytes($1)`,
    [WORK_MEM],
  );
  return rows.map(({ name }) => name);
}

/** Connections like those of a pool, for COPY, which has a protocol of its own and nothing sent behind it. */
export function openCopyPool({ options }: pg.Pool): pg.Pool {
  // pg keeps passwords from being copied with the rest.
  const { password } = options;
  return watched(new pg.Pool({ ...options, password, pipeline: false }));
}

function watched(pool: pg.Pool): pg.Pool {
  // A connection that dies while idle is replaced; the next query that needs one says so if it cannot be.
  pool.on('error', () => {});
  // One that dies while in use tells the query; it tells us too, and unheard that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  watchPool(pool);
  return pool;
}

/** Sends every statement as a new one. */
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
