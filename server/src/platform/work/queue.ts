import { fromKysely, PgBoss } from 'pg-boss';
import type { ConnectionOptions } from '../db/connection.ts';
import type { Tx } from '../db/transaction.ts';
import { JOBS_SCHEMA } from '../db/jobs-migration.ts';
import { startRounds } from './rounds.ts';

export type JobContext = {
  jobId: string;
  /** 1 at the first run, 2 at the first retry. */
  attempt: number;
  /** Aborted when the process must stop, or when another worker has taken the job over. */
  signal: AbortSignal;
};

export type JobDefinition<Data extends object> = {
  /** Runs regularly at these minutes (five cron fields, UTC), once for all processes together. */
  cron?: string;
  /** Jobs run at a time in this process. */
  concurrency?: number;
  /** Does the work or throws to be retried. It may run twice, so its effects are stamped in its own rows. */
  run(data: Data, context: JobContext): Promise<void>;
};

export type Jobs = {
  /** Defines the queue and, in a worker process, runs its jobs from now on. */
  defineJob<Data extends object>(name: string, definition: JobDefinition<Data>): Promise<void>;
  /**
   * Queues a run of the job on any worker process. With `tx`, only if and when that transaction commits. Every call is
   * a run of its own: merging two would let one start before the other's rows are committed. `data` holds IDs; the
   * state is in the job's own rows, and no secret belongs here.
   */
  wake(name: string, data?: object, options?: { tx?: Tx; startAfter?: Date }): Promise<void>;
  /** Takes no new jobs and waits for the running ones, at most 20 s; those still running then are run again later. */
  stop(): Promise<void>;
};

export type JobsOptions = {
  /** Connection of the application role. */
  connection: ConnectionOptions;
  /** Whether this process runs jobs; otherwise it only wakes them. */
  worker: boolean;
  /** Receives errors that have no caller: failed jobs, a lost database. */
  onError(error: unknown): void;
};

/**
 * Seconds without a heartbeat after which another process takes the job: together with the two below within ten
 * seconds, also on a busy machine (standards 15). pg-boss's options allow no less than ten, so the queue's row is
 * updated.
 */
const HEARTBEAT_SECONDS = 4;
const SIGN_OF_LIFE_SECONDS = 1;
const LOOK_SECONDS = 1;
const STOP_MILLIS = 20_000;

const queueOptions = {
  // Workers are notified of a job at once; polling is the fallback.
  notify: true,
  // A live process may take long; heartbeats detect dead ones.
  expireInSeconds: 12 * 3600,
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 300,
  deleteAfterSeconds: 24 * 3600,
};

/**
 * Connects to the job queue as the application role. Throws when `jobsMigration` has not been applied. Uses at most
 * three connections: two for queries and one that listens.
 */
export async function startJobs({ connection, worker, onError }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...connection,
    application_name: 'portico-jobs',
    max: 2,
    schema: JOBS_SCHEMA,
    // The role owns nothing here: no creating, migrating or rebuilding.
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    supervise: worker,
    schedule: worker,
    useListenNotify: worker,
    superviseIntervalSeconds: LOOK_SECONDS,
    monitorIntervalSeconds: LOOK_SECONDS,
    flowIntervalSeconds: 3600,
  });
  boss.on('error', onError);
  boss.on('warning', onError);
  await startOrClose(boss);
  const stopHastening = worker ? startRounds(LOOK_SECONDS * 1000, () => hasten(boss).catch(onError)) : async () => {};
  return {
    defineJob: (name, definition) => defineJob(boss, worker, name, definition, onError),
    wake: async (name, data = {}, { tx, startAfter } = {}) => {
      await boss.send(name, data, { startAfter, db: tx && fromKysely(tx) });
    },
    stop: async () => {
      await stopHastening();
      await boss.stop({ graceful: true, timeout: STOP_MILLIS });
    },
  };
}

/**
 * Retries jobs of dead processes at once. pg-boss would back off as for failed jobs: a job whose second process is
 * killed would wait over ten seconds, and after the fifth a minute.
 */
async function hasten(boss: PgBoss): Promise<void> {
  await boss.getDb().executeSql(
    `update ${JOBS_SCHEMA}.job set start_after = now()
     where state = 'retry' and start_after > now() and output #>> '{value,message}' = 'job heartbeat timeout'`,
    [],
  );
}

/** Closes the connection if the queue cannot be started. */
async function startOrClose(boss: PgBoss): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
}

async function defineJob<Data extends object>(
  boss: PgBoss,
  worker: boolean,
  name: string,
  { cron, concurrency = 1, run }: JobDefinition<Data>,
  onError: (error: unknown) => void,
): Promise<void> {
  await boss.createQueue(name, queueOptions);
  // A queue of an earlier version gets the present options.
  await boss.updateQueue(name, queueOptions);
  await boss
    .getDb()
    .executeSql(`update ${JOBS_SCHEMA}.queue set heartbeat_seconds = $1 where name = $2`, [HEARTBEAT_SECONDS, name]);
  if (!worker) return;
  const options = {
    localConcurrency: concurrency,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 2,
    heartbeatRefreshSeconds: SIGN_OF_LIFE_SECONDS,
  };
  await boss.work<Data>(name, options, async ([job]) => {
    if (!job) return;
    try {
      await run(job.data, { jobId: job.id, attempt: job.retryCount + 1, signal: job.signal });
    } catch (error) {
      onError(error);
      throw error;
    }
  });
  if (cron) await boss.schedule(name, cron, {}, { tz: 'UTC', missed: 'once' });
  else await boss.unschedule(name);
}
