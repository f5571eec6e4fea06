import { expect, test } from 'vitest';
import { type Account, doorFacts, type ResetRow, resetFacts } from './account.ts';

const now = new Date('2026-05-01T12:00:00Z');
const later = new Date('2026-05-01T12:10:00Z');
const account = {
  ...{ tenant_status: 'active', status: 'active', user_id: 'taro', locked_until: null, failed_streak: 3 },
  ...{ unknown_until: null },
} as Account;
const facts = {
  ...{ now, tenantActive: true, status: 'active', lockedUntil: null, agent: false, failedStreak: 3, closedUntil: null },
};

test.each<[string, object, 'known' | 'unknown' | 'device', object]>([
  ['an account', {}, 'known', {}],
  ['a suspended tenant', { tenant_status: 'suspended' }, 'known', { tenantActive: false }],
  ['a lock', { status: 'locked', locked_until: later }, 'known', { status: 'locked', lockedUntil: later }],
  ['an agent', { user_id: 'agent:sync' }, 'unknown', { agent: true }],
  ['a user who is called like one', { user_id: 'my-agent:sync' }, 'unknown', {}],
  ['strangers kept out, to a known browser', { unknown_until: later }, 'known', {}],
  ['strangers kept out, to one of them', { unknown_until: later }, 'unknown', { closedUntil: later }],
  ['strangers kept out, to a device', { unknown_until: later }, 'device', {}],
  ['a device kept out, to it', { device_until: later }, 'device', { closedUntil: later }],
  ['a device kept out, to a stranger', { device_until: later }, 'unknown', {}],
])('%s at a door', (_, state, door, expected) => {
  expect(doorFacts({ ...account, ...state }, door, now)).toEqual({ ...facts, ...expected });
});

const closed = { security_policy: { loginPolicy: { siteLoginRoles: { password: ['PowerUser'] } } } };
test.each<[string, Partial<ResetRow>, object]>([
  ['kept by hand', {}, {}],
  ['kept by hand, with a password', { has_password: true }, {}],
  ['of a directory', { source: 'ldap' }, { mayHavePassword: false }],
  ['of a directory, with a password', { source: 'ldap', has_password: true }, {}],
  ['whom passwords are closed to', closed, { mayHavePassword: false }],
  ['whom passwords are closed to, with one', { ...closed, has_password: true }, { mayHavePassword: false }],
  ['of an administrator where they are closed to users', { ...closed, roles: ['User', 'PowerUser'] }, {}],
  ['of a suspended tenant', { tenant_status: 'suspended' }, { tenantActive: false }],
  ['that is an agent', { user_id: 'agent:sync' }, { agent: true }],
  ['that is locked', { status: 'locked', locked_until: later }, { status: 'locked', lockedUntil: later }],
])('the password of an account %s', (_, state, expected) => {
  const row = {
    roles: ['User'],
    security_policy: {},
    tenant_status: 'active' as const,
    status: 'active' as const,
    user_id: 'taro',
    locked_until: null,
    source: 'local',
  };
  const { now: at, tenantActive, status, lockedUntil, agent } = facts;
  const plain = { now: at, tenantActive, status, lockedUntil, agent, mayHavePassword: true };
  expect(resetFacts({ ...row, has_password: false, ...state }, now)).toEqual({ ...plain, ...expected });
});
