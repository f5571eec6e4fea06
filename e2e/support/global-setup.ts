import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { appConnection } from '#server/platform/db/app-role.ts';
import type { Connection } from '#server/platform/embedded/embedded.ts';
import { keepLogPartitions } from '#server/platform/db/across-tenants.ts';
import { readConfig } from '#server/platform/config.ts';
import { createDemoTenants } from '#server/operator/demo/demo-tenants.ts';
import { createTools } from '#server/tools-factory.ts';
import { type Cluster, startCluster } from '#test/cluster.ts';
import { DEMO_PASSWORD } from './people.ts';

/** The template database of the journey files: migrated, with the demo tenants. */
export const TEMPLATE = 'portico_demo';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster of all journeys, and the master key of its template (hex). */
    journeys: { connection: Connection; masterKey: string };
  }
}

/** Creates the demo tenants with the product's own code, once for all files. */
async function fillTemplate(cluster: Cluster, masterKey: Buffer): Promise<void> {
  const database = await cluster.createTemplate(TEMPLATE);
  const config = readConfig({ DATA_DIR: join(cluster.directory, 'data'), DEMO_PASSWORD, DATABASE_POOL_SIZE: '3' });
  const log = pino({ level: 'silent' });
  const tools = await createTools(config, { app: await appConnection(database), masterKeys: [masterKey], log });
  try {
    const month = (ahead: number) => new Date(Date.now() + ahead * 30 * 86_400_000);
    await keepLogPartitions(tools.db.pool, month(0), month(2), new Date(0));
    await createDemoTenants(tools);
  } finally {
    await tools.db.close();
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startCluster('portico-journeys-');
  const masterKey = randomBytes(32);
  try {
    await fillTemplate(cluster, masterKey);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
  project.provide('journeys', { connection: cluster.connection, masterKey: masterKey.toString('hex') });
  return cluster.stop;
}
