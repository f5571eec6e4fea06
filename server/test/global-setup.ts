import type { TestProject } from 'vitest/node';
import type { Connection } from '#server/db/embedded.ts';
import { startCluster } from './cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection;
  }
}

/**
 * One PostgreSQL for all test files of a project. The migrated database `portico_template` is what every test database
 * is a copy of (server/test/postgres.ts).
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster('portico-test-');
  try {
    await cluster.createTemplate('portico_template');
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('postgres', cluster.connection);
  return cluster.stop;
}
