import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { appConnection } from '#server/db/app-role.ts';
import { type Connection, startPostgres } from '#server/db/embedded.ts';
import { migrate } from '#server/db/migrate.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection;
  }
}

/** Only for tests: nothing of theirs has to survive a power cut. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  max_connections: '200',
  max_wal_size: '4GB',
};

/**
 * One PostgreSQL for all test files of a project: the embedded one, or that of TEST_POSTGRES_BIN_DIR. The migrated
 * database `portico_template` is what every test database is a copy of (server/test/postgres.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = await makeScratchDirectory('portico-test-');
  const binDir = process.env.TEST_POSTGRES_BIN_DIR;
  const postgres = await startPostgres({ dataDir: join(scratch.path, 'postgres'), binDir, settings: fastSettings });
  const teardown = async () => {
    await postgres.stop();
    await scratch.remove();
  };
  try {
    const admin = new pg.Client(postgres.connection);
    await admin.connect();
    await admin.query('create database portico_template');
    await admin.end();
    await migrate({ ...postgres.connection, database: 'portico_template' });
    // The role's sign-in is the server's, not a database's: settled before two files would do it at once.
    await appConnection({ ...postgres.connection, database: 'portico_template' });
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('postgres', postgres.connection);
  return teardown;
}
