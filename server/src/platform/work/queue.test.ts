import { setTimeout as sleep } from 'node:timers/promises';
import { busyness, patiently } from '#test/busyness.ts';
import { createTestDatabase } from '#test/postgres.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { openDatabase } from '../db/transaction.ts';
import { jobsMigration } from '../db/jobs-migration.ts';
import { type Jobs, startJobs } from './queue.ts';

const database = await createTestDatabase();
const appConnection = { ...database.connection, options: '-c role=portico_app' };
const db = openDatabase(openPool(appConnection, 3));
const errors: unknown[] = [];
const started: Jobs[] = [];

async function start(worker: boolean): Promise<Jobs> {
  const jobs = await startJobs({ connection: appConnection, worker, onError: (error) => errors.push(error) });
  started.push(jobs);
  return jobs;
}

beforeAll(async () => {
  expect(await migrate(database.connection)).toEqual([]);
});

afterAll(async () => {
  await Promise.all(started.map((jobs) => jobs.stop()));
  await db.close();
  await database.drop();
});

test('the migration stays inside the transaction of whoever runs it', async () => {
  const other = await createTestDatabase();
  const client = new pg.Client(other.connection);
  await client.connect();
  await client.query('drop schema pgboss cascade');
  await client.query('begin');
  await client.query(jobsMigration().sql);
  await client.query('rollback');
  const { rows } = await client.query("select to_regnamespace('pgboss') as found");
  await client.end();
  await other.drop();
  expect(rows).toEqual([{ found: null }]);
});

test('the application role owns nothing of the queue', async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as owned from pg_class where relnamespace = 'pgboss'::regnamespace and relowner = 'portico_app'::regrole",
  );
  await client.end();
  expect(rows).toEqual([{ owned: 0 }]);
});

test('a job woken by one process runs at once on another, with its data', async () => {
  const web = await start(false);
  const worker = await start(true);
  const seen: unknown[] = [];
  await web.defineJob('greet', { run: async () => expect.unreachable('this process runs no jobs') });
  await worker.defineJob<{ name: string }>('greet', {
    run: async (data, { attempt }) => {
      seen.push({ data, attempt });
    },
  });
  const begin = performance.now();
  await web.wake('greet', { name: 'taro' });
  await vi.waitFor(() => expect(seen).toEqual([{ data: { name: 'taro' }, attempt: 1 }]), patiently);
  expect(performance.now() - begin).toBeLessThan(1500 * busyness());
});

test('a job woken in a transaction runs only when it commits', async () => {
  const jobs = await start(true);
  const seen: string[] = [];
  await jobs.defineJob<{ id: string }>('after-commit', {
    run: async ({ id }) => {
      seen.push(id);
    },
  });
  const undone = db.inTenant('demo', async (tx) => {
    await jobs.wake('after-commit', { id: 'undone' }, { tx });
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  await db.inTenant('demo', async (tx) => {
    await jobs.wake('after-commit', { id: 'done' }, { tx });
    await sleep(300);
    expect(seen).toEqual([]);
  });
  await vi.waitFor(() => expect(seen).toEqual(['done']), patiently);
  await sleep(300);
  expect(seen).toEqual(['done']);
});

test('a job that throws is run again and reported', async () => {
  const jobs = await start(true);
  const attempts: number[] = [];
  await jobs.defineJob('stumble', {
    run: async (_data, { attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('stumbled');
    },
  });
  await jobs.wake('stumble');
  await vi.waitFor(() => expect(attempts).toEqual([1, 2]), patiently);
  expect(errors.map(String)).toContain('Error: stumbled');
});

test('no more than `concurrency` run at a time, and stop waits for them', async () => {
  const jobs = await startJobs({ connection: appConnection, worker: true, onError: (error) => errors.push(error) });
  let running = 0;
  let most = 0;
  let ended = 0;
  const mayEnd = Promise.withResolvers<void>();
  await jobs.defineJob('slow', {
    concurrency: 2,
    run: async () => {
      most = Math.max(most, ++running);
      await mayEnd.promise;
      await sleep(300);
      running -= 1;
      ended += 1;
    },
  });
  for (let i = 0; i < 4; i++) await jobs.wake('slow');
  await vi.waitFor(() => expect(running).toBe(2), patiently);
  // Long enough for a third to begin.
  await sleep(600);
  mayEnd.resolve();
  await jobs.stop();
  expect(running).toBe(0);
  expect(most).toBe(2);
  expect(ended).toBeGreaterThanOrEqual(2);
});

test('the job of a dead process is run again by another', async () => {
  const client = new pg.Client(database.connection);
  await client.connect();
  const jobs = await start(false);
  await jobs.defineJob('orphan', { run: async () => {} });
  await jobs.wake('orphan', { id: 1 });
  // The state that a killed worker leaves: active, with an old heartbeat.
  await client.query(
    "update pgboss.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute' where name = 'orphan'",
  );
  await client.end();
  const attempts: number[] = [];
  const worker = await start(true);
  await worker.defineJob('orphan', {
    run: async (_data, { attempt }) => {
      attempts.push(attempt);
    },
  });
  await vi.waitFor(() => expect(attempts).toEqual([2]), patiently);
});

test.each([1, 5])(
  'the job of a process killed just now, the %d. time, is taken over within ten seconds',
  async (kills) => {
    const name = `killed-${kills}`;
    const attempts: number[] = [];
    const worker = await start(true);
    await worker.defineJob<{ id: number }>(name, {
      run: async (_data, { attempt }) => {
        attempts.push(attempt);
      },
    });
    await worker.wake(name, { id: 1 });
    await vi.waitFor(() => expect(attempts).toEqual([1]), patiently);
    const client = new pg.Client(database.connection);
    await client.connect();
    // The state of a worker that was killed right after a heartbeat.
    await client.query(
      `update pgboss.job set state = 'active', completed_on = null, output = null, started_on = now(), heartbeat_on = now(),
       retry_count = $2 where name = $1`,
      [name, kills - 1],
    );
    await client.end();
    const begun = performance.now();
    await vi.waitFor(() => expect(attempts).toEqual([1, kills + 1]), patiently);
    expect(performance.now() - begun).toBeLessThan(10_000 * busyness());
  },
);

test('a job that takes long is left to the process that runs it', async () => {
  const attempts: number[] = [];
  const [one] = [await start(true), await start(true)];
  let ended = false;
  const define = (jobs: Jobs) =>
    jobs.defineJob('long', {
      run: async (_data, { attempt, signal }) => {
        attempts.push(attempt);
        await sleep(9000);
        expect(signal.aborted).toBe(false);
        ended = true;
      },
    });
  for (const jobs of started.slice(-2)) await define(jobs);
  await one.wake('long');
  await vi.waitFor(() => expect(ended).toBe(true), patiently);
  expect(attempts).toEqual([1]);
});

test('a schedule is kept once, changed and taken away', async () => {
  const jobs = await start(true);
  const schedules = async () => {
    const { rows } = await db.pool.query("select cron from pgboss.schedule where name = 'sweep'");
    return rows.map((row) => row.cron);
  };
  const run = async () => {};
  await jobs.defineJob('sweep', { cron: '*/5 * * * *', run });
  expect(await schedules()).toEqual(['*/5 * * * *']);
  const later = await start(true);
  await later.defineJob('sweep', { cron: '0 3 * * *', run });
  expect(await schedules()).toEqual(['0 3 * * *']);
  await later.defineJob('sweep', { run });
  expect(await schedules()).toEqual([]);
});

test('does not start on a database without the queue', async () => {
  const other = await createTestDatabase();
  const client = new pg.Client(other.connection);
  await client.connect();
  await client.query('drop schema pgboss cascade');
  await client.end();
  const connection = { ...other.connection, options: '-c role=portico_app' };
  await expect(startJobs({ connection, worker: true, onError: () => {} })).rejects.toThrow('not installed');
  await other.drop();
});

test('nothing else went wrong meanwhile: no permission was missing', () => {
  expect(errors.map(String).filter((error) => error !== 'Error: stumbled')).toEqual([]);
});
