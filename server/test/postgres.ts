import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { Connection } from '#server/db/embedded.ts';

async function administer(sql: string): Promise<void> {
  const client = new pg.Client(inject('postgres'));
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/**
 * A migrated, empty database of the test's own. `connection` is its owner's, a superuser, who is above the tenant
 * wall: the application under test takes its own role. Keep pools small (5): all files share 200 connections.
 */
export async function createTestDatabase(): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${database} template portico_template`);
  return {
    connection: { ...inject('postgres'), database },
    drop: () => administer(`drop database if exists ${database} with (force)`),
  };
}

/** Connections of a test's own. Dropping the database may cut one that is just closing. */
export function openTestPool(connection: pg.ClientConfig, max = 2): pg.Pool {
  const pool = new pg.Pool({ ...connection, max });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
