import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { SYSTEM } from '#contract/principals.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant } from '#test/factories.ts';
import type { Tx } from '../db/transaction.ts';
import { newUuid } from '../crypto/uuid.ts';
import { follow, type Follower } from './follow.ts';
import { FROM_NO_CALL, writeOperation } from './write.ts';

let app: TestApp;
let tenantId: string;
const follower: Follower = { consumer: 'log-counts', log: 'systemOperation', batch: 2 };

beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  tenantId = (await makeTenant(app)).tenantId;
  // Who writes a value of the log that nobody wrote before waits for the other who does: here it is known already.
  await within((tx) => write(tx, 'before'));
  await settled();
});
afterAll(() => app.close());

const within = <T>(work: (tx: Tx) => Promise<T>) => app.tools.db.inTenant(tenantId, work);

const write = (tx: Tx, targetId: string) =>
  writeOperation(tx, {
    ...{
      tenantId,
      at: app.tools.clock(),
      operation: 'update',
      action: 'test',
      type: 'tag.changed',
      actor: SYSTEM,
      targetId,
    },
    ...FROM_NO_CALL,
  });

/** What a reader is given next: the names of what the rows are about. */
async function take(tx: Tx): Promise<string[] | string> {
  const next = await follow(tx, tenantId, follower);
  if (next.kind !== 'rows') return next.kind;
  const { rows } = await sql<{ target_id: string }>`
    select r.target_id from ${next.rows} r order by r.written_by, r.id`.execute(tx);
  return rows.map(({ target_id }) => target_id);
}
const read = () => within(take);

/** Waits for what other tests have open on the same server: it holds every reader back. */
async function settled(): Promise<void> {
  const { rows } = await app.owner.query(
    'select max(written_by) as last from system_operation_log where tenant_id = $1',
    [tenantId],
  );
  const horizon = async () => (await app.owner.query('select event_horizon() as at')).rows[0].at as number;
  await expect.poll(horizon).toBeGreaterThan(rows[0].last ?? 0);
}

/** A transaction that has written a row and stays open until it is told to end. */
async function opened(targetId: string) {
  let end = (_: 'commit' | 'fail') => {};
  const ended = new Promise<'commit' | 'fail'>((resolve) => {
    end = resolve;
  });
  let isWritten = () => {};
  const written = new Promise<void>((resolve) => {
    isWritten = resolve;
  });
  const over = within(async (tx) => {
    await write(tx, targetId);
    // What is sent without waiting has arrived when the next question is answered.
    await sql`select 1`.execute(tx);
    isWritten();
    if ((await ended) === 'fail') throw new Error('given up');
  }).catch((error: Error) => {
    if (error.message !== 'given up') throw error;
  });
  await written;
  return async (how: 'commit' | 'fail') => {
    end(how);
    await over;
  };
}

it('gives a new reader what comes after it, in batches of whole transactions, each once', async () => {
  expect(await read()).toBe('begun');
  expect(await read()).toBe('nothing');
  for (const name of ['a', 'b']) await within((tx) => write(tx, name));
  await within(async (tx) => {
    for (const name of ['c1', 'c2', 'c3']) await write(tx, name);
  });
  await settled();
  expect([await read(), await read(), await read()]).toEqual([['a', 'b'], ['c1', 'c2', 'c3'], 'nothing']);
});

it('passes nothing over that commits later than what was written after it', async () => {
  expect(await read()).toBe('begun');
  const first = await opened('first');
  const second = await opened('second');
  await second('commit');
  // The second is there to be seen, and yet the first is still to come.
  expect(await read()).toBe('nothing');
  await first('commit');
  await settled();
  expect([await read(), await read()]).toEqual([['first', 'second'], 'nothing']);
});

it('is not held back by what was given up', async () => {
  expect(await read()).toBe('begun');
  const failing = await opened('failing');
  await within((tx) => write(tx, 'after'));
  expect(await read()).toBe('nothing');
  await failing('fail');
  await settled();
  expect([await read(), await read()]).toEqual([['after'], 'nothing']);
});

it('goes on where it was when a reader is killed in the middle', async () => {
  expect(await read()).toBe('begun');
  for (const name of ['a', 'b', 'c']) await within((tx) => write(tx, name));
  await settled();
  let seen: unknown;
  const killed = within(async (tx) => {
    seen = await take(tx);
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await app.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await sql`select 1`.execute(tx);
  });
  await expect(killed).rejects.toThrow();
  expect(seen).toEqual(['a', 'b']);
  expect([await read(), await read(), await read()]).toEqual([['a', 'b'], ['c'], 'nothing']);
});

it('two of the same name share what there is, and none is given twice', async () => {
  expect(await read()).toBe('begun');
  const names = Array.from({ length: 8 }, (_, n) => `n${n}`);
  for (const name of names) await within((tx) => write(tx, name));
  await settled();
  const given = await Promise.all(Array.from({ length: 6 }, read));
  expect(given.flatMap((one) => (Array.isArray(one) ? one : [])).sort()).toEqual(names);
});

it('who waits for another of the same name goes on behind it, and passes nothing over', async () => {
  expect(await read()).toBe('begun');
  // Open while both ask: what it writes is behind the horizon of whoever waits.
  const early = await opened('early');
  let goOn = () => {};
  const mayRead = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const first = within(async (tx) => {
    await sql`select from event_positions where log = ${follower.log} for update`.execute(tx);
    hold();
    await mayRead;
    return take(tx);
  });
  await held;
  const second = read();
  const waiting = () =>
    app.owner.query(
      `select from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%event_positions%'`,
    );
  await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0);
  await early('commit');
  await settled();
  await within((tx) => write(tx, 'late'));
  goOn();
  expect(await first).toEqual(['early']);
  expect(await second).not.toBe('begun');
  await settled();
  const rest = await read();
  expect([await second, rest].flat()).toContain('late');
});

it('has a place of its own for each reader, and for each log', async () => {
  const as = (one: object) => within((tx) => follow(tx, tenantId, { ...follower, ...one } as Follower));
  expect(await read()).toBe('begun');
  await within((tx) => write(tx, 'a'));
  await settled();
  // Another log, or another reader, has not begun by that; nor does it go on where this one is.
  for (const other of [{ log: 'login' }, { consumer: 'another' }]) {
    expect(await as(other)).toEqual({ kind: 'begun' });
    expect(await as(other)).toEqual({ kind: 'nothing' });
  }
  expect([await read(), await read()]).toEqual([['a'], 'nothing']);
});

it('begins anew where the rows came from another server', async () => {
  expect(await read()).toBe('begun');
  await app.owner.query('update event_positions set read_to = $2 where tenant_id = $1', [tenantId, 2 ** 50]);
  expect(await read()).toBe('begun');
  const name = newUuid();
  await within((tx) => write(tx, name));
  await settled();
  expect(await read()).toEqual([name]);
});

it('begins anew on another server, also where its numbers have passed the position by now', async () => {
  expect(await read()).toBe('begun');
  await within((tx) => write(tx, 'a'));
  await app.owner.query(
    `update event_positions set server = '1', read_to = event_horizon() - 1 where tenant_id = $1 returning read_to`,
    [tenantId],
  );
  expect(await read()).toBe('begun');
  await within((tx) => write(tx, 'b'));
  await settled();
  expect([await read(), await read()]).toEqual([['b'], 'nothing']);
});

it('sees nothing of another tenant', async () => {
  expect(await read()).toBe('begun');
  await within((tx) => write(tx, 'of the one'));
  tenantId = (await makeTenant(app)).tenantId;
  expect([await read(), await read()]).toEqual(['begun', 'nothing']);
});
