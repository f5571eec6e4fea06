import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { addProvider, arrive, browserOf, signInWith } from '#test/federation.ts';
import { makeClient } from '#test/oauth.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import * as saml from '#test/saml/connection.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: { token: string };
beforeAll(async () => {
  app = await sharedTestApp('with partners');
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
let sales: string;
let all: string;
beforeEach(async () => {
  provider.misbehave = { userinfo: { sub: 'taro-1' } };
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  await addProvider(app, tenant, admin, provider, { jitProvisioning: true });
  [sales, all] = [await makeGroup('Sales'), await makeGroup('All')];
});

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const makeGroup = async (name: string): Promise<string> =>
  (await app.call('POST', `${path()}/groups`, { token: admin.token, body: { groupId: name.toLowerCase(), name } })).body
    .uuid;
const mapping = (more: object = {}) => ({
  mappedFields: [
    { claim: 'dept', field: 'department' },
    { claim: 'cost', field: 'extensionAttribute3' },
  ],
  mappedGroups: [
    { claim: 'groups', value: 'sales', group: sales },
    { claim: 'groups', value: 'all', group: all },
  ],
  everySignIn: true,
  ...more,
});
const at = () => `${path()}/oidcs/acme/mapping`;
const set = (body: object, token = admin.token) => app.call('PUT', at(), { token, body });
const get = async () => (await app.call('GET', at(), { token: admin.token })).body;
const person = { sub: 'taro-1', preferred_username: 'taro' };
const come = (said: object) => signInWith(app, tenant.tenantId, provider, { ...person, ...said });
const user = async (userId = 'taro') => {
  const { body } = await app.call('GET', `${path()}/users/${userId}`, { token: admin.token });
  const { department, extensionAttributes, roles } = body;
  const groups = body.groups.map(({ groupId }: { groupId: string }) => groupId).sort();
  return { department, cost: extensionAttributes.extensionAttribute3, groups, roles };
};
const eventsOf = async (type: string) =>
  (
    await app.owner.query(
      'select type, actor_type, changes from system_operation_log where tenant_id = $1 and type = $2 order by at, id',
      [tenant.tenantId, type],
    )
  ).rows;
const idOf = (answer: { status: number; body: { message_id?: string }[] }) => [
  answer.status,
  answer.body[0]?.message_id,
];

describe('a mapping', () => {
  it('fills fields and groups of users who are added, and never a role', async () => {
    expect((await set(mapping())).body).toMatchObject({ groups: [{ name: 'All', apps: 0 }, { name: 'Sales' }] });
    expect((await come({ dept: 'East', cost: 42, groups: ['sales', 'x'], roles: ['PowerUser'] })).status).toBe(200);
    expect(await user()).toEqual({ department: 'East', cost: '42', groups: ['sales'], roles: ['User'] });
    const [added] = await eventsOf('user.provisioned');
    expect(added.changes).toMatchObject({ department: { after: 'East' }, groups: { after: ['sales'] } });
    expect(await eventsOf('group.membersChanged')).toMatchObject([{ changes: { userIds: { after: ['taro'] } } }]);
  });

  it('shows how many apps a group opens: those limited to it that are not disabled', async () => {
    await set(mapping());
    const [limited, free, off] = [
      await makeClient(app, tenant),
      await makeClient(app, tenant),
      await makeClient(app, tenant),
    ];
    for (const { clientId } of [limited, free, off]) {
      const access = `${path()}/oauthClients/${clientId}/access`;
      const named = { token: admin.token, body: { groupIds: ['sales'] } };
      expect((await app.call('POST', `${access}/add`, named)).status).toBeLessThan(300);
      const body = { access: clientId === free.clientId ? 'everyone' : 'assigned' };
      expect((await app.call('PUT', access, { token: admin.token, body })).status).toBe(200);
    }
    await app.owner.query('update oauth_clients set disabled_at = now() where client_id = $1', [off.clientId]);
    expect((await get()).groups).toMatchObject([
      { name: 'All', apps: 0 },
      { name: 'Sales', apps: 1 },
    ]);
  });

  it('follows at each sign-in, and touches no other group', async () => {
    await set(mapping());
    await come({ dept: 'East', groups: ['sales'] });
    const other = await makeGroup('Other');
    const add = `${path()}/groups/${other}/operations/add/users`;
    expect((await app.call('POST', add, { token: admin.token, body: { userIds: ['taro'] } })).status).toBeLessThan(300);
    await come({ cost: '7', groups: ['all'] });
    expect(await user()).toMatchObject({ department: 'East', cost: '7', groups: ['all', 'other'] });
    expect(await eventsOf('user.changed')).toMatchObject([
      { actor_type: 'person', changes: { groups: { before: ['other', 'sales'], after: ['all', 'other'] } } },
    ]);
    // The same again changes nothing. A claim that is left out names no group, unless there is more than fits.
    await come({ cost: '7', groups: ['all'] });
    await come({ cost: '7', hasgroups: true });
    expect(await eventsOf('user.changed')).toHaveLength(1);
    await come({ cost: '7' });
    expect(await user()).toMatchObject({ cost: '7', groups: ['other'] });
  });

  it('asks the userinfo endpoint for a claim that the ID token lacks', async () => {
    await set(mapping());
    provider.misbehave.userinfo = { sub: 'taro-1', email: 'x@userinfo.example', email_verified: true, groups: ['all'] };
    await come({ dept: 'East', email: 'taro@token.example' });
    expect(await user()).toMatchObject({ department: 'East', groups: ['all'] });
    // The address is the token’s, and nothing said of another verifies it.
    expect(await app.mails('taro@token.example')).toHaveLength(1);
    provider.misbehave.userinfo = { sub: 'taro-1', groups: ['sales'] };
    await come({});
    expect(await user()).toMatchObject({ groups: ['sales'] });
  });

  it('keeps groups while the userinfo endpoint does not answer', async () => {
    await set(mapping());
    await come({ groups: ['sales', 'all'] });
    const fail = (answer: object) => ({ raw: { '/userinfo': answer } });
    for (const wrong of [
      fail({ status: 503 }),
      fail({ bytes: 2 * 1024 * 1024 }),
      fail({ status: 302, location: 'http://169.254.169.254/' }),
      { userinfo: { sub: 'another', groups: [] } },
      { tokens: ({ access_token: _, ...rest }: Record<string, unknown>) => rest },
    ]) {
      provider.misbehave = wrong;
      expect((await come({ dept: 'East' })).status).toBe(200);
      expect(await user()).toMatchObject({ department: 'East', groups: ['all', 'sales'] });
    }
    // What the ID token says counts all the same.
    await come({ groups: ['all'] });
    expect(await user()).toMatchObject({ groups: ['all'] });
  });

  it('is of attributes where the provider speaks SAML', async () => {
    const connected = await saml.connect(app, { tenantId: tenant.tenantId, token: admin.token });
    const place = `${saml.samlsPath(tenant.tenantId)}/${connected.samlId}/mapping`;
    expect((await app.call('PUT', place, { token: admin.token, body: mapping() })).status).toBe(200);
    const said = (attributes: Record<string, string[]>) => ({ nameId: 'hanako@saml.example', attributes });
    await saml.signInBySaml(app, connected, said({ dept: ['North'], groups: ['sales', 'all'] }));
    expect(await user('hanako')).toMatchObject({ department: 'North', groups: ['all', 'sales'] });
    await saml.signInBySaml(app, connected, said({ groups: ['all'] }));
    const one = { department: 'North', groups: ['all'] };
    expect(await user('hanako')).toMatchObject(one);
    // Entra ID: more groups than fit.
    await saml.signInBySaml(app, connected, said({ 'http://schemas.microsoft.com/claims/groups.link': ['https://x'] }));
    expect(await user('hanako')).toMatchObject(one);
    await saml.signInBySaml(app, connected, said({}));
    expect(await user('hanako')).toMatchObject({ groups: [] });
  });

  it('without the switch is for users who are added alone', async () => {
    await set(mapping({ everySignIn: false }));
    await come({ groups: ['sales'] });
    await come({ dept: 'West', groups: ['all'] });
    expect(await user()).toMatchObject({ department: '', groups: ['sales'] });
  });

  it('leaves administrators and users of a source as they are', async () => {
    await set(mapping());
    await come({ groups: ['sales'] });
    for (const change of [`roles = '{User,PowerUser}'`, `roles = '{User}', source = 'scim'`]) {
      await app.owner.query(`update users set ${change} where tenant_id = $1 and user_id = 'taro'`, [tenant.tenantId]);
      expect((await come({ dept: 'West', groups: [] })).status).toBe(200);
      expect(await user()).toMatchObject({ department: '', groups: ['sales'] });
    }
  });

  it('does nothing for a group that is gone or that a source keeps, and signs in all the same', async () => {
    await set(mapping());
    await app.owner.query(`update groups set source = 'scim' where uuid = $1`, [sales]);
    await app.call('DELETE', `${path()}/groups/${all}`, { token: admin.token });
    expect((await come({ groups: ['sales', 'all'] })).status).toBe(200);
    expect(await user()).toMatchObject({ groups: [] });
    expect((await come({ groups: ['sales', 'all'] })).status).toBe(200);
    expect((await get()).groups).toMatchObject([{ name: 'Sales' }]);
    const again = { mappedGroups: [{ claim: 'g', value: 'v', group: sales }] };
    await set({ ...mapping(), mappedGroups: [] });
    expect(idOf(await set({ ...mapping(), ...again }))).toEqual([400, 'invalid_params_groups.groupId']);
  });

  it('shows what was said in the last test, and is deleted with its connection', async () => {
    const begun = await app.call('POST', '/api/auth/oidc/rp/verify', { token: admin.token, body: { opId: 'acme' } });
    const said = { ...person, groups: ['sales', 'x'], dept: 'East' };
    await arrive(provider.approve(begun.body.url, said), browserOf(begun));
    expect((await get()).lastTest).toMatchObject({ said: { groups: ['sales', 'x'], dept: ['East'], sub: ['taro-1'] } });
    await set(mapping());
    expect((await get()).lastTest).not.toBeNull();
    await app.call('DELETE', `${path()}/oidcs/acme`, { token: admin.token });
    const { rows } = await app.owner.query('select from connection_mappings where tenant_id = $1', [tenant.tenantId]);
    expect(rows).toEqual([]);
  });

  it('is set by one administrator at a time, for groups of the tenant', async () => {
    const { lastTest: _, groups: __, ...seen } = await get();
    const answers = await Promise.all([
      set(mapping({ expected: seen })),
      set(mapping({ everySignIn: false, mappedFields: [], expected: seen })),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const foreign = await makeTenant(app);
    const boss = await signIn(app, await makeUser(app, foreign, { roles: ['PowerUser'] }));
    expect((await set(mapping(), boss.token)).status).toBe(404);
    const unknown = { claim: 'g', value: 'v', group: '00000000-0000-4000-8000-000000000000' };
    expect(idOf(await set(mapping({ mappedGroups: [unknown] })))).toEqual([400, 'invalid_params_groups.groupId']);
    const twice = [
      { claim: 'a', field: 'department' },
      { claim: 'b', field: 'department' },
    ];
    for (const wrong of [{ mappedFields: twice }, { mappedFields: [{ claim: 'a', field: 'roles' }] }])
      expect((await set(mapping(wrong))).status).toBe(400);
  });
});
