import * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEVICE_GRANT } from '#contract/apps/client-addresses.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  authorize,
  authorizeWithConsent,
  CALLBACK,
  codeForm,
  makeClient,
  pendingRequest,
  post,
  PROVIDER_PATH,
  type TestClient,
  tokensFor,
  withinASecond,
} from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let member: TestUser;
let person: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  member = await makeUser(app, tenant);
  person = await signIn(app, member);
});
afterAll(() => app.close());

const pathOf = ({ clientId }: TestClient, of = tenant) =>
  `/api/auth/tenants/${of.tenantId}/oauthClients/${clientId}/access`;
type Named = { userIds?: string[]; groupIds?: string[] };
const act = (client: TestClient, way: 'add' | 'remove', body: Named, token = admin.token) =>
  app.call('POST', `${pathOf(client)}/${way}`, { token, body });
const limit = (client: TestClient, access = 'assigned', more: object = {}) =>
  app.call('PUT', pathOf(client), { token: admin.token, body: { access, ...more } });
const stateOf = async (client: TestClient) => (await app.call('GET', pathOf(client), { token: admin.token })).body;

async function limited(given: Parameters<typeof makeClient>[2] = {}): Promise<TestClient> {
  const client = await makeClient(app, tenant, given);
  expect((await limit(client)).status).toBe(200);
  return client;
}

/** A group of the tenant; `inside`: its child, with these users. */
async function makeGroup(groupId: string, { parent, users = [] }: { parent?: string; users?: string[] } = {}) {
  const body = { groupId, name: groupId, userIds: users, ...(parent && { parentGroupIds: [parent] }) };
  const made = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, { token: admin.token, body });
  expect(made.status).toBe(200);
  return made.body.uuid as string;
}

let count = 0;
const newId = () => `team-${++count}`;

describe('an app for assigned users and groups', () => {
  test('lets in who is assigned, and shows others a page before the app is told', async () => {
    const client = await limited();
    const asked = await authorize(app, client.clientId, person.cookie);
    const url = pendingRequest(asked.location);
    const query = url.slice(url.indexOf('?') + 1);
    const page = await app.call('POST', `${PROVIDER_PATH}/consent/request`, { token: person.token, body: { query } });
    expect(page.body).toMatchObject({ clientName: 'A service', assigned: false });
    // Neither the page nor a call of one's own gives what only an assignment does.
    const accept = { query, accept: true };
    expect(
      (await app.call('POST', `${PROVIDER_PATH}/consent/complete`, { token: person.token, body: accept })).status,
    ).toBe(403);
    const again = await fetch(`${app.url}${url}`, { redirect: 'manual', headers: { cookie: person.cookie } });
    expect(new URL(again.headers.get('location') ?? '', app.url).pathname).toBe('/consent.html');
    const back = await fetch(`${app.url}${url}&consent=denied`, {
      redirect: 'manual',
      headers: { cookie: person.cookie },
    });
    const told = new URL(back.headers.get('location') ?? '');
    expect(told.origin + told.pathname).toBe(CALLBACK);
    expect(Object.fromEntries(told.searchParams)).toMatchObject({
      error: 'access_denied',
      state: 'a state',
      iss: app.url,
    });
    const silent = await authorize(app, client.clientId, person.cookie, { prompt: 'none' });
    expect(silent.location.searchParams.get('error')).toBe('access_denied');
    expect((await act(client, 'add', { userIds: [member.userId.toUpperCase()] })).body).toEqual({
      matched: 1,
      changed: 1,
    });
    expect((await authorize(app, client.clientId, person.cookie)).code).toBeTruthy();
    // An administrator is nobody special.
    expect((await authorize(app, client.clientId, admin.cookie)).code).toBeNull();
  });

  test('also by a group, and by a group at any depth in one', async () => {
    const outer = newId();
    await makeGroup(outer);
    const middle = newId();
    await makeGroup(middle, { parent: outer });
    const inner = newId();
    await makeGroup(inner, { parent: middle, users: [member.userId] });
    for (const groupId of [outer, middle, inner]) {
      const client = await limited();
      expect((await authorize(app, client.clientId, person.cookie)).code).toBeNull();
      await act(client, 'add', { groupIds: [groupId] });
      expect((await authorize(app, client.clientId, person.cookie)).code).toBeTruthy();
      expect(await stateOf(client)).toEqual({
        access: 'assigned',
        users: 0,
        groups: 1,
        people: { users: 1, more: false },
      });
      await act(client, 'remove', { groupIds: [groupId] });
      expect((await authorize(app, client.clientId, person.cookie)).code).toBeNull();
    }
    // A group above the assigned one, or beside it, is none.
    const client = await limited();
    const beside = newId();
    await makeGroup(beside, { parent: inner });
    await act(client, 'add', { groupIds: [beside] });
    expect((await authorize(app, client.clientId, person.cookie)).code).toBeNull();
  });

  test('of a third party asks for consent only who is assigned', async () => {
    const client = await limited({ firstParty: false });
    await act(client, 'add', { userIds: [member.userId] });
    expect((await authorizeWithConsent(app, client.clientId, person.cookie, { scope: 'openid' })).code).toBeTruthy();
  });

  test('on a device waits for somebody who is assigned', async () => {
    const client = await limited({ grantTypes: [DEVICE_GRANT], redirectUris: [], tokenEndpointAuthMethod: 'none' });
    const { body } = await post(app, '/device/authorization', client, { scope: 'openid' });
    const answer = (token: string, call: string, more: object = {}) =>
      app.call('POST', `${PROVIDER_PATH}/device/${call}`, { token, body: { userCode: body.user_code, ...more } });
    expect((await answer(person.token, 'verification')).body.assigned).toBe(false);
    expect((await answer(person.token, 'complete', { accept: true })).status).toBe(403);
    await act(client, 'add', { userIds: [member.userId] });
    expect((await answer(person.token, 'verification')).body.assigned).toBe(true);
    expect((await answer(person.token, 'complete', { accept: true })).status).toBe(204);
    // Who approved and lost the assignment before the device asked again.
    await act(client, 'remove', { userIds: [member.userId] });
    const form = { grant_type: DEVICE_GRANT, device_code: body.device_code };
    expect((await post(app, '/token', client, form)).body.error).toBe('invalid_grant');
  });
});

describe('who is not assigned any more', () => {
  let client: TestClient;
  let groupUuid: string;
  let groupId: string;
  beforeEach(async () => {
    client = await limited();
    groupId = newId();
    groupUuid = await makeGroup(groupId, { users: [member.userId] });
    await act(client, 'add', { groupIds: [groupId] });
  });
  const leave = () =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups/${groupUuid}/operations/remove/users`, {
      token: admin.token,
      body: { userIds: [member.userId] },
    });

  test('is refused on every path within a second, and served again once assigned again', async () => {
    const opaque = await tokensFor(app, client, person.cookie, 'openid profile');
    const api = await tokensFor(app, client, person.cookie, 'openid portal:user:admin');
    const userinfo = () =>
      fetch(`${app.url}${PROVIDER_PATH}/userinfo`, { headers: { authorization: `Bearer ${opaque.access_token}` } });
    const introspect = async (token: string) => (await post(app, '/introspect', client, { token })).body.active;
    const me = () => app.call('GET', '/api/auth/me', { token: api.access_token });
    const works = async () => [
      (await userinfo()).status,
      await introspect(opaque.access_token),
      await introspect(opaque.refresh_token),
      await introspect(api.access_token),
      (await me()).status,
    ];
    expect(await works()).toEqual([200, true, true, true, 200]);
    expect((await leave()).status).toBe(200);
    const none = [401, false, false, false, 401];
    expect(await withinASecond(works, (found) => JSON.stringify(found) === JSON.stringify(none))).toBe(true);
    const refused = await post(app, '/token', client, {
      grant_type: 'refresh_token',
      refresh_token: opaque.refresh_token,
    });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    await act(client, 'add', { userIds: [member.userId] });
    expect(await withinASecond(works, (found) => found.every((one) => one === 200 || one === true))).toBe(true);
    const next = await post(app, '/token', client, {
      grant_type: 'refresh_token',
      refresh_token: opaque.refresh_token,
    });
    expect(next.status).toBe(200);
  });

  test('by a removal from the app loses its tokens for good, and the app is told once', async () => {
    const backchannelLogoutUri = 'https://app.example/logout';
    const told = await limited({ backchannelLogoutUri });
    await act(told, 'add', { userIds: [member.userId], groupIds: [groupId] });
    const tokens = await tokensFor(app, told, person.cookie, 'openid offline_access', { prompt: 'consent' });
    const other = await tokensFor(app, client, person.cookie, 'openid');
    const left = async (of: TestClient) =>
      (await app.owner.query('select 1 from oauth_artifacts where client_id = $1', [of.clientId])).rowCount;
    const notices = async () =>
      (await app.owner.query('select content from deliveries where target = $1', [told.clientId])).rows;
    // Still there by the group: nothing is lost.
    await act(told, 'remove', { userIds: [member.userId] });
    expect([await left(told), await notices()]).not.toEqual([0, []]);
    expect(await notices()).toEqual([]);
    await act(told, 'remove', { groupIds: [groupId] });
    expect(await left(told)).toBe(0);
    expect((await notices()).map(({ content }) => content.sub)).toEqual([member.uuid]);
    await act(told, 'add', { userIds: [member.userId] });
    await new Promise((done) => setTimeout(done, 600));
    expect((await post(app, '/introspect', told, { token: tokens.access_token })).body.active).toBe(false);
    // Another app has all it had.
    expect(await left(client)).toBeGreaterThan(0);
    expect((await post(app, '/introspect', client, { token: other.access_token })).body.active).toBe(true);
  });

  test('cannot exchange a code that was given before', async () => {
    const authorization = await authorize(app, client.clientId, person.cookie);
    await leave();
    const answer = await post(app, '/token', client, codeForm(app, client.clientId, authorization));
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant']);
  });

  test('is so by a limit that is set and by a deleted group, until everyone may use the app', async () => {
    const open = await makeClient(app, tenant);
    const tokens = await tokensFor(app, open, person.cookie, 'openid');
    const isActive = async () => (await post(app, '/introspect', open, { token: tokens.access_token })).body.active;
    expect(await isActive()).toBe(true);
    await act(open, 'add', { groupIds: [groupId] });
    await limit(open);
    expect(await isActive()).toBe(true);
    const gone = await app.call('DELETE', `/api/auth/tenants/${tenant.tenantId}/groups/${groupUuid}`, {
      token: admin.token,
    });
    expect(gone.status).toBe(200);
    expect(await withinASecond(isActive, (active) => active === false)).toBe(true);
    await limit(open, 'everyone');
    expect(await withinASecond(isActive, (active) => active === true)).toBe(true);
    expect((await stateOf(open)).groups).toBe(0);
  });

  test('may still take back what the app has', async () => {
    const { access_token: token } = await tokensFor(app, client, person.cookie, 'openid portal:user:admin');
    await leave();
    expect((await post(app, '/revoke', client, { token })).status).toBe(200);
    const isActive = async () => (await post(app, '/introspect', client, { token })).body.active;
    expect(await withinASecond(isActive, (active) => active === false)).toBe(true);
    await act(client, 'add', { userIds: [member.userId] });
    expect(await withinASecond(isActive, (active) => active === true)).toBe(false);
  });
});

test('a standard client tells its user that access is denied', async () => {
  const client = await limited();
  const config = await oidc.discovery(
    new URL(app.url),
    client.clientId,
    {},
    oidc.ClientSecretBasic(client.secret ?? ''),
    {
      execute: [oidc.allowInsecureRequests],
    },
  );
  const verifier = oidc.randomPKCECodeVerifier();
  const asked = oidc.buildAuthorizationUrl(config, {
    ...{ redirect_uri: CALLBACK, scope: 'openid', prompt: 'none', code_challenge_method: 'S256' },
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
  });
  const answer = await fetch(asked, { redirect: 'manual', headers: { cookie: person.cookie } });
  const returned = new URL(answer.headers.get('location') ?? '');
  await expect(oidc.authorizationCodeGrant(config, returned, { pkceCodeVerifier: verifier })).rejects.toMatchObject({
    error: 'access_denied',
  });
});

describe('assignments', () => {
  test('are listed, searched, counted once each, and logged by name', async () => {
    const client = await limited();
    const groupId = newId();
    await makeGroup(groupId, { users: [member.userId] });
    const other = await makeUser(app, tenant, { userId: `zoe-${count}` });
    const done = await act(client, 'add', { userIds: [member.userId, other.userId], groupIds: [groupId] });
    expect(done.body).toEqual({ matched: 3, changed: 3 });
    expect((await act(client, 'add', { userIds: [member.userId] })).body).toEqual({ matched: 1, changed: 0 });
    expect(await stateOf(client)).toEqual({
      access: 'assigned',
      users: 2,
      groups: 1,
      people: { users: 2, more: false },
    });
    const list = (query = '') => app.call('GET', `${pathOf(client)}/users${query}`, { token: admin.token });
    const idsOf = (answer: Awaited<ReturnType<typeof list>>) =>
      (answer.body.results as { userId: string }[]).map(({ userId }) => userId);
    expect(idsOf(await list())).toEqual([member.userId, other.userId]);
    expect(idsOf(await list('?keyword=ZOE'))).toEqual([other.userId]);
    const second = await list('?count=1&page=2');
    expect([idsOf(second), second.body.totalResults]).toEqual([[other.userId], 2]);
    expect((await list('?count=1&page=9')).body).toMatchObject({ results: [], totalResults: 2 });
    const groups = await app.call('GET', `${pathOf(client)}/groups`, { token: admin.token });
    expect(groups.body.results).toMatchObject([{ groupId, userCount: 1, hasChildren: false }]);
    const { rows } = await app.owner.query(
      "select changes from system_operation_log where type = 'oauthClient.accessChanged' and target_id = $1 order by at, id",
      [client.clientId],
    );
    expect(rows.map(({ changes }) => changes)).toEqual([
      { access: { before: 'everyone', after: 'assigned' } },
      {
        assignedUsers: { before: [], after: [member.userId, other.userId] },
        assignedGroups: { before: [], after: [groupId] },
      },
    ]);
  });

  test('come back with a restored user, and end with user and app', async () => {
    const client = await limited();
    const user = await makeUser(app, tenant);
    await act(client, 'add', { userIds: [user.userId] });
    const users = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
    expect((await app.call('DELETE', users, { token: admin.token })).status).toBe(204);
    expect((await stateOf(client)).users).toBe(0);
    // The same ID, created again, is somebody else.
    const bin = `/api/auth/tenants/${tenant.tenantId}/deletedUsers/${user.uuid}/restore`;
    expect((await app.call('POST', bin, { token: admin.token, body: {} })).status).toBe(200);
    expect((await stateOf(client)).users).toBe(1);
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}`;
    expect((await app.call('DELETE', path, { token: admin.token })).status).toBe(204);
    const left = await app.owner.query('select 1 from oauth_client_users where client_id = $1', [client.clientId]);
    expect(left.rowCount).toBe(0);
    // Who comes back after the app was deleted is as good as anybody.
    const second = await limited();
    await act(second, 'add', { userIds: [user.userId] });
    expect((await app.call('DELETE', users, { token: admin.token })).status).toBe(204);
    const gone = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${second.clientId}`;
    expect((await app.call('DELETE', gone, { token: admin.token })).status).toBe(204);
    expect((await app.call('POST', bin, { token: admin.token, body: {} })).status).toBe(200);
    expect((await app.call('GET', users, { token: admin.token })).status).toBe(200);
  });

  test('of unknown and foreign users and groups are refused whole, all with their places', async () => {
    const client = await limited();
    const elsewhere = await makeUser(app, await makeTenant(app));
    for (const stranger of [elsewhere.userId, 'nobody-at-all']) {
      const refused = await act(client, 'add', { userIds: [member.userId, stranger] });
      expect([refused.status, refused.body[0].message_id]).toEqual([400, 'invalid_params_userIds']);
      expect(JSON.stringify(refused.body[0])).toContain('userIds.1');
    }
    const group = await act(client, 'add', { groupIds: ['no-such-group'] });
    expect(group.body[0].message_id).toBe('invalid_params_groupIds');
    expect((await act(client, 'add', {})).status).toBe(400);
    expect((await stateOf(client)).users).toBe(0);
  });

  test('have limits that two administrators at once do not exceed', async () => {
    const client = await limited();
    const { tenantId } = tenant;
    await app.owner.query(
      `with made as (
        insert into groups (tenant_id, uuid, group_id, name, created_at, updated_at)
        select $1, gen_random_uuid(), 'many-' || n, 'many', now(), now() from generate_series(1, 999) n returning uuid)
      insert into oauth_client_groups select $1, $2, uuid from made`,
      [tenantId, client.clientId],
    );
    const mine = [newId(), newId(), newId()];
    for (const groupId of mine) await makeGroup(groupId);
    const answers = await Promise.all(mine.map((groupId) => act(client, 'add', { groupIds: [groupId] })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stateOf(client)).groups).toBe(1000);
  });

  test('of two administrators at once: the one who read before is told', async () => {
    const client = await makeClient(app, tenant);
    const both = await Promise.all([
      limit(client, 'assigned', { expected: { access: 'everyone' } }),
      limit(client, 'everyone', { expected: { access: 'assigned' } }),
    ]);
    expect(both.map(({ status }) => status)).toContain(200);
    await limit(client, 'assigned');
    // Somebody opened it meanwhile, and closing it is what both want: no conflict. To open what is open is none either.
    expect((await limit(client, 'assigned', { expected: { access: 'everyone' } })).status).toBe(200);
    const names = Array.from({ length: 5 }, () => act(client, 'add', { userIds: [member.userId] }));
    const changed = (await Promise.all(names)).map(({ body }) => body.changed as number);
    expect(changed.sort()).toEqual([0, 0, 0, 0, 1]);
  });
});

test('only administrators of the tenant at the portal manage access', async () => {
  const client = await limited();
  const away = await makeTenant(app);
  const stranger = await signIn(app, await makeUser(app, away, { roles: ['PowerUser'] }));
  const widest = await makeClient(app, tenant);
  const { access_token: appToken } = await tokensFor(app, widest, admin.cookie, 'openid portal:powerUser:admin');
  const calls = [
    ['GET', '', undefined],
    ['GET', '/users', undefined],
    ['GET', '/groups', undefined],
    ['PUT', '', { access: 'everyone' }],
    ['POST', '/add', { userIds: [member.userId] }],
    ['POST', '/remove', { userIds: [member.userId] }],
  ] as const;
  for (const [method, path, body] of calls) {
    const ask = async (token: string | undefined, of = tenant) => {
      const answer = await app.call(method, `${pathOf(client, of)}${path}`, { token, body });
      return answer.status;
    };
    expect([await ask(undefined), await ask(person.token), await ask(appToken)]).toEqual([401, 403, 403]);
    // Neither in this tenant nor, with its client, in one's own.
    expect([await ask(stranger.token), await ask(stranger.token, away)]).toEqual([404, 404]);
  }
  expect(await stateOf(client)).toEqual({ access: 'assigned', users: 0, groups: 0, people: { users: 0, more: false } });
});

test('what is refused stands among the problems of the app and in the log, by name', async () => {
  const client = await limited();
  await authorize(app, client.clientId, person.cookie);
  const problems = async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}/problems`;
    return (await app.call('GET', path, { token: admin.token })).body.results.map(
      ({ cause }: { cause: string }) => cause,
    );
  };
  await expect.poll(problems).toEqual(['notAssigned']);
  const logged = async () => {
    const { rows } = await app.owner.query(
      "select actor_name, status, error_id from system_operation_log where type = 'oauthClient.notAssigned' and target_id = $1",
      [client.clientId],
    );
    return rows;
  };
  // Nobody waits for it.
  await expect.poll(logged).toMatchObject([{ actor_name: member.userId, status: 'error', error_id: 'forbidden' }]);
});
