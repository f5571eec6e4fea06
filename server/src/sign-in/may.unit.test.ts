import { describe, expect, it } from 'vitest';
import { type CheckName, type FactsAt, may, type Moment, MOST_FAILURES_IN_A_ROW, refusalOf } from './may.ts';

const now = new Date('2026-01-15T12:00:00Z');
const minutes = (n: number) => new Date(now.getTime() + n * 60_000);

/** The facts of all moments, for an account that is allowed everywhere. */
const fine = {
  ...{ now, tenantActive: true, status: 'active', lockedUntil: null, agent: false, failedStreak: 0, closedUntil: null },
  ...{ proofMatches: true, oneTimeUntil: null, wayOffered: true, mayBeChosen: true, stillProven: true },
  ...{ passwordExpired: false, mayHavePassword: true, atDevice: false, ofItsGrant: true, signedOutSince: false },
  session: { open: true, expiresAt: minutes(1), seenAt: now, idleMinutes: 60 },
} as const satisfies FactsAt[Moment] & object;
type Facts = Partial<{ [M in Moment]: FactsAt[M] }[Moment]> | Partial<FactsAt['session']> | Partial<FactsAt['signIn']>;

const moments = ['signIn', 'step', 'device', 'session', 'reset'] as const satisfies Moment[];
const doors: Moment[] = ['signIn', 'step', 'device'];
const session = (changed: Partial<NonNullable<FactsAt['session']['session']>>) => ({
  session: { ...fine.session, ...changed },
});
const locked = (lockedUntil: Date | null) => ({ status: 'locked', lockedUntil }) as const;

/** Changed facts, and which row refuses at which moments with which reason. */
const cases: [string, Facts, CheckName | null, string | null, Moment[]][] = [
  ['all is well', {}, null, null, []],
  ['wrong proof', { proofMatches: false }, 'proof_matches', 'mismatch', ['signIn', 'device']],
  ['what was proven is worth nothing any more', { stillProven: false }, 'still_proven', 'login_expired', ['step']],
  ['one-time password in time', { oneTimeUntil: new Date(now.getTime() + 1) }, null, null, []],
  ['one-time password too late', { oneTimeUntil: now }, 'one_time_in_time', 'password_expired', ['signIn', 'step']],
  ['tenant suspended', { tenantActive: false }, 'tenant_active', 'tenant_not_exist', [...moments]],
  ['not registered yet', { status: 'registering' }, 'registered', 'revoked_or_expired', [...moments]],
  ['inactive', { status: 'inactive' }, 'active', 'account_inactive', [...moments]],
  ['locked until an administrator', locked(null), 'not_locked', 'account_locked', doors],
  ['locked for a while', locked(minutes(1)), 'not_locked', 'account_locked', doors],
  ['the lock ends at its minute', locked(now), null, null, []],
  ['the lock is over', locked(minutes(-1)), null, null, []],
  [
    'locked until an administrator, with a session at a device',
    { ...locked(null), atDevice: true },
    'not_locked',
    'account_locked',
    [...doors, 'session'],
  ],
  [
    'locked for a while, with a session at a device',
    { ...locked(minutes(1)), atDevice: true },
    'not_locked',
    'account_locked',
    [...doors, 'session'],
  ],
  ['locked until now, with a session at a device', { ...locked(now), atDevice: true }, null, null, []],
  ['a session at a device', { atDevice: true }, null, null, []],
  ['99 failures in a row', { failedStreak: MOST_FAILURES_IN_A_ROW - 1 }, null, null, []],
  ['100 failures in a row', { failedStreak: MOST_FAILURES_IN_A_ROW }, 'not_stopped', 'account_locked', doors],
  ['the door is closed for a while', { closedUntil: minutes(1) }, 'door_open', 'sign_in_stopped', doors],
  [
    'the door is closed until a rescue',
    { closedUntil: Number.POSITIVE_INFINITY },
    'door_open',
    'sign_in_stopped',
    doors,
  ],
  ['the door is open again', { closedUntil: now }, null, null, []],
  ['management agent', { agent: true }, 'person', 'not_login_user_role', [...doors, 'reset']],
  ['this way is not offered', { wayOffered: false }, 'way_offered', 'not_login_user_role', doors],
  ['nobody may choose it', { mayBeChosen: false }, 'may_be_chosen', 'not_login_user_role', ['signIn', 'step']],
  ['the password has expired', { passwordExpired: true }, 'password_fresh', 'password_expired', ['device']],
  ['who signs in elsewhere', { mayHavePassword: false }, 'may_have_password', 'not_login_user_role', ['reset']],
  ['a token that says more than its grant', { ofItsGrant: false }, 'of_its_grant', 'invalid_token', ['session']],
  ['signed out everywhere, and signed in since', { signedOutSince: true }, null, null, []],
  [
    'signed out everywhere after the token of a grant that outlives sessions',
    { signedOutSince: true, session: null },
    'not_signed_out_everywhere',
    'invalid_token',
    ['session'],
  ],
  ['a grant that outlives its session', { session: null }, null, null, []],
  ['the session has ended', session({ open: false }), 'session_open', 'invalid_token', ['session']],
  ['the session ends now', session({ expiresAt: now }), 'session_young', 'invalid_token', ['session']],
  ['the session has no end', session({ expiresAt: null }), 'session_young', 'invalid_token', ['session']],
  [
    'the session is gone',
    session({ open: false, expiresAt: null, seenAt: null }),
    'session_open',
    'invalid_token',
    ['session'],
  ],
  ['idle for a moment less', session({ seenAt: new Date(minutes(-60).getTime() + 1) }), null, null, []],
  ['idle for as long as may be', session({ seenAt: minutes(-60) }), 'session_not_idle', 'invalid_token', ['session']],
  ['never seen', session({ seenAt: null }), 'session_not_idle', 'invalid_token', ['session']],
];

describe.each(moments)('at the moment %s', (moment) => {
  it.each(cases)('%s', (_, facts, check, reason, refusedAt) => {
    const asked = { ...fine, ...facts } as FactsAt[typeof moment];
    const isRefused = refusedAt.includes(moment);
    expect(refusalOf(asked, moment)).toEqual(isRefused ? { check, reason } : null);
    expect(may(asked, moment)).toBe(!isRefused);
  });
});

it('has a case for every row', () => {
  const rows: Record<CheckName, true> = {
    ...{ proof_matches: true, still_proven: true, one_time_in_time: true, tenant_active: true, registered: true },
    ...{ active: true, not_locked: true, not_stopped: true, door_open: true, person: true, way_offered: true },
    ...{ may_be_chosen: true, password_fresh: true, may_have_password: true, of_its_grant: true },
    ...{ not_signed_out_everywhere: true, session_open: true, session_young: true, session_not_idle: true },
  };
  expect(new Set(cases.flatMap(([, , check]) => check ?? []))).toEqual(new Set(Object.keys(rows)));
});

it.each<[string, Facts, string]>([
  ['wrong one-time password too late', { oneTimeUntil: now, proofMatches: false }, 'mismatch'],
  ['wrong password of an inactive account', { proofMatches: false, status: 'inactive' }, 'mismatch'],
  ['of a locked account in a suspended tenant', { ...locked(null), tenantActive: false }, 'tenant_not_exist'],
  ['of a locked account at a closed door', { ...locked(null), closedUntil: minutes(1) }, 'account_locked'],
])('the first row that refuses names the reason: %s', (_, facts, reason) =>
  expect(refusalOf({ ...fine, ...facts } as FactsAt['signIn'], 'signIn')?.reason).toBe(reason),
);

it('at a device an expired password is told after everything else was right', () =>
  expect(refusalOf({ ...fine, passwordExpired: true, wayOffered: false }, 'device')?.check).toBe('way_offered'));
