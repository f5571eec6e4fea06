import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MappedClaim } from '#contract/apps/claim-values.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { CALLBACK, claimsOf, makeClient, post, type TestClient, tokensFor } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let user: TestUser;
let person: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  user = await makeUser(app, tenant);
  person = await signIn(app, user);
  await app.owner.query(
    `update users set department = 'Sales', extension_attributes = '{"extensionAttribute2": "K-7"}' where uuid = $1`,
    [user.uuid],
  );
  const group = (groupId: string, more: object) =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
      token: admin.token,
      body: { groupId, name: `Team ${groupId}`, ...more },
    });
  await group('emea', {});
  await group('berlin', { userIds: [user.userId], parentGroupIds: ['emea'] });
  await group('others', {});
});
afterAll(() => app.close());

const everywhere = ['idToken', 'userinfo', 'accessToken'] as const;
const claims: MappedClaim[] = [
  { name: 'groups', source: 'groupIds', places: everywhere },
  { name: 'https://example.com/team', source: 'groupNames', places: ['userinfo'] },
  { name: 'dept', source: 'department', places: ['idToken'] },
  { name: 'cost_center', source: 'extensionAttribute2', places: ['accessToken'] },
  { name: 'my_roles', source: 'roles', places: ['idToken'] },
  { name: 'office', source: 'location', places: everywhere },
];
const withClaims = (given: MappedClaim[] = claims) =>
  makeClient(app, tenant, { claims: given.map((one) => ({ ...one, places: [...one.places] })) });
const userinfo = async (client: TestClient, token: string) => {
  const config = await oidc.discovery(
    new URL(app.url),
    client.clientId,
    {},
    oidc.ClientSecretBasic(client.secret ?? ''),
    {
      execute: [oidc.allowInsecureRequests],
    },
  );
  return oidc.fetchUserInfo(config, token, user.uuid);
};

test('mapped claims are in ID token, userinfo and access token, where they were put', async () => {
  const client = await withClaims();
  const tokens = await tokensFor(app, client, person.cookie, 'openid');
  const idToken = claimsOf(tokens.id_token);
  expect(idToken).toMatchObject({ groups: ['berlin', 'emea'], dept: 'Sales', my_roles: ['User'], sub: user.uuid });
  for (const absent of ['office', 'cost_center', 'https://example.com/team', '_claim_names'])
    expect(idToken).not.toHaveProperty([absent]);
  const answer = await userinfo(client, tokens.access_token);
  expect(answer).toEqual({
    sub: user.uuid,
    tenantId: tenant.tenantId,
    groups: ['berlin', 'emea'],
    'https://example.com/team': ['Team berlin', 'Team emea'],
  });
  const opaque = (await post(app, '/introspect', client, { token: tokens.access_token })).body;
  expect(opaque).toMatchObject({ active: true, sub: user.uuid, groups: ['berlin', 'emea'], cost_center: 'K-7' });
  expect(opaque).not.toHaveProperty('dept');
  const api = await tokensFor(app, client, person.cookie, 'openid portal:user:admin');
  expect(claimsOf(api.access_token)).toMatchObject({ groups: ['berlin', 'emea'], cost_center: 'K-7', sub: user.uuid });
  expect((await app.call('GET', '/api/auth/me', { token: api.access_token })).status).toBe(200);
});

test('they are of the moment: a refresh has what has changed', async () => {
  const client = await withClaims();
  const tokens = await tokensFor(app, client, person.cookie, 'openid');
  await app.owner.query(`update users set department = 'Support' where uuid = $1`, [user.uuid]);
  const form = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  const next = (await post(app, '/token', client, form)).body;
  expect(claimsOf(next.id_token).dept).toBe('Support');
});

test('a user in very many groups gets no huge token, and userinfo has them all', async () => {
  const crowded = await makeUser(app, tenant);
  const signed = await signIn(app, crowded);
  await app.owner.query(
    `with made as (
      insert into groups (tenant_id, uuid, group_id, name, created_at, updated_at)
      select $1, gen_random_uuid(), 'crowd-' || n, 'crowd', now(), now() from generate_series(1, 250) n returning uuid)
    insert into group_users (tenant_id, group_uuid, user_uuid) select $1, uuid, $2 from made`,
    [tenant.tenantId, crowded.uuid],
  );
  const client = await withClaims([{ name: 'groups', source: 'groupIds', places: ['idToken', 'accessToken'] }]);
  const tokens = await tokensFor(app, client, signed.cookie, 'openid');
  const said = claimsOf(tokens.id_token);
  expect(said.groups).toBeUndefined();
  expect(said._claim_names).toEqual({ groups: 'whole' });
  const { endpoint } = (said._claim_sources as { whole: { endpoint: string } }).whole;
  const whole = await fetch(endpoint, { headers: { authorization: `Bearer ${tokens.access_token}` } });
  expect(((await whole.json()) as { groups: string[] }).groups).toHaveLength(250);
  const api = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
  expect(claimsOf(api.access_token)._claim_names).toEqual({ groups: 'whole' });
  expect(api.access_token.length).toBeLessThan(4096);
  expect((await app.call('GET', '/api/auth/me', { token: api.access_token })).status).toBe(200);
  expect((await post(app, '/introspect', client, { token: api.access_token })).body.groups).toHaveLength(250);
});

test('an access token stays small enough to be used, however many claims and long names there are', async () => {
  const crowded = await makeUser(app, tenant);
  const signed = await signIn(app, crowded);
  await app.owner.query(
    `with made as (
      insert into groups (tenant_id, uuid, group_id, name, created_at, updated_at)
      select $1, gen_random_uuid(), 'long-' || n, repeat('営業部', 10) || n, now(), now() from generate_series(1, 20) n
      returning uuid)
    insert into group_users (tenant_id, group_uuid, user_uuid) select $1, uuid, $2 from made`,
    [tenant.tenantId, crowded.uuid],
  );
  const long = Array.from({ length: 28 }, (_, n) => ({ name: `${'n'.repeat(95)}-${n}`, source: 'groupIds' }));
  const given = [{ name: 'teams', source: 'groupNames' }, { name: 'who', source: 'userId' }, ...long];
  const client = await withClaims(given.map((one) => ({ ...one, places: ['accessToken'] as const })));
  const { access_token: token } = await tokensFor(app, client, signed.cookie, 'openid portal:user:admin');
  expect(token.length).toBeLessThan(4096);
  expect(claimsOf(token)).toMatchObject({ who: crowded.userId, _claim_names: { teams: 'whole' } });
  expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(200);
  const whole = (await post(app, '/introspect', client, { token })).body;
  expect([whole.active, whole.teams.length, whole[long[27]?.name ?? '']?.length]).toEqual([true, 20, 20]);
});

test('reserved names, unknown sources, a name twice and claims that are nowhere are refused', async () => {
  const client = await makeClient(app, tenant);
  const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}`;
  const { body: now } = await app.call('GET', path, { token: admin.token });
  const { clientId: _id, serviceClass: _s, firstParty: _f, access: _a, previousSecretUntil: _p, ...rest } = now;
  const { createdAt: _c, updatedAt: _u, ...input } = rest;
  const put = (given: object[], expected?: object) =>
    app.call('PUT', path, { token: admin.token, body: { ...input, claims: given, ...(expected && { expected }) } });
  const good = { name: 'groups', source: 'groupIds', places: ['idToken'] };
  for (const bad of ['sub', 'iss', 'tenantId', 'scope', 'active', 'email', '_claim_names', 'a b'])
    expect([bad, (await put([{ ...good, name: bad }])).status]).toEqual([bad, 400]);
  expect((await put([{ ...good, source: 'password_hash' }])).status).toBe(400);
  expect((await put([good, good])).status).toBe(400);
  expect((await put([{ ...good, places: [] }])).status).toBe(400);
  expect((await put(Array.from({ length: 31 }, (_, n) => ({ ...good, name: `n${n}` })))).status).toBe(400);
  expect((await put([good])).body.claims).toEqual([good]);
  // Of two administrators the one who has not seen the claims is told.
  const other = await put([{ ...good, name: 'teams' }], { claims: [] });
  expect([other.status, other.body[0].field]).toEqual([409, 'claims']);
  const { rows } = await app.owner.query(
    "select changes from system_operation_log where target_id = $1 and type = 'oauthClient.changed' and status = 'success'",
    [client.clientId],
  );
  expect(rows).toEqual([{ changes: { claims: { before: [], after: [good] } } }]);
});

test('the example is for administrators of the tenant at the portal, of its users only', async () => {
  const client = await withClaims();
  const ask = (token: string | undefined, userId = user.userId, of = tenant) =>
    app.call('GET', `/api/auth/tenants/${of.tenantId}/oauthClients/${client.clientId}/claimExample?userId=${userId}`, {
      token,
    });
  const { values } = (await ask(admin.token, user.userId.toUpperCase())).body;
  expect(values).toMatchObject({ userId: user.userId, groupIds: ['berlin', 'emea'], extensionAttribute2: 'K-7' });
  const away = await makeTenant(app);
  const elsewhere = await makeUser(app, away, { roles: ['PowerUser'] });
  const stranger = await signIn(app, elsewhere);
  const api = await tokensFor(app, client, admin.cookie, 'openid portal:powerUser:admin');
  expect((await ask(undefined)).status).toBe(401);
  expect((await ask(person.token)).status).toBe(403);
  expect((await ask(api.access_token)).status).toBe(403);
  expect((await ask(admin.token, elsewhere.userId)).status).toBe(404);
  expect((await ask(stranger.token, elsewhere.userId)).status).toBe(404);
  expect((await ask(stranger.token, elsewhere.userId, away)).status).toBe(404);
});

test('an app without mapped claims has none, and its address is the registered one', async () => {
  const client = await makeClient(app, tenant);
  const tokens = await tokensFor(app, client, person.cookie, 'openid', { redirect_uri: CALLBACK });
  expect(claimsOf(tokens.id_token)).not.toHaveProperty('groups');
});
