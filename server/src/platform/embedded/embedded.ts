import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { attend, leave, shutDown } from './embedded-attendance.ts';
import { findBinaries } from './embedded-binaries.ts';
import { type Cluster, ensureCluster, findPostmaster, passwordFile } from './embedded-cluster.ts';
import { prepareHome, socketDirectory, unlessMissing } from './embedded-home.ts';

/** How to reach a database: the fields of a `pg` client's configuration. */
export interface Connection {
  /** The directory of the Unix socket; 127.0.0.1 on Windows. */
  host: string;
  port: number;
  user: string;
  database: string;
  password?: string;
}

export interface RunningPostgres {
  /** The database `portico`, as its superuser. */
  connection: Connection;
  /** It was already running: left over from a killed run, or shared with a process that still runs. */
  adopted: boolean;
  /** Fast shutdown, awaited; if other processes use this PostgreSQL too, the last one to stop shuts it down. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Directory of this PostgreSQL: the cluster, its log and, if needed, a copy of the binaries. */
  dataDir: string;
  /** Binaries of another PostgreSQL instead of the npm package's. */
  binDir?: string;
  /** Settings that override the durable defaults below. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

/**
 * An eighth of the memory, between 128 MB and 4 GB: a million users with their search indexes take 1.3 GB, twenty
 * million permissions twice that. Only the part in use is allocated.
 */
function sharedBuffers(): string {
  const megabytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / 2 ** 20;
  return `${Math.round(Math.min(4096, Math.max(128, megabytes / 8)))}MB`;
}

/** Durable settings. Row values stay out of the log: no statements, no DETAIL lines. */
const defaults: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  max_wal_size: '2GB',
  shared_buffers: sharedBuffers(),
  max_connections: '100',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

const windows = process.platform === 'win32';

async function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer().once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function describeCluster(options: EmbeddedOptions): Promise<Cluster> {
  const home = await prepareHome(resolve(options.dataDir));
  const binDir = await findBinaries(home, options.binDir);
  const host = windows ? '127.0.0.1' : await socketDirectory(home);
  const port = windows ? await freePort() : 5432;
  return { home, dir: join(home.dir, 'cluster'), binDir, host, port, settings: { ...defaults, ...options.settings } };
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const found = await client.query("select from pg_database where datname = 'portico'");
  if (found.rowCount) return;
  await client.query('create database portico').catch((error) => {
    // Another process was faster.
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

/** Keeps PostgreSQL running until the returned function stops it: restarts it if it dies. */
function keepRunning(cluster: Cluster, connection: Connection, first: pg.Client, log: (line: string) => void) {
  let client = first;
  let isStopping = false;
  let revival: Promise<void> | undefined;
  const revive = async () => {
    while (!isStopping) {
      log('PostgreSQL went away: bringing it back');
      try {
        client = await attend(cluster, connection, () => isStopping);
        watch();
        return;
      } catch (error) {
        if (!isStopping) log(`PostgreSQL does not come back: ${(error as Error).message}`);
        await delay(isStopping ? 0 : 1000);
      }
    }
  };
  const watch = () => client.once('end', () => (revival = revive()));
  watch();
  return async () => {
    isStopping = true;
    await revival;
    const isLast = await leave(client);
    await client.end().catch(() => {});
    if (isLast) await shutDown(cluster);
  };
}

/**
 * Starts the embedded PostgreSQL of a data directory and resolves when the database `portico` answers. Creates the
 * cluster on the first start, adopts one that already runs, restarts it if it dies, and recovers by itself after `kill
 * -9` of either process. Started by root, PostgreSQL runs as another account. @throws Error with the end of
 * PostgreSQL's log if it cannot start.
 */
export async function startPostgres(options: EmbeddedOptions): Promise<RunningPostgres> {
  const log = options.log ?? (() => {});
  const cluster = await describeCluster(options);
  if (cluster.home.isElsewhere) log(`the database's files are in ${cluster.dir}`);
  const running = await findPostmaster(cluster);
  if (running) {
    cluster.port = running.port || cluster.port;
    cluster.host = (!windows && running.socketDir) || cluster.host;
  }
  await ensureCluster(cluster);
  const password = await unlessMissing(readFile(passwordFile(cluster.home), 'utf8'));
  const { host, port } = cluster;
  const connection: Connection = { host, port, user: 'postgres', database: 'portico', ...(password && { password }) };
  const client = await attend(cluster, connection, () => false);
  await ensureDatabase(client);
  const end = keepRunning(cluster, connection, client, log);
  let stopped: Promise<void> | undefined;
  return {
    connection,
    adopted: running !== undefined,
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
