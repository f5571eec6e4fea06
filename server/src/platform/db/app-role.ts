import pg from 'pg';
import type { ConnectionOptions } from './connection.ts';

/**
 * Connects the application to the embedded database as `portico_app`, a plain role subject to row-level security, never
 * as the superuser who created the cluster. Over the Unix socket it signs in as that role; on Windows it connects as
 * the owner and drops to that role.
 */
export async function appConnection(owner: ConnectionOptions): Promise<ConnectionOptions> {
  if (process.platform === 'win32') return { ...owner, options: '-c role=portico_app' };
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rowCount } = await client.query("select from pg_roles where rolname = 'portico_app' and rolcanlogin");
    if (rowCount === 0) await client.query('alter role portico_app login').catch(ignoreTwin);
  } finally {
    await client.end();
  }
  return { ...owner, user: 'portico_app', password: undefined };
}

/** Another process made the same change concurrently ("tuple concurrently updated"). */
function ignoreTwin(error: { code?: string }): void {
  if (error.code !== 'XX000') throw error;
}
