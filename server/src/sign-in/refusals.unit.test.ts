import type { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import { inShort, writingDown } from '#test/sent.ts';
import type { ClientInfo } from '../platform/http/client-info.ts';
import type { Door } from './failures.ts';
import { isLockMailDue, writeLock } from './lock-log.ts';
import { recordRefusal, recordUnknown, recordWrongProof, writeRefusal } from './refusals.ts';

const now = new Date('2026-05-01T12:00:00Z');
const [before, later] = [new Date('2026-05-01T11:55:00Z'), new Date('2026-05-01T12:10:00Z')];
const client: ClientInfo = {
  ...{ address: '192.0.2.7', network: '192.0.2.7', userAgent: 'a browser', requestId: 'r', clientRequestId: null },
  ...{ uniqueId: null, languages: '' },
};
const policy = securityPolicy.parse({
  accountLockPolicy: { enabled: true, failures: 3, withinMinutes: 30, lockMinutes: 5 },
});
const account = { tenant_id: 't', uuid: 'u', user_id: 'taro', policy };
// Emailed a moment ago, so that no email is due.
const told = { told_of_lock_at: before, told_of_stop_at: before };
const user = { status: 'active', failed_count: 0, failed_since: null, failed_streak: 0, locked_until: null };
const third = { failed_count: 2, failed_since: before, failed_streak: 2 };
const thirdAtDoor = { unknown_count: 2, unknown_since: before, unknown_streak: 2 };

const LOG = 'insert into login_log';
const HISTORY = 'insert into system_operation_log';
const [AT_USER, AT_DOOR] = ['update users', 'insert into sign_in_guards'];

interface State {
  user?: object;
  guard?: object;
  roles?: string[];
  /** Whether another administrator can sign in. */
  another?: boolean;
}

async function refuse(reason: 'mismatch' | 'wrong_otp' | 'account_inactive', door: Door, state: State = {}) {
  const sent: CompiledQuery[] = [];
  const answers = [
    ...[state.user === undefined ? [user] : [{ ...user, ...state.user }], [{ ...told, ...state.guard }]],
    ...[[], [{ has: state.another === true }]],
  ];
  const { roles = ['User'] } = state;
  const refused = { reason, loginType: 'userId', door, client, now } as const;
  await writeRefusal(
    { config: { publicUrl: 'https://id.example' } } as never,
    writingDown(sent, answers),
    { ...account, roles },
    refused,
  );
  const writes = inShort(sent).filter(([what]) => !what.startsWith('select'));
  return { names: writes.map(([what]) => what), all: sent.flatMap(({ parameters }) => parameters) };
}

test.each<[string, Parameters<typeof refuse>, string[]]>([
  ['a wrong password', ['mismatch', 'known'], [AT_USER, LOG]],
  ['a wrong code', ['wrong_otp', 'known'], [AT_USER, LOG]],
  ['a stranger’s wrong password', ['mismatch', 'unknown'], [AT_DOOR, LOG]],
  ['what is no wrong proof', ['account_inactive', 'known'], [LOG]],
  ['a third wrong password', ['mismatch', 'known', { user: third }], [AT_USER, HISTORY, LOG]],
  ['a stranger’s third', ['mismatch', 'unknown', { guard: thirdAtDoor }], [AT_DOOR, HISTORY, LOG]],
  ['a third of who is inactive', ['mismatch', 'known', { user: { ...third, status: 'inactive' } }], [AT_USER, LOG]],
  [
    'a third, not told of yet',
    ['mismatch', 'known', { user: third, guard: { told_of_lock_at: null } }],
    [AT_USER, HISTORY, AT_DOOR, LOG],
  ],
  ['one in a lock', ['mismatch', 'known', { user: { status: 'locked', locked_until: later } }], [LOG]],
  ['one in a lock for good', ['mismatch', 'known', { user: { status: 'locked' } }], [LOG]],
  ['one after a lock', ['mismatch', 'known', { user: { status: 'locked', locked_until: before } }], [AT_USER, LOG]],
  [
    'a third after a lock',
    ['mismatch', 'known', { user: { ...third, status: 'locked', locked_until: before } }],
    [AT_USER, HISTORY, LOG],
  ],
  ['a stranger’s while strangers are kept out', ['mismatch', 'unknown', { guard: { unknown_until: later } }], [LOG]],
  ['a stranger’s after strangers were', ['mismatch', 'unknown', { guard: { unknown_until: before } }], [AT_DOOR, LOG]],
])('%s is written', async (_, given, expected) => {
  expect((await refuse(...given)).names).toEqual(expected);
});

const endless = { ...third, failed_streak: 99 };
test.each<[string, State, boolean]>([
  ['a user', { user: endless }, true],
  ['an administrator beside others', { user: endless, roles: ['PowerUser'], another: true }, true],
  ['the last administrator', { user: endless, roles: ['User', 'PowerUser'] }, false],
])('a hundred failures lock %s for good: %3$s', async (_, state, forGood) => {
  const { all } = await refuse('mismatch', 'known', state);
  // The only administrator is blocked for a day at most.
  const tomorrow = new Date(now.getTime() + 86_400_000);
  expect(all.some((value) => value instanceof Date && value.getTime() === tomorrow.getTime())).toBe(!forGood);
});

/** The statements sent, and their tenants, when the queries are answered by `answers`. */
async function sentIn(work: (tools: never) => Promise<void>, answers: object[][] = []) {
  const sent: CompiledQuery[] = [];
  const tenants: string[] = [];
  const tx = writingDown(sent, answers);
  const inTenant = async (tenantId: string, within: (given: unknown) => Promise<unknown>) => {
    tenants.push(tenantId);
    return within(tx);
  };
  await work({ db: { inTenant } } as never);
  return [tenants, inShort(sent).map(([what]) => what)];
}

test('a try at an unknown name costs what one at a known name does, and is in the log of the tenant it names', async () => {
  const tried = { typed: 'nobody', loginType: 'userId', client, now } as const;
  const asked = await sentIn((tools) => recordUnknown(tools, { tenantId: 't', ...tried }));
  const [tenants, named] = asked as [string[], string[]];
  expect([tenants, named.length, named.at(-2), named.at(-1)]).toEqual([['t'], 4, AT_DOOR, LOG]);
  const [space, unnamed] = (await sentIn((tools) => recordUnknown(tools, { tenantId: null, ...tried }))) as [
    string[],
    string[],
  ];
  expect([space, unnamed.length, unnamed.at(-2)]).toEqual([['-'], 4, AT_DOOR]);
  expect(unnamed.at(-1)).toMatch(/^select/);
});

test('a wrong proof in a session counts like one at the door; of who is gone nothing is counted', async () => {
  const wrong = { reason: 'mismatch', loginType: 'reauthentication', client, now } as const;
  const key = { tenantId: 't', uuid: 'u' };
  const row = { ...account, security_policy: {}, roles: ['User'] };
  const [tenants, names] = await sentIn((tools) => recordWrongProof(tools, key, wrong), [[row], [user], [told]]);
  expect([tenants, names?.slice(-2)]).toEqual([
    ['t', 't'],
    [AT_USER, LOG],
  ]);
  expect((await sentIn((tools) => recordWrongProof(tools, key, wrong)))[0]).toEqual(['t']);
  const refused = { ...wrong, door: 'known', deviceId: 'printer' } as const;
  const sent: CompiledQuery[] = [];
  const db = {
    inTenant: (_: string, work: (tx: unknown) => Promise<void>) => work(writingDown(sent, [[user], [told]])),
  };
  await recordRefusal({ db } as never, { ...account, roles: [] } as never, refused);
  expect(sent.at(-1)?.parameters).toContain('printer');
});

const held = { ...{ failedCount: 0, failedSince: null, failedStreak: 2, toldAt: null }, status: 'active' } as const;

test.each<[Door, object]>([
  [
    'known',
    {
      status: { before: 'active', after: 'locked' },
      lockedUntil: { before: before.toISOString(), after: later.toISOString() },
    },
  ],
  ['unknown', { lockedUntil: { before: now.toISOString(), after: later.toISOString() } }],
])('the history of a lock at the door %s', async (door, expected) => {
  const sent: CompiledQuery[] = [];
  const counted = { failedCount: 0, failedSince: null, failedStreak: 3, lock: { until: later } };
  const counters = { ...held, lockedUntil: before, closedUntil: now };
  await writeLock({} as never, writingDown(sent), account, {
    ...{ held: counters, counted, door, isDue: false, client, now },
  });
  const changes = sent[0]?.parameters.find((value) => typeof value === 'string' && value.startsWith('{'));
  expect(JSON.parse(changes as string)).toEqual({ ...expected, failures: { before: 2, after: 3 } });
});

test.each<[string, Date | null, boolean]>([
  ['never', null, true],
  ['a day ago', new Date(now.getTime() - 86_400_000), true],
  ['a moment less than a day ago', new Date(now.getTime() - 86_399_999), false],
])('a lock is told of that was told of %s: %3$s', (_, toldAt, expected) => {
  expect(isLockMailDue({ ...held, toldAt, lockedUntil: null, closedUntil: null }, now)).toBe(expected);
});
