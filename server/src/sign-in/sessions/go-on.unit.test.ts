import { expect, test } from 'vitest';
import { securityPolicy } from '#contract/security-policy.ts';
import type { AccessTokenClaims, KnownAccount } from '../../platform/http/known-accounts.ts';
import { refusalOf } from '../may.ts';
import { maySessionGoOn, sessionFacts } from './go-on.ts';

const now = new Date('2026-05-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const policy = securityPolicy.parse({ sessionPolicy: { idleMinutes: 60 } });
const idleMinutes = policy.sessionPolicy.idleMinutes;

const principal: KnownAccount = {
  ...{
    user_id: 'taro',
    roles: ['User'],
    user_status: 'active',
    locked_until: null,
    signed_out_at: -Infinity,
    grants: [],
    may_use_app: true,
  },
  ...{ tenant_status: 'active', policy, source: 'general', totp_enabled: false, password_assigned: true },
  ...{ session_open: true, session_expires_at: at(1), session_seen_at: at(0), session_proofs: ['password'] },
  ...{ proved_at: at(-10), grant_account: 'u', grant_client: 'c', grant_session: 's' },
};
const claims: AccessTokenClaims = {
  ...{ tenantId: 't', uuid: 'u', sessionId: 's', clientId: 'c', scopes: [], grantHash: 'h', device: null },
  ...{ issuedAt: at(-60), expiresAt: at(60) },
};
const device = { uuid: 'd', deviceId: 'printer' };
const locked = { user_status: 'locked' } as const;
const outliving = { sessionId: null };
const withoutSession = { session_open: false, session_expires_at: null, session_seen_at: null };

test.each<[string, Partial<KnownAccount>, Partial<AccessTokenClaims>, string | null]>([
  ['all is well', {}, {}, null],
  ['the tenant is suspended', { tenant_status: 'suspended' }, {}, 'tenant_active'],
  ['deactivated', { user_status: 'inactive' }, {}, 'active'],
  ['not yet registered', { user_status: 'registering' }, {}, 'registered'],
  ['locked, but signed in', locked, {}, null],
  ['locked for good, at a device', locked, { device }, 'not_locked'],
  ['locked for one second more, at a device', { ...locked, locked_until: at(1) }, { device }, 'not_locked'],
  ['locked until now, at a device', { ...locked, locked_until: at(0) }, { device }, null],
  ['not locked, at a device', {}, { device }, null],
  ['signed out everywhere, and signed in since', { signed_out_at: at(0) }, {}, null],
  ['signed out everywhere after the token', { signed_out_at: at(-59) }, outliving, 'not_signed_out_everywhere'],
  ['signed out everywhere as the token was made', { signed_out_at: at(-60) }, outliving, null],
  ['no session is asked for', withoutSession, outliving, null],
  ['the session has ended', { session_open: false }, {}, 'session_open'],
  ['the session ends now', { session_expires_at: at(0) }, {}, 'session_young'],
  ['the session is gone', withoutSession, {}, 'session_open'],
  ['idle for a moment less', { session_seen_at: at(-60 * idleMinutes + 1) }, {}, null],
  ['idle for as long as may be', { session_seen_at: at(-60 * idleMinutes) }, {}, 'session_not_idle'],
])('%s', (_, state, token, check) => {
  const asked = [{ ...principal, ...state }, { ...claims, ...token }, true, now] as const;
  expect(refusalOf(sessionFacts(...asked), 'session')?.check ?? null).toBe(check);
  expect(maySessionGoOn(...asked)).toBe(check === null);
  expect(maySessionGoOn(asked[0], asked[1], false, now)).toBe(false);
});
