import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { makeClient } from '#test/oauth.ts';
import { type ScimApp, type ScimCall, startScimApp } from '#test/scim-app.ts';
import { startTargets } from './worker.ts';

/** Users provided to an app, from outside: an app that speaks SCIM, and what administrators see of it. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let scim: ScimApp;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1', DATABASE_POOL_SIZE: '12' });
  // Two workers beside each other in all of this.
  for (let n = 0; n < 2; n++) startTargets(app.tools, stops, 50);
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await app.close();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  scim = await startScimApp();
});
afterEach(async () => {
  await app.owner.query(
    'update provisioning_targets set active = false, stop_reason = $1, stopped_at = now() where active',
    ['administrator'],
  );
  await scim.close();
});

const at = (path = '') => `/api/auth/tenants/${tenant.tenantId}/provisioningTargets${path}`;
const ask = (method: string, path: string, body?: unknown) => app.call(method, path, { token: admin.token, body });

/** A target that is on, for the members of a new group. */
async function add(given: object = {}): Promise<{ uuid: string; group: string }> {
  const group = await makeGroup();
  const body = {
    name: 'Wiki',
    address: scim.address,
    token: scim.token,
    active: true,
    assignment: 'groups',
    groups: [group],
  };
  const made = await ask('POST', at(), { ...body, ...given });
  expect([made.status, JSON.stringify(made.body)]).toEqual([200, expect.not.stringContaining(scim.token)]);
  return { uuid: made.body.uuid, group };
}
/** The group IDs of groups, by uuid. */
const groupIds = new Map<string, string>();
async function makeGroup(parent?: string): Promise<string> {
  const groupId = `g-${randomUUID()}`;
  const path = `/api/auth/tenants/${tenant.tenantId}/groups`;
  const parentGroupIds = parent ? [groupIds.get(parent)] : [];
  const made = await ask('POST', path, { groupId, name: groupId, parentGroupIds });
  expect(made.status).toBe(200);
  groupIds.set(made.body.uuid, groupId);
  return made.body.uuid;
}
const groupAt = (group: string) => `/api/auth/tenants/${tenant.tenantId}/groups/${group}`;
const stateOf = async (uuid: string) => (await ask('GET', at(`/${uuid}`))).body;
const usersOf = async (uuid: string, query = '') => (await ask('GET', at(`/${uuid}/users${query}`))).body.results;
const there = () => [...scim.users.values()];
const write = (user: { userId: string }, body: object) =>
  ask('PUT', `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`, body);
const wrote = (call: ScimCall) => call.method !== 'GET';
const writes = () => scim.calls.filter(wrote).map(({ method }) => method);
/** These are the users of the group. */
async function put(group: string, users: readonly { uuid: string; userId: string }[]): Promise<void> {
  const { rows } = await app.owner.query<{ user_id: string }>(
    'select u.user_id from group_users m join users u on u.uuid = m.user_uuid where m.group_uuid = $1',
    [group],
  );
  const wanted = users.map(({ userId }) => userId);
  const had = rows.map(({ user_id }) => user_id);
  const [more, less] = [wanted.filter((one) => !had.includes(one)), had.filter((one) => !wanted.includes(one))];
  const path = (act: string) => `${groupAt(group)}/operations/${act}/users`;
  const answers = [
    ...(more.length > 0 ? [await ask('POST', path('add'), { userIds: more })] : []),
    ...(less.length > 0 ? [await ask('POST', path('remove'), { userIds: less })] : []),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
}
const states = async (uuid: string) => {
  const { users } = await stateOf(uuid);
  return Object.fromEntries(Object.entries(users).filter(([, count]) => count !== 0));
};
const becomes = (uuid: string, expected: object) => expect.poll(() => states(uuid), patiently).toEqual(expected);

describe('users', () => {
  it('are created, changed and deactivated as they are assigned', async () => {
    const user = await makeUser(app, tenant);
    await write(user, { familyName: 'Suzuki', givenName: 'Hana', locale: 'ja', timezone: 'Asia/Tokyo' });
    await makeUser(app, tenant);
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { inStep: 1 });
    expect(there()).toEqual([
      {
        ...{ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], id: expect.any(String), externalId: user.uuid },
        ...{ userName: user.userId, displayName: 'Hana Suzuki', active: true },
        name: { givenName: 'Hana', familyName: 'Suzuki' },
        emails: [{ value: user.mail, type: 'work', primary: true }],
        ...{ preferredLanguage: 'ja', timezone: 'Asia/Tokyo' },
      },
    ]);
    // It was looked up before it was created, by both.
    expect(scim.calls.map(({ method, path }) => [method, decodeURIComponent(path)])).toEqual([
      ['GET', `/Users?filter=externalId eq "${user.uuid}"`],
      ['GET', `/Users?filter=userName eq "${user.userId}"`],
      ['POST', '/Users'],
    ]);
    await write(user, { givenName: 'Hanako' });
    await expect.poll(() => there()[0]?.displayName, patiently).toBe('Hanako Suzuki');
    await put(group, []);
    await expect.poll(() => there()[0]?.active, patiently).toBe(false);
    await becomes(uuid, { inStep: 1 });
    await put(group, [user]);
    await expect.poll(() => there()[0]?.active, patiently).toBe(true);
    // The app has it before it is written down.
    await becomes(uuid, { inStep: 1 });
    expect(writes()).toEqual(['POST', 'PATCH', 'PATCH', 'PATCH']);
    expect(await usersOf(uuid)).toMatchObject([
      {
        uuid: user.uuid,
        userId: user.userId,
        state: 'inStep',
        wanted: 'active',
        remoteId: there()[0]?.id,
        match: null,
      },
    ]);
  });

  it('who are deactivated or deleted are deactivated there', async () => {
    const [first, second] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const { uuid, group } = await add();
    await put(group, [first, second]);
    await becomes(uuid, { inStep: 2 });
    await ask('POST', `/api/auth/tenants/${tenant.tenantId}/users/${first.userId}/deactivate`);
    await ask('DELETE', `/api/auth/tenants/${tenant.tenantId}/users/${second.userId}`);
    await expect.poll(() => there().map(({ active }) => active), patiently).toEqual([false, false]);
  });

  it('are people: management agents are not told of, though the target is for everyone', async () => {
    const agent = await makeUser(app, tenant, { userId: `agent:${randomUUID().slice(0, 8)}` });
    const { uuid } = await add({ assignment: 'everyone', groups: [] });
    await expect.poll(async () => (await stateOf(uuid)).users.inStep, patiently).toBeGreaterThan(0);
    await expect.poll(async () => (await stateOf(uuid)).comparedAt, patiently).not.toBeNull();
    expect((await usersOf(uuid)).map(({ userId }: { userId: string }) => userId)).not.toContain(agent.userId);
    expect(there().map(({ userName }) => userName)).not.toContain(agent.userId);
  });

  it.each(['delete', 'leave'] as const)('who leave are treated as the target says: %s', async (onRemoval) => {
    const user = await makeUser(app, tenant);
    const { uuid, group } = await add({ onRemoval });
    await put(group, [user]);
    await becomes(uuid, { inStep: 1 });
    await put(group, []);
    await becomes(uuid, {});
    expect(there().map(({ active }) => active)).toEqual(onRemoval === 'delete' ? [] : [true]);
  });

  it('lose what they have no more, and keep what the app has of its own', async () => {
    const user = await makeUser(app, tenant);
    await write(user, { department: 'Sales' });
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { inStep: 1 });
    const [made] = there();
    Object.assign(made ?? {}, { nickName: 'own' });
    await write(user, { department: '' });
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    await expect.poll(() => made?.[enterprise], patiently).toEqual({});
    expect(made?.nickName).toBe('own');
  });

  it('of an app without PATCH are put whole, with what it has of its own', async () => {
    scim.patches = false;
    const user = await makeUser(app, tenant);
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { inStep: 1 });
    Object.assign(there()[0] ?? {}, { nickName: 'own' });
    await write(user, { familyName: 'Changed' });
    await expect.poll(() => there()[0]?.name.familyName, patiently).toBe('Changed');
    await put(group, []);
    await expect.poll(() => there()[0]?.active, patiently).toBe(false);
    expect(there()[0]).toMatchObject({ nickName: 'own', externalId: user.uuid });
    expect(writes()).toEqual(['POST', 'PUT', 'PUT']);
  });

  it('are those of an app, and those of groups in its groups; of no app that is gone', async () => {
    const [direct, nested] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const outer = await makeGroup();
    const inner = await makeGroup(outer);
    await put(inner, [nested]);
    const client = await makeClient(app, tenant);
    const access = `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}/access`;
    await ask('PUT', access, { access: 'assigned' });
    await app.owner.query('insert into oauth_client_users values ($1, $2, $3)', [
      tenant.tenantId,
      client.clientId,
      direct.uuid,
    ]);
    await app.owner.query('insert into oauth_client_groups values ($1, $2, $3)', [
      tenant.tenantId,
      client.clientId,
      outer,
    ]);
    const { uuid } = await add({ assignment: 'app', clientId: client.clientId, groups: [] });
    await becomes(uuid, { inStep: 2 });
    expect(new Set(there().map(({ externalId }) => externalId))).toEqual(new Set([direct.uuid, nested.uuid]));
    expect((await ask('DELETE', `/api/auth/tenants/${tenant.tenantId}/oauthClients/${client.clientId}`)).status).toBe(
      204,
    );
    await expect.poll(() => there().map(({ active }) => active), patiently).toEqual([false, false]);
  });

  it('are found again by externalId, whatever was noted of them', async () => {
    const user = await makeUser(app, tenant);
    const id = scim.add({ userName: 'old-name', externalId: user.uuid, active: true });
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { inStep: 1 });
    expect(there()).toMatchObject([{ id, userName: user.userId }]);
    // The app has lost it.
    scim.users.clear();
    await write(user, { givenName: 'Again' });
    await expect.poll(() => there()[0]?.name.givenName, patiently).toBe('Again');
    expect(there()).toHaveLength(1);
  });
});

describe('an account of the same user name', () => {
  it('is nobody’s before an administrator says whose it is', async () => {
    const user = await makeUser(app, tenant);
    const id = scim.add({ userName: user.userId.toUpperCase(), externalId: 'theirs', active: true });
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { match: 1 });
    expect(writes()).toEqual([]);
    expect(await usersOf(uuid, '?state=match')).toMatchObject([{ match: { remoteId: id, externalId: 'theirs' } }]);
    const adopted = await ask('POST', at(`/${uuid}/decisions`), { decision: 'adopt', users: [user.uuid] });
    expect([adopted.status, adopted.body]).toEqual([200, { users: 1 }]);
    await becomes(uuid, { inStep: 1 });
    expect(there()).toMatchObject([{ id, userName: user.userId, externalId: user.uuid }]);
  });

  it('that appears in between is found after the refusal', async () => {
    const user = await makeUser(app, tenant);
    scim.instead = ({ method }) => {
      if (method === 'POST') scim.add({ userName: user.userId, active: true });
      return null;
    };
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { match: 1 });
  });
});

describe('failures', () => {
  it('of one user are a dead letter with the words of the app, tried again by hand and after a change', async () => {
    const [good, bad] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const refuse = ({ body }: ScimCall) =>
      body?.userName === bad.userId ? { status: 400, detail: `bad ${scim.token} ${'x'.repeat(500)}` } : null;
    scim.instead = refuse;
    const { uuid, group } = await add();
    await put(group, [good, bad]);
    await becomes(uuid, { inStep: 1, dead: 1 });
    const [dead] = await usersOf(uuid, '?state=dead');
    expect(dead).toMatchObject({ uuid: bad.uuid, status: 400, failure: 'status', tries: 1 });
    expect(dead.answer).toMatch(/^bad … x+$/);
    expect(dead.answer).toHaveLength(300);
    const before = scim.calls.length;
    const retry = () => ask('POST', at(`/${uuid}/decisions`), { decision: 'retry', users: null });
    expect((await retry()).body).toEqual({ users: 1 });
    await expect.poll(() => scim.calls.length, patiently).toBeGreaterThan(before);
    await becomes(uuid, { inStep: 1, dead: 1 });
    scim.instead = () => null;
    await write(bad, { givenName: 'Better' });
    await becomes(uuid, { inStep: 2 });
    expect((await retry()).body).toEqual({ users: 0 });
    await expect.poll(async () => (await stateOf(uuid)).failingSince, patiently).toBeNull();
  });

  it.each<[string, () => ReturnType<ScimApp['instead']>, object]>([
    [
      'too many requests',
      () => ({ status: 429, headers: { 'retry-after': '120' } }),
      { failure: 'status', status: 429 },
    ],
    ['out of order', () => ({ status: 503 }), { failure: 'status', status: 503 }],
    ['another page', () => ({ status: 200, body: '<html>' }), { failure: 'answer', status: 200 }],
    ['no such list', () => ({ status: 404 }), { failure: 'status', status: 404 }],
    [
      'moved',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
      { failure: 'status', status: 302 },
    ],
  ])('of the app hold all, and lose nobody: %s', async (_, instead, seen) => {
    const users = [await makeUser(app, tenant), await makeUser(app, tenant), await makeUser(app, tenant)];
    const { uuid, group } = await add();
    await becomes(uuid, {});
    scim.instead = ({ path }) => (path.startsWith('/Users') ? instead() : null);
    await put(group, users);
    await expect
      .poll(() => stateOf(uuid), patiently)
      .toMatchObject({ ...seen, users: { waiting: 3 }, failingSince: expect.any(String) });
    const failing = await stateOf(uuid);
    const rest = Date.parse(failing.nextAt) - app.tools.clock().getTime();
    if (failing.status === 429) expect(rest).toBeGreaterThan(60_000);
    scim.instead = () => null;
    app.advance(10 * 60_000);
    admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    await becomes(uuid, { inStep: 3 });
    await expect.poll(() => stateOf(uuid), patiently).toMatchObject({ failure: null, failingSince: null });
    expect(there()).toHaveLength(3);
  });

  it('switch a target off after three days, and tell the administrators', async () => {
    const user = await makeUser(app, tenant);
    const other = await makeUser(app, tenant, { roles: ['PowerUser'] });
    scim.instead = () => ({ status: 401 });
    const { uuid, group } = await add();
    await put(group, [user]);
    await expect.poll(async () => (await stateOf(uuid)).failure, patiently).toBe('status');
    for (let day = 0; day < 4; day++) {
      const failedAt = async () =>
        (await app.owner.query('select failed_at from provisioning_targets where uuid = $1', [uuid])).rows[0].failed_at;
      const before = await failedAt();
      app.advance(23 * 3_600_000);
      await expect
        .poll(async () => {
          const { rows } = await app.owner.query(
            'select active, failed_at > $2 as again from provisioning_targets where uuid = $1',
            [uuid, before],
          );
          return rows[0].again || !rows[0].active;
        }, patiently)
        .toBe(true);
    }
    admin = await signIn(app, other);
    await expect
      .poll(() => stateOf(uuid), patiently)
      .toMatchObject({ active: false, stopReason: 'failing', users: { waiting: 1 } });
    expect((await app.mails(other.mail)).map(({ kind }) => kind)).toEqual(['targetStopped']);
  });

  it('an app that ignores filters is sent nobody', async () => {
    scim.unfiltered = true;
    scim.add({ userName: 'somebody', active: true });
    const user = await makeUser(app, tenant);
    const { uuid, group } = await add();
    await put(group, [user]);
    await becomes(uuid, { dead: 1 });
    expect(await usersOf(uuid)).toMatchObject([{ failure: 'unfiltered' }]);
    expect(writes()).toEqual([]);
  });

  it('a user without an address has no user name made of it', async () => {
    const user = await makeUser(app, tenant);
    await app.owner.query('update users set login_mail_address = null where uuid = $1', [user.uuid]);
    const { uuid, group } = await add({ mapping: { ...usual, userName: 'mailAddress' } });
    await put(group, [user]);
    await becomes(uuid, { dead: 1 });
    expect(await usersOf(uuid)).toMatchObject([{ failure: 'noUserName', userId: user.userId }]);
    expect(scim.calls).toEqual([]);
  });
});

const usual = {
  ...{ userName: 'userId', displayName: 'fullName', 'name.givenName': 'givenName', 'name.familyName': 'familyName' },
  ...{ emails: 'mailAddress', preferredLanguage: 'language', timezone: 'timezone', department: 'department' },
};

describe('too many who leave', () => {
  it('wait for an administrator', async () => {
    const other = await makeUser(app, tenant, { roles: ['PowerUser'] });
    const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(app, tenant)));
    const { uuid, group } = await add();
    await put(group, users);
    await becomes(uuid, { inStep: 8 });
    await put(group, users.slice(6));
    await becomes(uuid, { inStep: 2, held: 6 });
    expect(there().filter(({ active }) => !active)).toEqual([]);
    await expect.poll(async () => (await stateOf(uuid)).heldAt, patiently).not.toBeNull();
    // Administrators are told once.
    expect((await app.mails(other.mail)).map(({ kind }) => kind)).toEqual(['targetHeld']);
    // Who is assigned again stays.
    await put(group, users.slice(1));
    await becomes(uuid, { inStep: 8 });
    await expect.poll(async () => (await stateOf(uuid)).heldAt, patiently).toBeNull();
    await put(group, users.slice(7));
    await becomes(uuid, { inStep: 2, held: 6 });
    const allow = (chosen: string[] | null) =>
      ask('POST', at(`/${uuid}/decisions`), { decision: 'allow', users: chosen });
    expect((await allow([users[1]?.uuid ?? ''])).body).toEqual({ users: 1 });
    await becomes(uuid, { inStep: 3, held: 5 });
    expect((await allow(null)).body).toEqual({ users: 5 });
    await becomes(uuid, { inStep: 8 });
    expect(there().filter(({ active }) => active)).toHaveLength(1);
  });

  it('wait also if they leave a few at a time', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(app, tenant)));
    const { uuid, group } = await add();
    await put(group, users);
    await becomes(uuid, { inStep: 8 });
    await put(group, users.slice(4));
    await expect.poll(() => there().filter(({ active }) => !active).length, patiently).toBe(4);
    await put(group, users.slice(6));
    await becomes(uuid, { inStep: 6, held: 2 });
  });
});

describe('a comparison', () => {
  const compare = async (uuid: string) => {
    const begun = await ask('POST', at(`/${uuid}/comparison`), {});
    expect([begun.status, begun.body.state]).toEqual([200, 'running']);
    const now = async () => (await ask('GET', at(`/${uuid}/comparison`))).body;
    await expect.poll(async () => (await now()).state, patiently).not.toBe('running');
    return now();
  };
  const differences = async (uuid: string, kind: string) =>
    (await ask('GET', at(`/${uuid}/differences?kind=${kind}`))).body.results;

  it('says what would happen before a target is on, and changes nothing', async () => {
    const [fresh, same, other, leaving, named] = await Promise.all(
      Array.from({ length: 5 }, () => makeUser(app, tenant)),
    );
    if (!fresh || !same || !other || !leaving || !named) throw new Error('no users');
    const { uuid, group } = await add({ active: false, mapping: { userName: 'userId', emails: 'mailAddress' } });
    await put(group, [fresh, same, other, named]);
    const emails = (mail: string) => [{ value: 'x@x.example' }, { value: mail, primary: true }];
    // 120 of its own, so that there are two pages.
    for (let n = 0; n < 120; n++) scim.add({ userName: `own-${n}`, active: true });
    scim.add({ userName: same.userId.toUpperCase(), externalId: same.uuid, active: true, emails: emails(same.mail) });
    scim.add({ userName: 'old-name', externalId: other.uuid, active: false, emails: emails(other.mail) });
    scim.add({ userName: leaving.userId, externalId: leaving.uuid, active: true });
    const id = scim.add({ userName: named.userId, active: true });
    const found = await compare(uuid);
    expect(found).toMatchObject({
      ...{ state: 'done', read: 124, total: 124, same: 1, failure: null },
      counts: { create: 1, change: 1, leave: 1, match: 1, noUserName: 0, unknown: 120 },
    });
    expect(await differences(uuid, 'create')).toMatchObject([{ userUuid: fresh.uuid, name: fresh.userId }]);
    expect(await differences(uuid, 'change')).toMatchObject([{ userUuid: other.uuid, fields: ['userName', 'active'] }]);
    expect(await differences(uuid, 'leave')).toMatchObject([{ userUuid: leaving.uuid }]);
    expect(await differences(uuid, 'match')).toMatchObject([{ userUuid: named.uuid, remoteId: id }]);
    expect(await differences(uuid, 'unknown')).toHaveLength(100);
    expect(writes()).toEqual([]);
    // Nothing of others is kept.
    const { rowCount } = await app.owner.query('select from provisioned_remotes where target_uuid = $1', [uuid]);
    expect(rowCount).toBe(0);
  });

  it('finds what has drifted, which is repaired', async () => {
    const users = await Promise.all(Array.from({ length: 4 }, () => makeUser(app, tenant)));
    const [changed, gone, back] = users;
    const { uuid, group } = await add();
    await put(group, users);
    await becomes(uuid, { inStep: 4 });
    await put(group, users.slice(0, 2).concat(users.slice(3)));
    await expect.poll(() => there().filter(({ active }) => !active).length, patiently).toBe(1);
    Object.assign(scim.named(changed?.userId ?? '') ?? {}, { displayName: 'By hand' });
    scim.users.delete(scim.named(gone?.userId ?? '')?.id);
    Object.assign(scim.named(back?.userId ?? '') ?? {}, { active: true });
    expect(await compare(uuid)).toMatchObject({
      same: 1,
      counts: { create: 1, change: 1, leave: 1, match: 0, unknown: 0 },
    });
    expect(await differences(uuid, 'change')).toMatchObject([{ userUuid: changed?.uuid, fields: ['displayName'] }]);
    const repaired = await ask('POST', at(`/${uuid}/decisions`), { decision: 'repair', users: null });
    expect(repaired.body).toEqual({ users: 3 });
    await becomes(uuid, { inStep: 4 });
    expect(scim.named(changed?.userId ?? '')?.displayName).not.toBe('By hand');
    expect(scim.named(gone?.userId ?? '')?.active).toBe(true);
    expect(scim.named(back?.userId ?? '')?.active).toBe(false);
    expect(await compare(uuid)).toMatchObject({ counts: { create: 0, change: 0, leave: 0 } });
  });

  it('waits for an app that is busy, and says why it failed', async () => {
    const { uuid } = await add({ active: false });
    let busy = 1;
    scim.instead = () =>
      busy-- > 0 ? { status: 429, headers: { 'retry-after': '1' } } : { status: 400, detail: 'No lists' };
    expect((await ask('POST', at(`/${uuid}/comparison`), {})).status).toBe(200);
    expect((await ask('POST', at(`/${uuid}/comparison`), {})).status).toBe(409);
    await expect
      .poll(async () => (await ask('GET', at(`/${uuid}/comparison`))).body, patiently)
      .toMatchObject({ state: 'failed', status: 400, failure: 'status', answer: 'No lists' });
    expect(scim.calls).toHaveLength(2);
  });
});

describe('a target', () => {
  it('is called by at most four at once, and its users once each', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => makeUser(app, tenant)));
    const { uuid, group } = await add();
    await put(group, users);
    await becomes(uuid, { inStep: 30 });
    expect(scim.most).toBeLessThanOrEqual(4);
    expect(writes()).toHaveLength(30);
    expect(there()).toHaveLength(30);
  });

  it('tells what it can, and what it refuses', async () => {
    const { uuid } = await add({ active: false });
    const test = () => ask('POST', at(`/${uuid}/test`), {});
    expect((await test()).body).toMatchObject({ connected: true, patches: true, filters: true, failure: null });
    const { token } = scim;
    scim.token = 'another';
    const refused = await test();
    expect(refused.body).toMatchObject({ connected: false, status: 401, failure: 'status', answer: 'wrong: Bearer …' });
    expect(JSON.stringify(refused.body)).not.toContain(token);
    for (let n = 0; n < 8; n++) await test();
    expect((await test()).status).toBe(429);
  });

  it('has settings that conflict, are checked, and show no token', async () => {
    const { uuid } = await add({ active: false });
    const put = (body: object) => ask('PUT', at(`/${uuid}`), body);
    expect((await put({ name: 'New', expected: { name: 'Other' } })).status).toBe(409);
    const same = await put({ address: `${scim.address}/v3`, name: 'New' });
    expect([same.status, same.body.address]).toEqual([200, `${scim.address}/v3`]);
    // Another host would be sent the token.
    const moved = await put({ address: 'http://127.0.0.1:1/scim' });
    expect([moved.status, moved.body[0].message_id]).toEqual([400, 'invalid_params']);
    expect((await put({ address: 'http://127.0.0.1:1/scim', token: 'another' })).status).toBe(200);
    expect((await put({ address: 'http://10.0.0.1/scim', token: 'another' })).body[0].message_id).toBe(
      'address_not_allowed',
    );
    expect((await put({ assignment: 'app' })).status).toBe(400);
    expect((await put({ assignment: 'app', clientId: 'unknown' })).status).toBe(404);
    expect((await put({ groups: [randomUUID()] })).status).toBe(404);
    expect((await put({ mapping: { emails: 'mailAddress' } })).status).toBe(400);
    expect((await put({ mapping: { ...usual, emails: 'department' } })).status).toBe(400);
    const group = { name: 'new', address: scim.address, token: 'x', assignment: 'everyone' };
    expect((await ask('POST', at(), group)).body[0].message_id).toBe('duplicated');
    expect((await ask('POST', at(), { ...group, name: 'X', address: 'https://a:b@x.example/' })).status).toBe(400);
    expect((await ask('DELETE', at(`/${uuid}`))).status).toBe(204);
    expect((await ask('GET', at(`/${uuid}`))).status).toBe(404);
    const log = await app.owner.query(
      `select type, changes from system_operation_log where tenant_id = $1 and type like 'provisioningTarget%'
        and status = 'success' order by at`,
      [tenant.tenantId],
    );
    expect(log.rows.map(({ type }) => type)).toEqual(
      ['created', 'changed', 'changed', 'deleted'].map((what) => `provisioningTarget.${what}`),
    );
    expect(JSON.stringify(log.rows)).not.toContain(scim.token);
    expect(log.rows[0].changes).toMatchObject({
      address: { after: new URL(scim.address).origin },
      assignedGroups: { after: 1 },
    });
  });

  it('that moves to another app gives it all users', async () => {
    const [first, second] = [await makeUser(app, tenant), await makeUser(app, tenant)];
    const { uuid, group } = await add();
    await put(group, [first, second]);
    await becomes(uuid, { inStep: 2 });
    const other = await startScimApp();
    try {
      const id = other.add({ userName: first.userId, externalId: first.uuid, active: true });
      const moved = await ask('PUT', at(`/${uuid}`), { address: other.address, token: other.token });
      expect(moved.status).toBe(200);
      await becomes(uuid, { inStep: 2 });
      expect([...other.users.values()].map(({ externalId }) => externalId)).toEqual([first.uuid, second.uuid]);
      expect((await usersOf(uuid)).map(({ remoteId }: { remoteId: string }) => remoteId)).toContain(id);
      expect(scim.users.size).toBe(2);
    } finally {
      await other.close();
    }
  });

  it('shows what it sends for a user', async () => {
    const user = await makeUser(app, tenant);
    await write(user, { familyName: '鈴木', givenName: '花' });
    const { uuid, group } = await add({
      active: false,
      mapping: { userName: 'mailAddress', displayName: 'fullName' },
    });
    const preview = async () => (await ask('GET', at(`/${uuid}/preview?userId=${user.userId}`))).body;
    expect((await preview()).assigned).toBe(false);
    await put(group, [user]);
    const { assigned, resource } = await preview();
    expect([assigned, JSON.parse(resource)]).toMatchObject([true, { userName: user.mail, displayName: '鈴木 花' }]);
    expect(JSON.parse(resource)).not.toHaveProperty('timezone');
    expect((await ask('GET', at(`/${uuid}/preview?userId=nobody`))).status).toBe(404);
  });
});

describe('who may', () => {
  it('another tenant sees and changes nothing', async () => {
    const { uuid } = await add();
    const other = await makeTenant(app);
    const { userId, ...person } = await makeUser(app, other, { roles: ['PowerUser'] });
    const stranger = await signIn(app, { userId, ...person });
    const theirs = `/api/auth/tenants/${other.tenantId}/provisioningTargets`;
    const tries: [string, string, object?][] = [
      ['GET', ''],
      ['PUT', '', { name: 'Stolen' }],
      ['DELETE', ''],
      ['POST', '/test', {}],
      ['GET', '/users'],
      ['POST', '/decisions', { decision: 'retry', users: null }],
      ['GET', `/preview?userId=${userId}`],
      ['GET', '/comparison'],
      ['POST', '/comparison', {}],
      ['GET', '/differences?kind=create'],
    ];
    for (const [method, path, body] of tries)
      for (const base of [theirs, at()]) {
        const answer = await app.call(method, `${base}/${uuid}${path}`, { token: stranger.token, body });
        expect([method, path, answer.status]).toEqual([method, path, 404]);
      }
    const groups = await makeGroup();
    const body = { name: 'X', address: scim.address, token: 'x', assignment: 'groups', groups: [groups] };
    expect((await app.call('POST', theirs, { token: stranger.token, body })).status).toBe(404);
    expect((await app.call('GET', theirs, { token: stranger.token })).body.results).toEqual([]);
  });

  it('an administrator who may not read users says nothing of where they go', async () => {
    const { uuid } = await add();
    const restore = withoutUsers();
    try {
      const tries: [string, string, object?][] = [
        ['POST', '', { name: 'X', address: scim.address, token: 'x', assignment: 'everyone' }],
        ['PUT', `/${uuid}`, { address: scim.address }],
        ['POST', `/${uuid}/test`, {}],
        ['GET', `/${uuid}/users`],
        ['POST', `/${uuid}/decisions`, { decision: 'retry', users: null }],
        ['GET', `/${uuid}/preview?userId=whoever`],
        ['GET', `/${uuid}/comparison`],
        ['POST', `/${uuid}/comparison`, {}],
        ['GET', `/${uuid}/differences?kind=create`],
      ];
      for (const [method, path, body] of tries) expect((await ask(method, at(path), body)).status).toBe(403);
      expect((await ask('GET', at(`/${uuid}`))).status).toBe(200);
    } finally {
      restore();
    }
  });
});

/** Users have their rights but that of reading users, until it is undone: as with a role that does not have it. */
function withoutUsers(): () => void {
  const people = app.tools.authenticators.find(({ type }) => type === 'person');
  if (!people) throw new Error('nobody finds users');
  const { find } = people;
  people.find = async (...asked) => {
    const found = await find.apply(people, asked);
    return (
      found && { ...found, permissions: new Set([...found.permissions].filter((right) => right !== 'users:read')) }
    );
  };
  return () => {
    people.find = find;
  };
}
