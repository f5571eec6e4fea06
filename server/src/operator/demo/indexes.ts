import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** From so many users on it is quicker to build the indexes anew than to keep each up to date row by row. */
export const MANY_USERS = 100_000;

const migration = new URL('../../../migrations/0010_users_search.sql', import.meta.url);

/** The indexes that only lists and searches need, as the migration makes them. */
export async function listIndexes(): Promise<{ name: string; sql: string }[]> {
  const text = await readFile(migration, 'utf8');
  return [...text.matchAll(/^create index (users_by_\w+) on users\b[^;]*;/gm)].map(([sql, name = '']) => ({
    name,
    sql,
  }));
}

/**
 * Runs `work` with the indexes of the list of users out of the way, and builds them afterwards, also after a failure.
 * A run that was killed leaves them out: the next one builds whatever is missing. As the database's owner.
 */
export async function withoutListIndexes<T>(owner: pg.ClientConfig, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const indexes = await listIndexes();
    for (const { name } of indexes) await client.query(`drop index if exists ${name}`);
    try {
      return await work();
    } finally {
      await client.query("set maintenance_work_mem = '512MB'");
      for (const { sql } of indexes) await client.query(sql.replace('create index', 'create index if not exists'));
    }
  } finally {
    await client.end();
  }
}
