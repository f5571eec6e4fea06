import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, type TestTenant } from '#test/factories.ts';
import { ERROR, makeScim, makeToken, type SourceOfTest, USER } from '#test/scim.ts';

/** Sources and the tokens they call with. */

let app: TestApp;
let other: TestTenant;
let tenant: SourceOfTest['tenant'];
let admin: SourceOfTest['admin'];
let source: SourceOfTest['source'];
let token: SourceOfTest['token'];
let scim: SourceOfTest['scim'];
let create: SourceOfTest['create'];
let account: SourceOfTest['account'];

beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  other = await makeTenant(app);
  ({ tenant, admin, source, token, scim, create, account } = await makeScim(app));
});

describe('tokens and sources', () => {
  it('a token is shown once, and used at once; a revoked, foreign or made-up one is nobody', async () => {
    const listed = await app.call('GET', '/api/auth/oauth/provider/managementTokens', { token: admin });
    expect(JSON.stringify(listed.body)).not.toContain(token.split('.')[1]);
    expect(token).toMatch(new RegExp(`^${tenant.tenantId}\\.[\\w-]{43}$`));
    expect((await scim('GET', '/Users')).status).toBe(200);
    const [{ id }] = listed.body.results;
    const used = async () =>
      (await app.call('GET', '/api/auth/oauth/provider/managementTokens', { token: admin })).body.results[0];
    await expect.poll(async () => (await used()).lastUsedAddress).toMatch(/127\.0\.0\.1|::1/);
    const end = await app.call('DELETE', `/api/auth/oauth/provider/managementTokens/${id}`, { token: admin });
    expect(end.status).toBe(204);
    const stranger = await scim('GET', '/Users');
    expect([stranger.status, stranger.body.schemas, stranger.body.status]).toEqual([401, [ERROR], '401']);
    const moved = `${other.tenantId}.${token.split('.')[1]}`;
    for (const wrong of [moved, 'nonsense', admin])
      expect((await scim('GET', '/Users', undefined, { token: wrong })).status).toBe(401);
    expect((await app.call('GET', '/api/auth/me', { token })).status).toBe(401);
  });

  it('a source that is off, and a token that has run out, are nobody', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${source}`;
    const set = (body: object) => app.call('PUT', path, { token: admin, body });
    expect((await set({ enabled: false })).status).toBe(200);
    expect((await scim('GET', '/Users')).status).toBe(401);
    expect((await set({ enabled: true, expected: { enabled: true } })).status).toBe(409);
    await set({ enabled: true });
    await app.owner.query("update management_tokens set expires_at = now() - interval '1 s' where tenant_id = $1", [
      tenant.tenantId,
    ]);
    expect((await scim('GET', '/Users')).status).toBe(401);
  });

  it('a source that is being set up reads, as a test of the connection does, and changes nothing', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources`;
    const body = { kind: 'okta', displayName: 'New', enabled: false };
    const made = (await app.call('POST', path, { token: admin, body })).body;
    expect(made).toMatchObject({ enabled: false, startedAt: null });
    const own = { token: await makeToken(app, made.uuid, admin) };
    const add = (more = '') => scim('POST', `/Users${more}`, { schemas: [USER], userName: 'first' }, own);
    const set = (enabled: boolean) => app.call('PUT', `${path}/${made.uuid}`, { token: admin, body: { enabled } });
    const state = async () => (await app.call('GET', `${path}/${made.uuid}`, { token: admin })).body;
    expect((await scim('GET', '/Users?count=1', undefined, own)).status).toBe(200);
    expect((await scim('POST', '/Users/.search', {}, own)).status).toBe(200);
    expect((await scim('DELETE', '/Users/.search', undefined, own)).status).toBe(403);
    const refused = await add();
    expect([refused.status, refused.body.schemas]).toEqual([403, [ERROR]]);
    for (const more of ['?x=/.search', '?/.search', '?x=/.search?']) expect((await add(more)).status).toBe(403);
    await expect.poll(async () => (await state()).lastUsedAt).not.toBeNull();
    expect((await set(true)).body.startedAt).not.toBeNull();
    expect((await add()).status).toBe(201);
    // What is refused is counted and logged, whatever the address says beside the path; searches are neither.
    expect((await add('?x=/.search')).status).toBe(409);
    expect((await scim('POST', '/Users/.search', { filter: 'nothing' }, own)).status).toBe(400);
    const counted = await app.owner.query(
      `select (select sum(failed)::integer from source_runs where source_uuid = $1) as failed,
        (select count(*)::integer from system_operation_log where actor_id = $2 and status = 'error') as logged`,
      [made.uuid, made.uuid],
    );
    expect(counted.rows).toEqual([{ failed: 1, logged: 1 }]);
    await set(false);
    expect((await scim('GET', '/Users', undefined, own)).status).toBe(401);
  });

  it('a deleted source leaves its users to the organization', async () => {
    const { id } = await create();
    const path = `/api/auth/tenants/${tenant.tenantId}`;
    const user = await account(id);
    expect(user.source).toBe('scim');
    const rename = () =>
      app.call('PUT', `${path}/users/${user.user_id}`, { token: admin, body: { familyName: 'New' } });
    expect((await rename()).status).toBe(403);
    expect((await app.call('DELETE', `${path}/provisioningSources/${source}`, { token: admin })).status).toBe(204);
    expect((await scim('GET', '/Users')).status).toBe(401);
    expect((await rename()).status).toBe(200);
    expect((await account(id)).source).toBe('local');
  });

  it('a second source of the same name, and one token too many, are refused', async () => {
    const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources`;
    const add = () => app.call('POST', path, { token: admin, body: { kind: 'okta', displayName: 'Okta' } });
    expect((await add()).status).toBe(200);
    expect((await add()).body[0]).toMatchObject({ message_id: 'duplicated', field: 'displayName' });
    for (let n = 1; n < 20; n += 1) await makeToken(app, source, admin);
    const body = { name: 'more', scopes: ['scim'], sourceUuid: source, days: 1 };
    expect((await app.call('POST', '/api/auth/oauth/provider/managementTokens', { token: admin, body })).status).toBe(
      409,
    );
  });
});
