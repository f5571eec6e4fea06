import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { appConnection } from '#server/platform/db/app-role.ts';
import { type Connection, startPostgres } from '#server/platform/embedded/embedded.ts';
import { keepLogPartitions } from '#server/platform/db/across-tenants.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/** For tests only, whose data need not survive a power cut. */
export const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  autovacuum: 'off',
  max_connections: '300',
  max_wal_size: '4GB',
  // Small: a large one is searched when a database is dropped, and mapped again by each new connection.
  shared_buffers: '256MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Runs one statement as the cluster's superuser, outside of any transaction, as `create database` requires. */
export async function administer(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The log partitions of the months that tests write in. Created in the template, they are copied from there. */
export function makeTestPartitions(pool: pg.Pool): Promise<number> {
  const month = (ahead: number) => new Date(Date.now() + ahead * 30 * 86_400_000);
  return keepLogPartitions(pool, month(-2), month(6), month(-13));
}

/** A migrated database with log partitions, replacing what a killed run left under that name. */
export async function makeTemplate(connection: Connection, name: string): Promise<Connection> {
  await administer(connection, `drop database if exists ${name}`);
  await administer(connection, `create database ${name}`);
  const database = { ...connection, database: name };
  await migrate(database);
  // Role settings belong to the cluster, not to a database, so they are made here, before two files could do so at
  // once.
  const pool = new pg.Pool({ ...(await appConnection(database)), max: 1 });
  await makeTestPartitions(pool).finally(() => pool.end());
  return database;
}

/** A connection in the form of the setting DATABASE_URL. */
export function databaseUrl({ host, port, user, database, password }: Connection): string {
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://${user}${password ? `:${password}` : ''}@localhost/${database}?${query}`;
}

/** Copies a template database under a unique name; returns its connection and a function that drops it. */
export async function copyDatabase(
  cluster: Connection,
  template: string,
): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const database = `test_${randomBytes(8).toString('hex')}`;
  // For a template as small as this, copying files takes a quarter of the time of logging their pages.
  await administer(cluster, `create database ${database} template ${template} strategy file_copy`);
  return {
    connection: { ...cluster, database },
    drop: () => administer(cluster, `drop database if exists ${database} with (force)`),
  };
}

export interface Cluster {
  /** The superuser's connection to the database `portico`, which stays empty. */
  connection: Connection;
  /** Directory of the cluster; deleted once it has stopped. */
  directory: string;
  /**
   * Creates a migrated database, to be copied by `create database … template`; returns the superuser's connection to
   * it.
   */
  createTemplate(name: string): Promise<Connection>;
  stop(): Promise<void>;
}

/**
 * A directory in memory with enough room, if there is one: creating and dropping a database is mostly creating files.
 */
async function memory(): Promise<string | undefined> {
  const shared = '/dev/shm';
  const { bavail, bsize } = await statfs(shared).catch(() => ({ bavail: 0, bsize: 0 }));
  return process.platform === 'linux' && bavail * bsize > 4 * 2 ** 30 && process.availableMemory() > 6 * 2 ** 30
    ? shared
    : undefined;
}

/** Starts a PostgreSQL for tests: the embedded one, or that of TEST_POSTGRES_BIN_DIR. */
export async function startCluster(prefix: string): Promise<Cluster> {
  const scratch = await makeScratchDirectory(prefix, await memory());
  const binDir = process.env.TEST_POSTGRES_BIN_DIR;
  const postgres = await startPostgres({ dataDir: join(scratch.path, 'postgres'), binDir, settings: fastSettings });
  return {
    connection: postgres.connection,
    directory: scratch.path,
    createTemplate: (name) => makeTemplate(postgres.connection, name),
    stop: async () => {
      await postgres.stop();
      await scratch.remove();
    },
  };
}
