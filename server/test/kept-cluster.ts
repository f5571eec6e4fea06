import { createHash } from 'node:crypto';
import { realpath, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Connection, type RunningPostgres, startPostgres } from '#server/platform/embedded/embedded.ts';
import { readMigrations } from '#server/platform/db/migrate.ts';
import { jobsMigration } from '#server/platform/db/jobs-migration.ts';
import { administer, type Cluster, fastSettings, makeTemplate } from './cluster.ts';

const directory = fileURLToPath(new URL('../../node_modules/.cache/portico/test-postgres', import.meta.url));
/** Session locks in the database `portico`: the turn to create or drop databases, and the use of them. */
const [turn, use] = [7_067_901, 7_067_902];

/** Hash of what a template depends on: migrations, their text, and the month. Any difference makes another template. */
async function contentHash(): Promise<string> {
  const migrations = [...(await readMigrations()), jobsMigration()];
  const months = new Date().toISOString().slice(0, 'yyyy-mm'.length);
  return createHash('sha256').update(JSON.stringify({ migrations, months })).digest('hex').slice(0, 12);
}

/** A cluster that a power cut or another PostgreSQL made unusable is created again: nothing in it must be kept. */
async function open(): Promise<RunningPostgres> {
  const start = () => startPostgres({ dataDir: directory, settings: fastSettings });
  return start().catch(async (error: Error) => {
    if (!error.message.includes('while starting')) throw error;
    for (const path of [await realpath(directory), directory]) await rm(path, { recursive: true, force: true });
    return start();
  });
}

/** The only running test process drops what killed runs left, and the templates of other migrations. */
async function clearUp(client: pg.Client, connection: Connection, hash: string): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as alone', [use]);
  if (!rows[0].alone) return;
  const left = await client.query<{ datname: string }>(
    `select datname from pg_database where (datname like 'test\\_%' or datname like 'portico\\_template\\_%')
     and right(datname, 12) <> $1`,
    [hash],
  );
  for (const { datname } of left.rows) await administer(connection, `drop database if exists ${datname} with (force)`);
  await client.query('select pg_advisory_unlock($1)', [use]);
}

/**
 * The PostgreSQL for tests that is kept between runs, with a template for the current migrations: it starts
 * immediately, while creating one takes as long as several test files. Concurrent runs share it.
 */
export async function startKeptCluster(): Promise<Cluster> {
  const [postgres, hash] = await Promise.all([open(), contentHash()]);
  const { connection } = postgres;
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await client.query('select pg_advisory_lock($1)', [turn]);
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock($1)', [turn]);
    }
  };
  await inTurn(async () => {
    await clearUp(client, connection, hash);
    await client.query('select pg_advisory_lock_shared($1)', [use]);
  });
  return {
    connection,
    directory,
    createTemplate: (name) =>
      inTurn(async () => {
        const template = `${name}_${hash}`;
        const found = await client.query('select from pg_database where datname = $1', [template]);
        if (found.rowCount === 0) {
          // Renamed only when complete, because a run may be killed in between.
          await makeTemplate(connection, `${name}_half`);
          await administer(connection, `alter database ${name}_half rename to ${template}`);
        }
        return { ...connection, database: template };
      }),
    stop: async () => {
      await client.end();
      await postgres.stop();
    },
  };
}
