import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RouteDefinition } from '#contract/route.ts';
import { allRoutes } from '#server/app.ts';
import { sharedTestApp, type TestApp } from './app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from './factories.ts';
import { carryOut, preview, untilImport } from './imports.ts';
import {
  authorize,
  claimsOf,
  codeForm,
  makeClient,
  pendingRequest,
  post,
  PROVIDER_PATH,
  tokensFor,
  withinASecond,
} from './oauth.ts';
import { makeOperator } from './services.ts';

/** Rights in rows (docs/decisions/0130): what the database keeps of them, and that a right for a group opens nothing yet. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;

beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { userId: 'admin', roles: ['User', 'PowerUser'] }));
});

const call = (method: string, path: string, body?: object) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: admin.token, ...(body && { body }) });

/** Who has which role, by the rows; and by the column, the plain one left out. */
async function granted() {
  const { rows } = await app.owner.query(
    `select u.user_id, r.role, r.scope from role_grants r join users u on u.tenant_id = r.tenant_id and u.uuid = r.user_uuid
     where u.tenant_id = $1 order by 1, 2`,
    [tenant.tenantId],
  );
  const { rows: byColumn } = await app.owner.query(
    `select u.user_id, r.role, 'all' as scope from users u cross join lateral unnest(u.roles) r (role)
     where u.tenant_id = $1 and r.role <> 'User' order by 1, 2`,
    [tenant.tenantId],
  );
  expect(rows).toEqual(byColumn);
  return rows.map(({ user_id }) => user_id);
}

async function makeGroup(groupId = 'sales', of = tenant): Promise<string> {
  const uuid = randomUUID();
  await app.owner.query('insert into groups (tenant_id, uuid, group_id, name) values ($1, $2, $3, $3)', [
    of.tenantId,
    uuid,
    groupId,
  ]);
  return uuid;
}

/** Plants a right for the people of a group, as delegation will give it. */
const plant = ({ uuid }: TestUser, group: string) =>
  app.tools.db.inTenant(tenant.tenantId, (tx) =>
    tx
      .insertInto('role_grants')
      .values({ tenant_id: tenant.tenantId, user_uuid: uuid, role: 'PowerUser', scope: 'group', group_uuid: group })
      .execute(),
  );

describe('grants in the whole tenant are what the column of roles says, whoever writes it', () => {
  const power = { roles: ['User', 'PowerUser'] };
  const importing = () => ({ app, tenantId: tenant.tenantId, token: admin.token });

  it('the form of one user; an ordinary user has none', async () => {
    const named = { familyName: 'A', givenName: 'B', status: 'active' };
    expect((await call('POST', '/users', { userId: 'plain', ...named })).status).toBe(200);
    expect((await call('POST', '/users', { userId: 'chief', ...named, ...power })).status).toBe(200);
    expect(await granted()).toEqual(['admin', 'chief']);
    expect((await call('PUT', '/users/plain', power)).status).toBe(200);
    expect((await call('PUT', '/users/chief', { roles: ['User'] })).status).toBe(200);
    expect((await call('PUT', '/users/admin', { roles: ['PowerUser'] })).status).toBe(200);
    expect(await granted()).toEqual(['admin', 'plain']);
    expect((await call('POST', '/operations/users', { action: 'deactivate', userIds: ['plain'] })).status).toBe(200);
    expect(await granted()).toEqual(['admin', 'plain']);
  });

  it('a file, and its undo', async () => {
    for (const userId of ['rises', 'falls', 'goes'])
      await makeUser(app, tenant, { userId, roles: userId === 'rises' ? ['User'] : ['User', 'PowerUser'] });
    const rows = [
      'operation,userId,roles',
      'create,comes,PowerUser',
      'create,usual,User',
      'update,rises,User;PowerUser',
    ];
    const file = [...rows, 'update,falls,User', 'delete,goes,'].join('\n');
    const { importId } = await preview(importing(), file);
    expect((await carryOut(importing(), importId)).status).toBe('completed');
    expect(await granted()).toEqual(['admin', 'comes', 'rises']);
    const undo = (await call('POST', `/userImports/${importId}/undo`)).body.importId;
    await untilImport(importing(), undo, ['previewed']);
    expect((await carryOut(importing(), undo)).status).toBe('completed');
    expect(await granted()).toEqual(['admin', 'falls', 'goes']);
  });

  it('the bin: gone while deleted, back when restored; of a group it has to be given anew', async () => {
    const user = await makeUser(app, tenant, { userId: 'chief', roles: ['User', 'PowerUser'] });
    await plant(user, await makeGroup());
    expect((await call('DELETE', '/users/chief')).status).toBe(204);
    expect(await granted()).toEqual(['admin']);
    expect((await call('POST', `/deletedUsers/${user.uuid}/restore`, {})).status).toBe(200);
    expect(await granted()).toEqual(['admin', 'chief']);
  });

  it('the operator who rescues', async () => {
    const operate = await makeOperator(app);
    const reason = 'the last one left';
    const path = `/tenants/${tenant.tenantId}/users`;
    expect((await operate('POST', path, { userId: 'root', roles: ['PowerUser'], reason })).status).toBe(200);
    expect(await granted()).toEqual(['admin', 'root']);
  });

  it('what is no role: it keeps nobody an administrator', async () => {
    const { uuid } = await makeUser(app, tenant, { userId: 'chief', roles: ['User', 'PowerUser'] });
    for (const roles of ['{User,NULL}', '{NULL}', '{}']) {
      await app.owner.query(`update users set roles = '{PowerUser}' where uuid = $1`, [uuid]);
      await app.owner.query('update users set roles = $2::text[] where uuid = $1', [uuid, roles]);
      const { rows } = await app.owner.query('select role from role_grants where user_uuid = $1', [uuid]);
      expect(rows, roles).toEqual([]);
    }
  });

  it('nobody writes them by themselves, not even the owner of the database', async () => {
    const user = await makeUser(app, tenant);
    const { uuid } = user;
    await plant(user, await makeGroup());
    const values = `('${tenant.tenantId}', '${uuid}', 'PowerUser', 'all')`;
    for (const text of [
      `insert into role_grants (tenant_id, user_uuid, role, scope) values ${values}`,
      `update role_grants set role = 'User' where tenant_id = '${tenant.tenantId}' and scope = 'all'`,
      `update role_grants set scope = 'all', group_uuid = null where user_uuid = '${uuid}'`,
      `update role_grants set scope = 'group', group_uuid = gen_random_uuid()
       where tenant_id = '${tenant.tenantId}' and scope = 'all'`,
      `delete from role_grants where tenant_id = '${tenant.tenantId}' and scope = 'all'`,
    ])
      await expect(app.owner.query(text), text).rejects.toMatchObject({ constraint: 'grants_of_roles' });
  });
});

describe('a right for the people of a group', () => {
  let user: TestUser;
  let group: string;
  beforeEach(async () => {
    user = await makeUser(app, tenant);
    group = await makeGroup();
  });

  it('names a group of its tenant, once, and goes with it', async () => {
    const elsewhere = await makeGroup('theirs', await makeTenant(app));
    await expect(plant(user, elsewhere)).rejects.toThrow(/foreign key/);
    await plant(user, group);
    await expect(plant(user, group)).rejects.toMatchObject({ constraint: 'role_grants_of_user' });
    for (const [scope, named] of [
      ['group', null],
      ['country', null],
      ['all', `'${group}'::uuid`],
    ])
      await expect(
        app.owner.query(`insert into role_grants (tenant_id, user_uuid, role, scope, group_uuid)
          values ('${tenant.tenantId}', '${user.uuid}', 'PowerUser', '${scope}', ${named})`),
      ).rejects.toThrow(/check constraint|follow users\.roles/);
    expect((await call('DELETE', `/groups/${group}`)).status).toBeLessThan(300);
    const { rows } = await app.owner.query('select from role_grants where user_uuid = $1', [user.uuid]);
    expect(rows).toEqual([]);
  });

  it('makes nobody the administrator who has to stay', async () => {
    await plant(user, group);
    expect((await call('PUT', `/users/${user.userId}`, { department: 'Sales' })).status).toBe(200);
    const { status, body } = await call('PUT', '/users/admin', { roles: ['User'] });
    expect([status, body[0].message_id]).toEqual([409, 'last_administrator']);
  });

  it('opens no call, for none keeps to it yet; what is one’s own stays open', async () => {
    await plant(user, group);
    const { token } = await signIn(app, user);
    // The token could carry the right: it is the grant's scope that is refused.
    expect(claimsOf(token).scope).toContain('portal:powerUser:admin');
    const me = await app.call('GET', '/api/auth/me', { token });
    expect([me.status, me.body.roles, me.body.permissions]).toEqual([200, ['User'], ['me']]);
    expect((await app.call('PUT', '/api/auth/me', { token, body: { timezone: 'Asia/Tokyo' } })).status).toBe(200);
    const own = ['public', 'operator', 'device', 'me', 'limited'];
    const routes = allRoutes
      .map(({ route }): RouteDefinition => route)
      .filter(({ access, scoped }) => !own.includes(access) && !scoped);
    expect(routes.length).toBeGreaterThan(100);
    for (const route of routes) {
      const path = route.path.replace(/\{(\w+)\}/g, (_, name) =>
        name === 'tenantId' ? tenant.tenantId : randomUUID(),
      );
      const answer = await app.call(route.method, path, { token, ...(route.body && { body: {} }) });
      const refusal = [`${route.method} ${route.path}`, answer.status, answer.body?.[0]?.message_id];
      expect(refusal).toEqual([refusal[0], 403, 'forbidden']);
    }
  });

  it('is no scope of an app, which would take it for all', async () => {
    await plant(user, group);
    const { cookie } = await signIn(app, user);
    const client = await makeClient(app, tenant);
    const scope = 'openid portal:user:admin portal:powerUser:admin';
    const authorization = await authorize(app, client.clientId, cookie, { scope });
    const { body } = await post(app, '/token', client, codeForm(app, client.clientId, authorization));
    expect(body.scope).toContain('portal:user:admin');
    expect(body.scope).not.toContain('portal:powerUser:admin');
    const said = (await post(app, '/introspect', client, { token: String(body.access_token) })).body;
    expect(said).toMatchObject({ active: true, roles: ['User'] });
    expect(said.scope).not.toContain('portal:powerUser:admin');
  });

  it('is no scope of an app that has it from before, nor what it is shown to ask for', async () => {
    const scope = 'openid portal:user:admin portal:powerUser:admin';
    expect((await call('PUT', `/users/${user.userId}`, { roles: ['User', 'PowerUser'] })).status).toBe(200);
    const { cookie, token } = await signIn(app, user);
    const client = await makeClient(app, tenant);
    const held = await tokensFor(app, client, cookie, scope);
    expect(held.scope).toContain('portal:powerUser:admin');
    await plant(user, group);
    expect((await call('PUT', `/users/${user.userId}`, { roles: ['User'] })).status).toBe(200);
    app.tools.principals.forget(tenant.tenantId, user.uuid);
    const said = (await post(app, '/introspect', client, { token: held.access_token })).body;
    expect([said.active, said.scope]).toEqual([true, 'portal:user:admin']);
    const path = `/api/auth/tenants/${tenant.tenantId}/users/admin`;
    expect((await app.call('GET', path, { token: held.access_token })).status).toBe(403);
    const { location } = await authorize(app, client.clientId, cookie, { scope, prompt: 'consent' });
    const url = pendingRequest(location);
    const query = url.slice(url.indexOf('?') + 1);
    const shown = await app.call('POST', `${PROVIDER_PATH}/consent/request`, { token, body: { query } });
    expect(shown.body.scopes).toEqual(['openid', 'portal:user:admin']);
  });

  it('is no scope of a device that is let in', async () => {
    await plant(user, group);
    const { token } = await signIn(app, user);
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const client = await makeClient(app, tenant, { grantTypes: [grant_type], redirectUris: [] });
    const scope = 'openid portal:user:admin portal:powerUser:admin';
    const { body: asked } = await post(app, '/device/authorization', client, { scope });
    const body = { userCode: asked.user_code, accept: true };
    expect((await app.call('POST', `${PROVIDER_PATH}/device/complete`, { token, body })).status).toBeLessThan(300);
    const form = { grant_type, device_code: String(asked.device_code) };
    const { body: given } = await post(app, '/token', client, form);
    expect(given.scope).toBe('portal:user:admin');
  });

  it('counts and ends within a second', async () => {
    const { uuid, tenantId } = user;
    const groups = async () => {
      const account = await app.tools.principals.find({ tenantId, uuid, sessionId: null, grantHash: null });
      return account?.grants.map((grant) => `${grant.role} ${grant.scope} ${grant.group}`).join();
    };
    const is = (expected: string) => withinASecond(groups, (found) => found === expected);
    expect(await groups()).toBe('');
    await plant(user, group);
    expect(await is(`PowerUser group ${group}`)).toBe(true);
    await app.owner.query('delete from role_grants where user_uuid = $1', [uuid]);
    expect(await is('')).toBe(true);
  });
});
