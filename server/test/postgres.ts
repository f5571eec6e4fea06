import pg from 'pg';
import { inject } from 'vitest';
import type { Connection } from '#server/platform/embedded/embedded.ts';
import { copyDatabase } from './cluster.ts';

/**
 * A migrated, empty database of the test's own. `connection` is its owner's, a superuser exempt from row-level
 * security; the application under test takes its own role. Keep pools small (5): all files share 300 connections.
 */
export async function createTestDatabase(): Promise<{ connection: Connection; drop(): Promise<void> }> {
  return copyDatabase(inject('postgres'), inject('template'));
}

/** A pool of a test's own. Dropping the database may cut one that is just closing. */
export function openTestPool(connection: pg.ClientConfig, max = 2): pg.Pool {
  const pool = new pg.Pool({ ...connection, max });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
