import type { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inShort, writingDown } from '#test/sent.ts';
import type { Tx } from '../platform/db/transaction.ts';
import * as guards from './guards.ts';

const now = new Date('2026-05-01T12:00:00Z');
const [once, then] = [new Date('2026-05-01T10:00:00Z'), new Date('2026-05-01T13:00:00Z')];
const sentBy = async (work: (tx: Tx) => Promise<unknown>) => {
  const sent: CompiledQuery[] = [];
  await work(writingDown(sent));
  return sent;
};

describe('the counters of a door', () => {
  const user = { status: 'active', failed_count: 1, failed_since: once, failed_streak: 2, locked_until: null };
  const guard = {
    ...{ told_of_lock_at: once, told_of_stop_at: then },
    ...{ unknown_count: 3, unknown_since: now, unknown_streak: 4, unknown_until: then },
    ...{ device_count: 5, device_since: then, device_streak: 6, device_until: null },
  };
  const hold = (door: 'known' | 'unknown' | 'device', ...rows: object[][]) =>
    guards.holdCounters(writingDown([], rows), 'u', door);
  const whole = { status: 'active', lockedUntil: null };

  test('are the user’s in a known browser, and the door’s elsewhere', async () => {
    const ofUser = { failedCount: 1, failedSince: once, failedStreak: 2, closedUntil: null, toldAt: once };
    expect(await hold('known', [user], [guard])).toEqual({ ...whole, ...ofUser });
    const ofUnknown = { failedCount: 3, failedSince: now, failedStreak: 4, closedUntil: then, toldAt: then };
    expect(await hold('unknown', [user], [guard])).toEqual({ ...whole, ...ofUnknown });
    const ofDevice = { failedCount: 5, failedSince: then, failedStreak: 6, closedUntil: null, toldAt: then };
    expect(await hold('device', [user], [guard])).toEqual({ ...whole, ...ofDevice });
  });

  test('are none of who is not there, and nothing where nothing was noted', async () => {
    expect(await hold('unknown', [], [])).toBeNull();
    const nothing = { failedCount: 0, failedSince: null, failedStreak: 0, closedUntil: null, toldAt: null };
    expect(await hold('unknown', [user], [])).toEqual({ ...whole, ...nothing });
  });
});

test.each([
  ['no stop', null, null],
  ['a stop until then', { until: then }, then],
  ['a stop for good', { until: null }, 'infinity'],
])('a failure at a door brings %s', async (_, lock, stored) => {
  const counted = { failedCount: 1, failedSince: now, failedStreak: 2, lock };
  const [query] = await sentBy((tx) => guards.storeFailureAt(tx, 'u', 'unknown', counted));
  expect(query?.sql).toContain('"unknown_until"');
  expect(query?.parameters).toEqual([1, now, 2, stored, 'u']);
});

test.each([
  ['no lock', null, [1, now, 2, 'u']],
  ['a lock until then', { until: then }, [1, now, 2, 'locked', then, 'u']],
  ['a lock for good', { until: null }, [1, now, 2, 'locked', null, 'u']],
])('a failure in a known browser brings %s', async (_, lock, values) => {
  const counted = { failedCount: 1, failedSince: now, failedStreak: 2, lock };
  expect(inShort(await sentBy((tx) => guards.storeFailure(tx, 'u', counted)))).toEqual([['update users', values]]);
});

test('a door is opened again by itself', async () => {
  const columns = async (door: 'unknown' | 'device') => {
    const [query] = await sentBy((tx) => guards.reopen(tx, 'u', door));
    return query?.sql.match(/\b(unknown|device)_\w+/g);
  };
  const all = (door: string) => ['count', 'since', 'streak', 'until'].map((name) => `${door}_${name}`);
  expect([await columns('unknown'), await columns('device')]).toEqual([all('unknown'), all('device')]);
});

test('a mail of a lock does not keep back one of a stop', async () => {
  const column = async (door: 'known' | 'unknown' | 'device') => {
    const [query] = await sentBy((tx) => guards.noteLockMail(tx, { tenant_id: 't', uuid: 'u' }, door, now));
    return /told_of_\w+/.exec(query?.sql ?? '')?.[0];
  };
  const told = [await column('known'), await column('unknown'), await column('device')];
  expect(told).toEqual(['told_of_lock_at', 'told_of_stop_at', 'told_of_stop_at']);
});

test('what was mailed of browsers is noted in the row there is, else in a new one', async () => {
  const note = (told_browsers: string[] | null) =>
    sentBy((tx) =>
      guards.storeBrowserNotes(
        tx,
        { tenant_id: 't', uuid: 'u', told_browsers },
        { known_since: now, told_browsers: [] },
      ),
    );
  expect(inShort(await note(null))).toEqual([['insert into sign_in_guards', ['t', 'u', now, []]]]);
  expect(inShort(await note([]))).toEqual([['update sign_in_guards', [now, [], 'u']]]);
});

const clean = { status: 'active', failed_count: 0, failed_since: null, failed_streak: 0, locked_until: null } as const;
test.each<[string, Partial<guards.Counters>, string[]]>([
  ['of an account without failures', {}, []],
  ['after a failure', { failed_count: 1 }, ['update users']],
  ['after failures long ago', { failed_streak: 1 }, ['update users']],
  ['after failures that began', { failed_since: once }, ['update users']],
  ['after a lock that was lifted', { locked_until: once }, ['update users']],
  [
    'after a lock that is over',
    { status: 'locked', locked_until: once },
    ['update users', 'insert into system_operation_log'],
  ],
])('a success %s', async (_, state, writes) => {
  const account = { tenant_id: 't', uuid: 'u', ...clean, ...state };
  const sent = inShort(await sentBy((tx) => guards.storeSuccess(tx, account, now)));
  expect(sent.map(([what]) => what)).toEqual(['update last_sign_ins', ...writes]);
});

test('locks that end are told in the histories of those whose they were', async () => {
  const sent: CompiledQuery[] = [];
  await guards.endLocks(writingDown(sent, [[{ uuid: 'u', locked_until: once }]]), 't', ['u', 'v'], now);
  expect(inShort(sent).map(([what]) => what)).toEqual(['update users', 'insert into system_operation_log']);
});
