import { readFile } from 'node:fs/promises';
import pg from 'pg';

/** From so many users on it is quicker to build the indexes anew than to keep each up to date row by row. */
export const MANY_USERS = 100_000;

/** The migrations that make them, and how their names begin there. */
const makers = [
  { file: '0010_users_search.sql', index: /^create index (users_by_(?!logined_at\b)\w+) on users\b[^;]*;/gm },
  { file: '0012_groups.sql', index: /^create index (group_users_\w+) on group_users\b[^;]*;/gm },
  { file: '0045_last_sign_ins_of_users.sql', index: /^create index (last_sign_ins_\w+) on last_sign_ins\b[^;]*;/gm },
  {
    file: '0091_creation_of_users_who_never_came.sql',
    index: /^create index (last_sign_ins_\w+) on last_sign_ins\b[^;]*;/gm,
  },
];

/** The indexes that only lists and searches need, as the migrations make them. */
export async function listIndexes(): Promise<{ name: string; sql: string }[]> {
  const found = makers.map(async ({ file, index }) => {
    const text = await readFile(new URL(`../../../migrations/${file}`, import.meta.url), 'utf8');
    return [...text.matchAll(index)].map(([sql, name = '']) => ({ name, sql }));
  });
  return (await Promise.all(found)).flat();
}

/**
 * Runs `work` with the indexes of the lists of users and members out of the way, and builds them afterwards, also after a failure.
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
