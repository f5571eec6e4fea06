import type { ChildProcess } from 'node:child_process';
import { rmdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type Cluster, findPostmaster, logTail, signalPostmaster, spawnPostgres } from './embedded-cluster.ts';

/** Crash recovery replays up to max_wal_size: that may take minutes on a slow disk. */
const startLimit = 300_000;
const stopLimit = 30_000;
/** Session-level advisory lock in the database `postgres`: every process that uses the cluster holds it shared. */
const attendance = 7_067_842;
/** Transient errors: no socket, starting up, shutting down, connection lost. */
const notYet = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03']);

async function tryAttend(connection: pg.ClientConfig): Promise<pg.Client | undefined> {
  const client = new pg.Client({ ...connection, database: 'postgres', application_name: 'portico attendance' });
  client.on('error', () => {}); // a cut connection is seen by its 'end'
  try {
    await client.connect();
    await client.query('select pg_advisory_lock_shared($1)', [attendance]);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    const { code, message } = error as { code?: string; message: string };
    if ((code && notYet.has(code)) || message.startsWith('Connection terminated')) return undefined;
    throw error;
  }
}

/** A new postmaster must wait until the last backends of a killed one have exited; any other exit is an error. */
async function refuseUnlessPassing(cluster: Cluster, child: ChildProcess, since: number): Promise<void> {
  const tail = await logTail(cluster);
  if (
    /still in use|already exists|could not bind|could not create lock file/.test(tail) &&
    Date.now() - since < stopLimit
  )
    return;
  throw new Error(`PostgreSQL ended with ${child.exitCode ?? child.signalCode} while starting:\n${tail}`);
}

/**
 * Starts PostgreSQL unless it runs, waits until it answers, and returns the connection that registers this process as a
 * user of the cluster. `isCancelled` ends the wait with an error.
 */
export async function attend(
  cluster: Cluster,
  connection: pg.ClientConfig,
  isCancelled: () => boolean,
): Promise<pg.Client> {
  const since = Date.now();
  let child: ChildProcess | undefined;
  for (;;) {
    const client = await tryAttend(connection);
    if (client) return client;
    if (isCancelled()) throw new Error('stopped while starting');
    const isIdle = !child || child.exitCode !== null || child.signalCode !== null;
    if (isIdle && !(await findPostmaster(cluster))) {
      if (child) await refuseUnlessPassing(cluster, child, since);
      child = await spawnPostgres(cluster);
    }
    if (Date.now() - since > startLimit) throw new Error(`PostgreSQL does not answer:\n${await logTail(cluster)}`);
    await delay(15);
  }
}

/** Unregisters this process; true if it was the last one, so that PostgreSQL may be shut down. */
export async function leave(client: pg.Client): Promise<boolean> {
  try {
    // Releases its own share first, then asks for the exclusive lock: of two processes leaving at once, exactly one
    // gets it.
    await client.query('select pg_advisory_unlock_shared($1)', [attendance]);
    const answer = await client.query('select pg_try_advisory_lock($1) as last', [attendance]);
    return answer.rows[0].last;
  } catch {
    return true; // the connection is lost: there is no server to share
  }
}

/** Fast shutdown, awaited; an immediate one when that takes too long (the next start recovers what was committed). */
export async function shutDown(cluster: Cluster): Promise<void> {
  const running = await findPostmaster(cluster);
  if (!running) return;
  await signalPostmaster(cluster, running.pid, 'SIGINT');
  const since = Date.now();
  let isUrged = false;
  while ((await findPostmaster(cluster))?.pid === running.pid) {
    if (!isUrged && Date.now() - since > stopLimit) {
      isUrged = true;
      await signalPostmaster(cluster, running.pid, 'SIGQUIT');
    }
    await delay(10);
  }
  await rmdir(cluster.host).catch(() => {}); // removes only the socket's directory, and only if empty
}
