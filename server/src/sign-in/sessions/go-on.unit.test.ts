import { expect, test } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import type { AccountState } from '../../http/known-accounts.ts';
import { maySessionGoOn, sessionFacts } from './go-on.ts';

const now = new Date('2026-05-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const account = {
  ...{ tenant_status: 'active', user_status: 'active', locked_until: null, signed_out_at: Number.NEGATIVE_INFINITY },
  ...{ session_open: true, session_expires_at: at(60), session_seen_at: at(0), roles: ['User'] },
  policy: securityPolicy.parse({ sessionPolicy: { idleMinutes: 60 } }),
} as unknown as AccountState;
const claims = { sessionId: 's', device: null, issuedAt: at(-60) };
const device = { uuid: 'd', deviceId: 'printer' };
const facts = {
  ...{ now, tenantActive: true, status: 'active', lockedUntil: null, atDevice: false, ofItsGrant: true },
  ...{ signedOutSince: false, session: { open: true, expiresAt: at(60), seenAt: at(0), idleMinutes: 60 } },
};

test.each<[string, object, object, object]>([
  ['in a session', {}, {}, {}],
  ['at a device', {}, { device }, { atDevice: true }],
  ['of a grant that outlives it', {}, { sessionId: null }, { session: null }],
  ['of a suspended tenant', { tenant_status: 'suspended' }, {}, { tenantActive: false }],
  ['signed out as the token was made', { signed_out_at: at(-60) }, {}, {}],
  ['signed out after it', { signed_out_at: at(-59) }, {}, { signedOutSince: true }],
])('what is asked of a token %s', (_, state, token, expected) => {
  const found = sessionFacts({ ...account, ...state }, { ...claims, ...token }, true, now);
  expect(found).toEqual({ ...facts, ...expected });
});

test('a session goes on that is open, by its own grant', () => {
  expect(maySessionGoOn(account, claims, true, now)).toBe(true);
  expect(maySessionGoOn(account, claims, false, now)).toBe(false);
  expect(maySessionGoOn({ ...account, session_open: false }, claims, true, now)).toBe(false);
});
