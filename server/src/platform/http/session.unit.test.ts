import { describe, expect, test } from 'vitest';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { administratorRole } from '#contract/roles.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import type { AccessTokenClaims, KnownAccount } from './known-accounts.ts';
import { bearerToken } from './principal.ts';
import type { Tools } from '../tools.ts';
import { maySessionGoOn } from '../../sign-in/sessions/go-on.ts';
import { actorOf } from './known-actor.ts';
import { type Caller, isStillGood, personAuthenticator } from './session.ts';

const now = new Date('2026-05-01T12:00:00Z');
const at = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const policy = securityPolicy.parse({ sessionPolicy: { idleMinutes: 60 } });

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
const outliving = { sessionId: null };

test.each<[string, Partial<KnownAccount> | null, Partial<AccessTokenClaims>, boolean]>([
  ['nobody is there', null, {}, false],
  ['all is well', {}, {}, true],
  ['the session behind it has ended', { session_open: false }, {}, false],
  ['the account is inactive', { user_status: 'inactive' }, {}, false],
  ['the grant is gone', { grant_account: null, grant_client: null, grant_session: null }, {}, false],
  ['of another account', { grant_account: 'v' }, {}, false],
  ['of another client', { grant_client: 'd' }, {}, false],
  ['of another session', { grant_session: 'r' }, {}, false],
  ['the token outlives sessions, the grant does not', {}, outliving, false],
  ['the grant outlives sessions, the token does not', { grant_session: null }, {}, false],
  ['both outlive sessions', { grant_session: null }, outliving, true],
  ['a token without a grant', { grant_account: null, grant_client: null }, { grantHash: null }, true],
])('the grant of a token: %s', (_, state, token, expected) => {
  const found = state && { ...principal, ...state };
  const tools = { principals: { isGood: maySessionGoOn } } as Parameters<typeof isStillGood>[0];
  expect(isStillGood(tools, found, { ...claims, ...token }, now)).toBe(expected);
});

test.each([
  ['Bearer abc.def-_~+/=', 'abc.def-_~+/='],
  ['bearer abc', 'abc'],
  ['Bearer ', null],
  ['Bearer  abc', null],
  ['Bearer abc def', null],
  ['Basic abc', null],
  ['xBearer abc', null],
  [undefined, null],
])('the bearer token of %j is %j', (authorization, token) => {
  expect(bearerToken({ headers: { authorization } } as never)).toBe(token);
});

describe('the person a token speaks for', () => {
  /** An authenticator that knows three tokens (at a device, of a session, any other) and this account state. */
  function authenticatorOf(account: KnownAccount | null, given = claims) {
    const asked: string[] = [];
    const noted: string[] = [];
    const find = personAuthenticator({
      readPersonToken: (token: string) => (token === 'at a device' ? { ...given, device } : null),
      verifyAccessToken: async (token: string) => {
        asked.push(token);
        return token === 'of a session' ? given : null;
      },
      principals: { find: async () => account, isGood: maySessionGoOn },
      db: { inTenant: async (tenantId: string) => noted.push(tenantId) },
    } as unknown as Tools).find;
    const ask = async (token: string, pattern?: string) => {
      const headers = pattern === undefined ? {} : { 'x-access-control-pattern': pattern };
      const request = { headers } as never;
      const caller = (await find(request, token, now)) as Caller | null;
      return { caller, actor: actorOf(request), request };
    };
    return { ask, asked, noted };
  }

  test('of a session, at a device, and of nobody', async () => {
    const { ask, asked, noted } = authenticatorOf(principal);
    const person = { type: 'person', id: 'u', name: 'taro' };
    const inSession = await ask('of a session');
    expect(inSession.caller).toMatchObject({
      tenantId: 't',
      userId: 'taro',
      client: 'c',
      actor: person,
      limited: false,
    });
    expect(inSession.actor).toEqual({ ...person, tenantId: 't' });
    expect((await ask('at a device')).caller?.claims.device).toEqual(device);
    expect(await ask('another')).toMatchObject({ caller: null, actor: null });
    expect(asked).toEqual(['of a session', 'another']);
    expect(noted).toEqual([]);
  });

  test('is named in the log, without a user id, where their session has ended', async () => {
    for (const account of [null, { ...principal, session_open: false }]) {
      const { caller, actor } = await authenticatorOf(account).ask('of a session');
      expect([caller, actor]).toEqual([null, { type: 'person', id: 'u', tenantId: 't' }]);
    }
  });

  test('has used the session', async () => {
    const { ask, noted } = authenticatorOf({ ...principal, session_seen_at: at(-60) });
    await ask('of a session');
    expect(noted).toEqual(['t']);
  });

  test('has fewer rights by wish; anything else is no wish', async () => {
    const grants = [{ role: administratorRole, scope: 'all', group: null }];
    const powerful = { ...principal, grants };
    const { ask } = authenticatorOf(powerful, { ...claims, scopes: ['portal:powerUser:admin'] });
    const rights = async (pattern?: string) => (await ask('of a session', pattern)).caller?.permissions.size ?? 0;
    const [all, powerUser, user] = [await rights(), await rights('powerUser'), await rights('user')];
    expect([all, user < all]).toEqual([powerUser, true]);
    // The access pattern is part of the cache key of a caller.
    expect([await rights('user'), await rights()]).toEqual([user, all]);
    for (const pattern of ['', 'User', 'operator'])
      await expect(ask('of a session', pattern)).rejects.toMatchObject({
        id: 'invalid_params',
        detail: { field: 'X-Access-Control-Pattern' },
      });
  });

  test('has rights in groups in the portal only: an app takes its scopes for rights in the whole tenant', async () => {
    const ofGroup = { ...principal, grants: [{ role: administratorRole, scope: 'group', group: 'sales' }] };
    const reached = async (clientId: string) => {
      const account = { ...ofGroup, grant_client: clientId };
      const { ask } = authenticatorOf(account, { ...claims, clientId, scopes: ['portal:powerUser:admin'] });
      const { caller } = await ask('of a session');
      return [caller?.client, caller?.permissions.has('users:write'), caller?.inGroups.get('users:write')];
    };
    expect(await reached(PORTAL_CLIENT)).toEqual([PORTAL_CLIENT, false, ['sales']]);
    expect(await reached('c')).toEqual(['c', false, undefined]);
  });

  test('is one caller as long as what is known of them is the same', async () => {
    const known = { ...principal };
    const states = [known, known, { ...principal, user_id: 'jiro' }];
    const { find } = personAuthenticator({
      readPersonToken: () => claims,
      principals: { find: async () => states.shift() ?? null, isGood: maySessionGoOn },
    } as unknown as Tools);
    const ask = () => find({ headers: {} } as never, 'x', now);
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect(second).toBe(first);
    expect(third?.actor.name).toBe('jiro');
  });

  test('must set up a second factor first where the tenant enforces it, but not at a device', async () => {
    const siteEnforceMfa = { enabled: true, accounts: 'every', roles: ['User'] };
    const policy = securityPolicy.parse({ loginPolicy: { mfa: { enabled: true, siteEnforceMfa } } });
    const enforcing = { ...principal, policy };
    const { ask } = authenticatorOf(enforcing);
    expect((await ask('of a session')).caller?.limited).toBe(true);
    expect((await ask('at a device')).caller?.limited).toBe(false);
    const set = authenticatorOf({ ...enforcing, totp_enabled: true });
    expect((await set.ask('of a session')).caller?.limited).toBe(false);
  });
});
