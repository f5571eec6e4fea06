import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashSecret } from '#server/platform/crypto/secret.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { insist } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  authorize,
  claimsOf,
  codeForm,
  type FormAnswer,
  makeClient,
  post,
  PROVIDER_PATH,
  type TestClient,
  tokensFor,
  withinASecond,
} from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let signed: SignedIn;
let client: TestClient;
let other: TestClient;
const portal: TestClient = { clientId: 'portal', secret: null };
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  signed = await signIn(app, user);
  client = await makeClient(app, tenant);
  other = await makeClient(app, tenant);
});
afterAll(() => app.close());

const refreshForm = (refresh_token: string) => ({ grant_type: 'refresh_token', refresh_token });
const refresh = (token: string, by = client) => post(app, '/token', by, refreshForm(token));
const introspect = async (token: string, by = client) => (await post(app, '/introspect', by, { token })).body;
const userinfo = (token: string) => app.call('GET', `${PROVIDER_PATH}/userinfo`, { token });
const meWith = (token: string) => app.call('GET', '/api/auth/me', { token });
const twenty = (ask: () => Promise<FormAnswer>) => Promise.all(Array.from({ length: 20 }, ask));

describe('tokens', () => {
  test('an access token for the API says whose it is; a refresh gives new ones', async () => {
    const first = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
    expect(claimsOf(first.access_token)).toMatchObject({
      iss: app.url,
      aud: `${app.url}/api`,
      sub: user.uuid,
      tenantId: tenant.tenantId,
      client_id: client.clientId,
      scope: 'portal:user:admin',
    });
    expect(first.expires_in).toBe(600);
    expect((await meWith(first.access_token)).status).toBe(200);
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect((await meWith(second.body.access_token)).status).toBe(200);
  });

  test('other tokens are opaque and open userinfo, not the API', async () => {
    const tokens = await tokensFor(app, client, signed.cookie, 'openid profile email');
    expect(tokens.access_token).not.toContain('.');
    expect((await userinfo(tokens.access_token)).body).toMatchObject({
      sub: user.uuid,
      tenantId: tenant.tenantId,
      preferred_username: user.userId,
      email: user.mail,
      roles: ['User'],
    });
    expect((await meWith(tokens.access_token)).status).toBe(401);
    expect(claimsOf(tokens.id_token)).toMatchObject({
      sub: user.uuid,
      aud: client.clientId,
      tenantId: tenant.tenantId,
    });
  });

  test('the database knows no code and no token', async () => {
    const authorization = await authorize(app, client.clientId, signed.cookie);
    const tokens = await tokensFor(app, client, signed.cookie, 'openid profile');
    const { rows } = await app.owner.query('select row_to_json(a)::text as row from oauth_artifacts a');
    const all = rows.map(({ row }) => row).join('\n');
    for (const secret of [authorization.code, tokens.access_token, tokens.refresh_token])
      expect(all).not.toContain(secret);
    const clients = await app.owner.query('select row_to_json(c)::text as row from oauth_clients c');
    expect(JSON.stringify(clients.rows)).not.toContain(client.secret);
  });
});

describe('one winner among twenty', () => {
  test('a code; the second use ends the family', async () => {
    const authorization = await authorize(app, client.clientId, signed.cookie, { scope: 'openid portal:user:admin' });
    const form = codeForm(app, client.clientId, authorization);
    const answers = await twenty(() => post(app, '/token', client, form));
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ body }) => body.error === 'invalid_grant')).toHaveLength(19);
    expect((await refresh(won[0]?.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(
      await withinASecond(
        () => meWith(won[0]?.body.access_token),
        ({ status }) => status === 401,
      ),
    ).toBe(true);
  });

  test('a refresh token, and all twenty get its one successor', async () => {
    const tokens = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
    const answers = await twenty(() => insist(() => refresh(tokens.refresh_token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const next = new Set(answers.map(({ body }) => body.refresh_token));
    expect(next.size).toBe(1);
    const [successor] = next;
    expect(successor).not.toBe(tokens.refresh_token);
    for (const { body } of answers) expect((await meWith(body.access_token)).status).toBe(200);
    expect((await refresh(successor)).status).toBe(200);
  });
});

describe('a refresh token used again', () => {
  /** As if its first use had been so many seconds ago. */
  const age = (token: string, seconds: number) =>
    app.owner.query(
      "update oauth_artifacts set consumed_at = consumed_at - make_interval(secs => $2) where model = 'RefreshToken' and id_hash = $1",
      [hashSecret(token), seconds],
    );
  const expectEnded = async (...refreshTokens: string[]) => {
    for (const token of refreshTokens) expect((await refresh(token)).body.error).toBe('invalid_grant');
  };

  test('within ten seconds gives the same successor, once for each that is lost', async () => {
    const { refresh_token: first } = await tokensFor(app, client, signed.cookie, 'openid');
    const second = (await refresh(first)).body.refresh_token;
    await age(first, 8);
    expect((await refresh(first)).body.refresh_token).toBe(second);
    const third = (await refresh(second)).body.refresh_token;
    expect((await refresh(second)).body.refresh_token).toBe(third);
    expect(new Set([first, second, third]).size).toBe(3);
    expect((await refresh(third)).status).toBe(200);
  });

  test('later ends the family, which the administrators read', async () => {
    const tokens = await tokensFor(app, client, signed.cookie, 'openid');
    const next = await refresh(tokens.refresh_token);
    await age(tokens.refresh_token, 10);
    await expectEnded(tokens.refresh_token, next.body.refresh_token);
    expect(
      await withinASecond(
        () => userinfo(next.body.access_token),
        ({ status }) => status === 401,
      ),
    ).toBe(true);
    const read = async () =>
      (await app.owner.query('select cause from client_refusals where client_id = $1', [client.clientId])).rows;
    await expect.poll(read).toContainEqual({ cause: 'refreshUsed' });
  });

  test('ends the family once its successor was used', async () => {
    const { refresh_token: first } = await tokensFor(app, client, signed.cookie, 'openid');
    const second = (await refresh(first)).body.refresh_token;
    const third = (await refresh(second)).body.refresh_token;
    await expectEnded(first, second, third);
  });

  test('by another client is refused, and the family goes on', async () => {
    const { refresh_token: first } = await tokensFor(app, client, signed.cookie, 'openid');
    const second = (await refresh(first)).body.refresh_token;
    expect((await refresh(first, other)).body.error).toBe('invalid_grant');
    expect((await refresh(second)).status).toBe(200);
  });

  test('is refused after a revocation', async () => {
    const { refresh_token: first } = await tokensFor(app, client, signed.cookie, 'openid');
    const second = (await refresh(first)).body.refresh_token;
    await post(app, '/revoke', client, { token: second });
    await expectEnded(first, second);
  });
});

describe('worth nothing elsewhere', () => {
  test('a code or refresh token of one client at another', async () => {
    const authorization = await authorize(app, client.clientId, signed.cookie);
    const form = codeForm(app, client.clientId, authorization);
    expect((await post(app, '/token', other, form)).body.error).toBe('invalid_grant');
    expect((await post(app, '/token', client, { ...form, code_verifier: 'x'.repeat(43) })).body.error).toBe(
      'invalid_grant',
    );
    const tokens = await tokensFor(app, client, signed.cookie, 'openid');
    expect((await refresh(tokens.refresh_token, other)).body.error).toBe('invalid_grant');
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
  });

  test('a token of one tenant at another', async () => {
    const elsewhere = await makeClient(app, await makeTenant(app));
    const tokens = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(await introspect(token, elsewhere)).toEqual({ active: false });
      expect((await post(app, '/revoke', elsewhere, { token })).status).toBe(200);
    }
    expect((await meWith(tokens.access_token)).status).toBe(200);
  });

  test('a token we did not sign', async () => {
    const { access_token } = await tokensFor(app, client, signed.cookie, 'portal:user:admin');
    const [head = '', body = '', signature = ''] = access_token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const header = JSON.parse(Buffer.from(head, 'base64url').toString());
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const own = sign('sha256', Buffer.from(`${head}.${body}`), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const forged = [
      `${head}.${body}.${own.toString('base64url')}`,
      `${encode({ ...header, alg: 'none' })}.${body}.`,
      `${encode({ ...header, typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${encode({ ...claimsOf(access_token), tenantId: 'other' })}.${signature}`,
      `${access_token}x`,
      `${access_token}.x`,
      'a.b.c',
    ];
    for (const token of forged) expect((await meWith(token)).status, token.slice(0, 40)).toBe(401);
    const id = (await tokensFor(app, client, signed.cookie, 'openid')).id_token;
    expect((await meWith(id)).status).toBe(401);
  });
});

describe('introspection', () => {
  test('tells a service of the tenant what a token is good for', async () => {
    const api = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
    const known = { active: true, sub: user.uuid, username: user.userId, tenantId: tenant.tenantId, roles: ['User'] };
    expect(await introspect(api.access_token)).toMatchObject({
      ...known,
      client_id: client.clientId,
      scope: 'portal:user:admin',
    });
    const opaque = await tokensFor(app, client, signed.cookie, 'openid profile');
    expect(await introspect(opaque.access_token)).toMatchObject({ ...known, client_id: client.clientId });
    expect(await introspect(opaque.refresh_token)).toMatchObject(known);
    // A token that an app passes on, or that the portal has, tells another app nothing: nor does one for Portico's API.
    const ofPortal = await tokensFor(app, portal, signed.cookie, 'openid portal:user:admin');
    for (const token of [opaque.access_token, opaque.refresh_token, api.access_token, ofPortal.access_token])
      expect(await introspect(token, other)).toEqual({ active: false });
    for (const token of ['x', 'a.b.c', '%00', '{}']) expect(await introspect(token)).toEqual({ active: false });
  });

  test('wants a client that proves itself', async () => {
    const form = { token: 'x' };
    expect((await post(app, '/introspect', { ...client, secret: 'wrong' }, form)).status).toBe(401);
    expect((await post(app, '/introspect', portal, form)).status).toBe(401);
    expect((await post(app, '/introspect', { ...client, secret: null }, form)).status).toBe(401);
    expect((await post(app, '/introspect', client, {})).body.error).toBe('invalid_request');
    const json = await app.call('POST', `${PROVIDER_PATH}/introspect`, { body: form });
    expect([400, 401, 415]).toContain(json.status);
  });
});

describe('within a second, everywhere', () => {
  const ends: [string, (of: { user: TestUser; cookie: string; client: TestClient }) => Promise<unknown>][] = [
    [
      'the user is disabled',
      ({ user: { uuid } }) => app.owner.query("update users set status = 'inactive' where uuid = $1", [uuid]),
    ],
    ['the user is deleted', ({ user: { uuid } }) => app.owner.query('delete from users where uuid = $1', [uuid])],
    [
      'the session is ended',
      ({ user: { uuid } }) => app.owner.query('update sessions set ended_at = now() where user_uuid = $1', [uuid]),
    ],
    ['the browser signs out', ({ cookie }) => app.call('POST', '/api/auth/logout', { cookie })],
    [
      'the tenant is suspended',
      ({ user: { tenantId } }) =>
        app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [tenantId]),
    ],
  ];
  test.each(ends)('%s', async (_, end) => {
    const home = await makeTenant(app);
    const service = await makeClient(app, home);
    const person = await makeUser(app, home);
    const { cookie } = await signIn(app, person);
    const opaque = await tokensFor(app, service, cookie, 'openid');
    const { access_token: token } = await tokensFor(app, service, cookie, 'openid portal:user:admin');
    expect((await introspect(opaque.access_token, service)).active).toBe(true);
    expect((await introspect(token, service)).active).toBe(true);
    await end({ user: person, cookie, client: service });
    const checks = [
      withinASecond(
        () => introspect(opaque.access_token, service),
        ({ active, error }) => active === false || error === 'invalid_client',
      ),
      withinASecond(
        () => introspect(token, service),
        ({ active, error }) => active === false || error === 'invalid_client',
      ),
      withinASecond(
        () => userinfo(opaque.access_token),
        ({ status }) => status === 401,
      ),
      withinASecond(
        () => meWith(token),
        ({ status }) => status === 401,
      ),
    ];
    expect(await Promise.all(checks)).toEqual([true, true, true, true]);
    expect((await refresh(opaque.refresh_token, service)).status).toBeGreaterThanOrEqual(400);
    expect((await authorize(app, service.clientId, cookie)).code).toBeNull();
  });

  test('revocation ends the family, whichever of its tokens is shown', async () => {
    for (const which of ['access_token', 'refresh_token'] as const) {
      const tokens = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
      expect((await meWith(tokens.access_token)).status).toBe(200);
      const isRevoked = () =>
        withinASecond(
          () => meWith(tokens.access_token),
          ({ status }) => status === 401,
        );
      expect((await post(app, '/revoke', other, { token: tokens[which] })).status).toBe(200);
      expect(await isRevoked()).toBe(false);
      expect((await post(app, '/revoke', client, { token: tokens[which] })).status).toBe(200);
      expect(await isRevoked()).toBe(true);
      expect((await refresh(tokens.refresh_token)).body.error).toBe('invalid_grant');
    }
  });

  test('the portal itself never outlives the session, though it asks to', async () => {
    const { cookie } = await signIn(app, await makeUser(app, tenant));
    const portal = { clientId: 'portal', secret: null };
    const scope = 'openid offline_access portal:user:admin';
    const held = await tokensFor(app, portal, cookie, scope, { prompt: 'consent' });
    expect(claimsOf(held.access_token).sid).toBeTruthy();
    expect((await app.call('POST', '/api/auth/logout', { cookie })).status).toBe(204);
    expect((await refresh(held.refresh_token, portal)).body.error).toBe('invalid_grant');
  });

  test('an offline grant outlives the session, but not the sign-out everywhere', async () => {
    const person = await makeUser(app, tenant);
    const { cookie } = await signIn(app, person);
    const scope = 'openid offline_access portal:user:admin';
    const offline = await tokensFor(app, client, cookie, scope, { prompt: 'consent' });
    const bound = await tokensFor(app, client, cookie, scope);
    await app.call('POST', '/api/auth/logout', { cookie });
    expect((await refresh(bound.refresh_token)).body.error).toBe('invalid_grant');
    const next = await refresh(offline.refresh_token);
    expect(next.status).toBe(200);
    expect((await meWith(next.body.access_token)).status).toBe(200);
    const { signOutEverywhere } = await import('../../sign-in/sessions/sessions.ts');
    await app.tools.db.inTenant(tenant.tenantId, (tx) => signOutEverywhere(tx, person.uuid, 'test', app.tools.clock()));
    expect((await refresh(next.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(
      await withinASecond(
        () => meWith(next.body.access_token),
        ({ status }) => status === 401,
      ),
    ).toBe(true);
  });
});
