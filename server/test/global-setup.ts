import type { TestProject } from 'vitest/node';
import type { Connection } from '#server/platform/embedded/embedded.ts';
import { startCluster } from './cluster.ts';
import { startKeptCluster } from './kept-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection;
    /** The migrated database that every test database is a copy of (server/test/postgres.ts). */
    template: string;
  }
}

/**
 * One PostgreSQL for all test files of a project: the kept one, or a new one if `npm test` runs the whole part or with
 * other binaries.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const isNew = process.env.TEST_NEW_CLUSTER !== undefined || process.env.TEST_POSTGRES_BIN_DIR !== undefined;
  const cluster = isNew ? await startCluster('portico-test-') : await startKeptCluster();
  try {
    const { database } = await cluster.createTemplate('portico_template');
    project.provide('template', database);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgres', cluster.connection);
  return cluster.stop;
}
