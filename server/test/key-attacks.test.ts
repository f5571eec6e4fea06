import { createPrivateKey, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oauthKeys } from '#server/apps/oauth/keys.ts';
import { PROVIDER } from '#server/platform/db/transaction.ts';
import { oauthProviderOf } from '#server/apps/oauth/provider.ts';
import { revokeKey, rotateKey } from '#server/operator/keys/keys.ts';
import { startTestApp, type TestApp } from './app.ts';
import {
  makeTenant,
  makeUser,
  portalTokens,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from './factories.ts';
import { operatorAct } from './operator-act.ts';
import { claimsOf, makeClient, post, PROVIDER_PATH, type TestClient, tokensFor, withinASecond } from './oauth.ts';

/** The value of a leaked private signing key: as little as possible, and nothing once it is withdrawn. */
let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let user: TestUser;
let stranger: TestUser;
let signed: SignedIn;
let offline: string;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp();
  [tenant, other] = [await makeTenant(app), await makeTenant(app)];
  user = await makeUser(app, tenant);
  stranger = await makeUser(app, other, { roles: ['User', 'PowerUser'] });
  signed = await signIn(app, user);
  const scope = 'openid offline_access portal:user:admin portal:powerUser:admin';
  client = await makeClient(app, tenant);
  offline = (await tokensFor(app, client, signed.cookie, scope, { prompt: 'consent' })).access_token;
});
afterAll(() => app.close());

type Claims = Record<string, unknown>;
const me = async (token: string) => (await app.call('GET', '/api/auth/me', { token })).status;
const keyOf = async (state: string) => {
  const keys = await app.tools.keyring.opened(PROVIDER, oauthKeys);
  const key = keys.find((one) => one.state === state && one.algorithm === 'ES256');
  if (!key) throw new Error(`no ${state} key`);
  return key;
};
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string;

/** A token as an attacker with the private half of a key can forge it. */
async function forge(state: string, claims: Claims): Promise<string> {
  const { kid, privateJwk } = await keyOf(state);
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signing = `${encode({ alg: 'ES256', typ: 'at+jwt', kid })}.${encode(claims)}`;
  const key = createPrivateKey({ key: privateJwk as never, format: 'jwk' });
  return `${signing}.${sign('sha256', Buffer.from(signing), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

describe('a token signed with a stolen key', () => {
  it('is as good as its like, so that the refusals below tell something', async () => {
    expect(await me(await forge('current', claimsOf(signed.token)))).toBe(200);
    expect(await me(await forge('current', claimsOf(offline)))).toBe(200);
  });

  it('is worthless where the key is only announced', async () => {
    expect(await me(await forge('next', claimsOf(signed.token)))).toBe(401);
  });

  it.each<[string, () => Claims]>([
    ['another account of another tenant', () => ({ sub: stranger.uuid, tenantId: other.tenantId, sid: undefined })],
    ['another account', () => ({ sub: stranger.uuid })],
    ['another tenant', () => ({ tenantId: other.tenantId })],
    ['another client', () => ({ client_id: 'another' })],
    ['the grant of another client', () => ({ client_id: claimsOf(offline).client_id })],
    ['no session', () => ({ sid: undefined })],
    ['ten days of life', () => ({ exp: Number(claimsOf(signed.token).iat) + 10 * 86_400 })],
    ['a second too much of life', () => ({ exp: Number(claimsOf(signed.token).iat) + 601 })],
    ['a beginning in the future', () => ({ iat: Date.now() / 1000 + 3600, exp: Date.now() / 1000 + 4200 })],
  ])('does not name %s', async (_, changes) => {
    const token = await forge('current', { ...claimsOf(signed.token), ...changes() });
    expect(await me(token)).toBe(401);
    const path = `/api/auth/tenants/${other.tenantId}/users`;
    expect((await app.call('GET', path, { token })).status).toBe(401);
  });

  it('makes no portal of an app, nor a session of what outlives one', async () => {
    const { sid } = claimsOf(signed.token);
    for (const changes of [{ client_id: 'portal', sid }, { sid }]) {
      expect(await me(await forge('current', { ...claimsOf(offline), ...changes }))).toBe(401);
    }
  });
});

describe('a forged token of an app', () => {
  const forged = (changes: Claims) => forge('current', { ...claimsOf(offline), ...changes });
  const told = async (token: string) => (await post(app, '/introspect', client, { token })).body;

  it('is said to be inactive where it names what its grant does not', async () => {
    expect(await told(await forged({}))).toMatchObject({ active: true, sub: user.uuid });
    for (const changes of [{ sub: stranger.uuid }, { client_id: 'portal' }, { sid: claimsOf(signed.token).sid }])
      expect(await told(await forged(changes))).toEqual({ active: false });
  });

  it('ends nobody’s family', async () => {
    const { grant } = claimsOf(signed.token);
    // The portal's grant, in the name of the calling app.
    await post(app, '/revoke', client, { token: await forged({ grant }) });
    expect(await me(await forge('current', claimsOf(signed.token)))).toBe(200);
    await post(app, '/revoke', client, { token: await forged({ sub: stranger.uuid }) });
    expect(await told(offline)).toMatchObject({ active: true });
  });
});

describe('a key', () => {
  const act = () => operatorAct(app.tools.clock());
  const shown = async (at: { call: TestApp['call'] }) =>
    ((await at.call('GET', `${PROVIDER_PATH}/jwks`)).body.keys as { kid: string }[]).map(({ kid }) => kid);

  it('signs nothing after it was retired, though what it signed before stays good', async () => {
    const fresh = await signIn(app, user);
    await rotateKey(app.tools, act());
    await oauthProviderOf(app.tools).followKeys();
    expect(
      await withinASecond(
        () => me(fresh.token),
        (status) => status === 200,
      ),
    ).toBe(true);
    const { iat, exp, ...rest } = claimsOf(fresh.token);
    const later = { ...rest, iat: Number(iat) + 120, exp: Number(exp) + 120 };
    app.advance(121_000);
    const forged = await forge('retired', later);
    expect(
      await withinASecond(
        () => me(forged),
        (status) => status === 401,
      ),
    ).toBe(true);
    expect(await me(await forge('current', later))).toBe(200);
  });

  it('that is withdrawn takes all it signed along, on every process, within a second; another one signs', async () => {
    const second = await app.another();
    const fresh = { cookie: signed.cookie, ...(await portalTokens(app, signed.cookie)) };
    const kid = kidOf(fresh.token);
    const at = { token: fresh.token };
    const both = async () => [await me(fresh.token), (await second.call('GET', '/api/auth/me', at)).status];
    expect(await both()).toEqual([200, 200]);
    expect(await shown(second)).toContain(kid);
    const announced = (await keyOf('next')).kid;
    const left = await revokeKey(app.tools, act(), kid);
    expect(left.map((key) => key.kid)).not.toContain(kid);
    expect(
      left
        .filter(({ algorithm }) => algorithm === 'ES256')
        .map(({ state }) => state)
        .sort(),
    ).toEqual(['current', 'next', 'retired']);
    const isGone = (status: number[]) => status.every((one) => one === 401);
    expect(await withinASecond(both, isGone)).toBe(true);
    const isHidden = (kids: string[]) => !kids.includes(kid);
    for (const one of [app, second]) expect(await withinASecond(() => shown(one), isHidden)).toBe(true);
    const renewed = await portalTokens(app, signed.cookie);
    expect(kidOf(renewed.token)).toBe(announced);
    expect(await me(renewed.token)).toBe(200);
    expect((await second.call('GET', '/api/auth/me', { token: renewed.token })).status).toBe(200);
    await second.close();
    await expect(revokeKey(app.tools, act(), kid)).rejects.toMatchObject({ id: 'not_found' });
    const { rows } = await app.owner.query("select target_id from system_operation_log where operation = 'delete'");
    expect(rows).toContainEqual({ target_id: kid });
  });

  it('that is only announced can be withdrawn as well', async () => {
    const { kid } = await keyOf('next');
    const signing = (await keyOf('current')).kid;
    await revokeKey(app.tools, act(), kid);
    expect((await keyOf('next')).kid).not.toBe(kid);
    expect((await keyOf('current')).kid).toBe(signing);
  });
});
