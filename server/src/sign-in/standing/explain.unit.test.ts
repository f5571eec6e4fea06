import { describe, expect, test } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import { explain, type Standing } from './explain.ts';

const now = new Date('2026-05-01T12:00:00Z');
const later = new Date('2026-05-01T12:10:00Z');
const policy = (given: object = {}) => ({ policy: securityPolicy.parse(given) });
const closed = policy({ loginPolicy: { siteLoginRoles: { password: ['PowerUser'] } } });
const byMailOnly = policy({ loginPolicy: { siteLoginType: 'loginMailAddress' } });

/** An account that nothing keeps out. */
const fine = {
  ...{ tenant_status: 'active', status: 'active', user_id: 'taro', source: 'local', roles: ['User'] },
  ...{ locked_until: null, failed_streak: 0, unknown_until: null, unknown_streak: null, device_until: null },
  ...{ device_streak: null, one_time_until: null, password_hash: 'hash', password_changed_at: now },
  ...{ must_change: false, login_mail_address: 'a@b.example', next_login_mail_address: null },
  ...{ hasMfa: false, hasProvider: false },
  ...policy(),
} as unknown as Standing;
const unregistered = { status: 'registering', password_hash: null, login_mail_address: null } as const;
const waiting = { login_mail_address: null, next_login_mail_address: 'a@b.example' };
const nothing = { until: null, failures: null, remedy: null };

describe('what is in the way', () => {
  test.each<[string, Partial<Standing>, object[]]>([
    ['nothing', {}, []],
    [
      'a lock that ends',
      { status: 'locked', locked_until: later, failed_streak: 10 },
      [{ check: 'not_locked', at: 'everywhere', until: later.toISOString(), failures: 10, remedy: 'unlock' }],
    ],
    ['a lock that has ended', { status: 'locked', locked_until: now, failed_streak: 10 }, []],
    [
      'a lock without end, after a hundred failures',
      { status: 'locked', failed_streak: 100 },
      [{ check: 'not_locked', at: 'everywhere', until: null, failures: 100, remedy: 'unlock' }],
    ],
    [
      'a hundred failures alone',
      { failed_streak: 100 },
      [{ check: 'not_stopped', at: 'everywhere', until: null, failures: 100, remedy: 'unlock' }],
    ],
    [
      'strangers who guess',
      { unknown_until: later, unknown_streak: 10 },
      [{ check: 'door_open', at: 'newBrowsers', until: later.toISOString(), failures: 10, remedy: 'unlock' }],
    ],
    ['strangers who guessed', { unknown_until: now, unknown_streak: 10 }, []],
    [
      'guessing at a device, until it is unlocked',
      { device_until: Number.POSITIVE_INFINITY, device_streak: 100 },
      [{ check: 'door_open', at: 'devices', until: null, failures: 100, remedy: 'unlock' }],
    ],
    ['being inactive', { status: 'inactive' }, [{ ...nothing, check: 'active', at: 'everywhere', remedy: 'activate' }]],
    [
      'being inactive without ever having registered',
      { status: 'inactive', password_hash: null },
      [{ ...nothing, check: 'active', at: 'everywhere', remedy: 'activate' }],
    ],
    [
      'an invitation',
      { ...unregistered, ...waiting },
      [{ ...nothing, check: 'registered', at: 'everywhere', remedy: 'sendInvitation' }],
    ],
    [
      'no address to be invited at',
      unregistered,
      [{ ...nothing, check: 'registered', at: 'everywhere', remedy: 'addAddress' }],
    ],
    [
      'an address that is not confirmed',
      waiting,
      [{ ...nothing, check: 'address_confirmed', at: 'byEmail', remedy: 'sendConfirmation' }],
    ],
    ['a new address beside a confirmed one', { next_login_mail_address: 'c@b.example' }, []],
    ['no address', { login_mail_address: null }, []],
    [
      'an address that is not confirmed, where it is asked for',
      { ...waiting, ...byMailOnly },
      [{ ...nothing, check: 'way_offered', at: 'everywhere', remedy: 'sendConfirmation' }],
    ],
    [
      'no address, where it is asked for',
      { login_mail_address: null, ...byMailOnly },
      [{ ...nothing, check: 'way_offered', at: 'everywhere', remedy: 'changePolicy' }],
    ],
    [
      'no password',
      { password_hash: null },
      [{ ...nothing, check: 'proof_matches', at: 'everywhere', remedy: 'oneTimePassword' }],
    ],
    [
      'no password, of a directory',
      { password_hash: null, source: 'directory' },
      [{ ...nothing, check: 'proof_matches', at: 'everywhere' }],
    ],
    [
      'a one-time password that is too old',
      { one_time_until: now },
      [{ ...nothing, check: 'one_time_in_time', at: 'everywhere', remedy: 'oneTimePassword' }],
    ],
    ['no password, with a provider', { password_hash: null, hasProvider: true }, []],
    ['no password, of a directory, with a provider', { password_hash: null, source: 'scim', hasProvider: true }, []],
    ['a one-time password that is too old, beside a provider', { one_time_until: now, hasProvider: true }, []],
    [
      'no address, where it is asked for, beside a provider',
      { ...byMailOnly, login_mail_address: null, hasProvider: true },
      [],
    ],
    [
      'an address that is not confirmed, with a provider alone',
      { ...waiting, password_hash: null, hasProvider: true },
      [],
    ],
    [
      'a lock, with a provider',
      { status: 'locked', password_hash: null, hasProvider: true },
      [{ check: 'not_locked', at: 'everywhere', remedy: 'unlock' }],
    ],
    [
      'passwords that are closed',
      closed,
      [{ ...nothing, check: 'password_open', at: 'everywhere', remedy: 'changePolicy' }],
    ],
    [
      'passwords that are closed, without one',
      { ...closed, password_hash: null },
      [{ ...nothing, check: 'password_open', at: 'everywhere', remedy: 'changePolicy' }],
    ],
    ['passwords that are closed, with a provider', { ...closed, hasProvider: true }, []],
    ['passwords that are closed to others', { ...closed, roles: ['User', 'PowerUser'] }, []],
    [
      'an invitation, where passwords are closed',
      { ...closed, ...unregistered, ...waiting },
      [{ ...nothing, check: 'registered', at: 'everywhere', remedy: 'sendInvitation' }],
    ],
    ['a suspended tenant', { tenant_status: 'suspended' }, [{ ...nothing, check: 'tenant_active', at: 'everywhere' }]],
    ['being an agent', { user_id: 'agent:sync' }, [{ ...nothing, check: 'person', at: 'everywhere' }]],
    [
      'several things, in the order of the sign-in',
      { status: 'inactive', tenant_status: 'suspended', unknown_until: later, unknown_streak: 3 },
      [{ check: 'tenant_active' }, { check: 'active' }, { check: 'door_open', at: 'newBrowsers' }],
    ],
  ])('%s', (_, state, expected) => {
    const { obstacles, maySignIn } = explain({ ...fine, ...state }, now);
    expect(obstacles).toMatchObject(expected);
    expect(obstacles).toHaveLength(expected.length);
    expect(maySignIn).toBe(!obstacles.some(({ at }) => at === 'everywhere'));
  });
});

test.each<[string, Partial<Standing>, string[]]>([
  ['both', {}, ['loginMailAddress', 'userId']],
  ['the user ID without an address', { login_mail_address: null }, ['userId']],
  ['the address where it is asked for', byMailOnly, ['loginMailAddress']],
  ['the user ID where it is asked for', policy({ loginPolicy: { siteLoginType: 'userId' } }), ['userId']],
  ['both beside a provider', { hasProvider: true }, ['loginMailAddress', 'userId']],
  ['nothing but a provider without a password', { password_hash: null, hasProvider: true }, []],
  ['nothing where passwords are closed', closed, []],
  ['nothing without an address where it is asked for', { login_mail_address: null, ...byMailOnly }, []],
])('a user identifies by %s', (_, state, expected) => {
  expect(explain({ ...fine, ...state }, now).loginTypes).toEqual(expected);
});

const enforced = policy({
  loginPolicy: { mfa: { enabled: true, siteEnforceMfa: { enabled: true, roles: ['User'], accounts: 'every' } } },
});
test.each<[string, Partial<Standing>, string[]]>([
  ['nothing', {}, []],
  ['another password', { must_change: true }, ['newPassword']],
  [
    'another password once it is old',
    { ...policy({ passwordPolicy: { expiresAfterDays: 30 } }), password_changed_at: new Date('2026-03-01') },
    ['newPassword'],
  ],
  ['no password where they are closed', { ...closed, must_change: true, hasProvider: true }, []],
  ['MFA', enforced, ['mfaSetup']],
  ['no MFA where it is set up', { ...enforced, hasMfa: true }, []],
  ['no MFA of one without a password', { ...enforced, password_hash: null }, []],
])('the next sign-in demands %s', (_, state, expected) => {
  expect(explain({ ...fine, ...state }, now).demands).toEqual(expected);
});
