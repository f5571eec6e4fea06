import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeScim } from '#test/scim.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp('with jobs');
  await app.startWorker();
});
afterAll(() => app.close());

it('a source of many users is gone at once, and its users are soon the tenant’s own', async () => {
  const { tenant, admin, source, scim, create } = await makeScim(app);
  await create();
  await app.owner.query(
    `with made as (
       insert into users (tenant_id, uuid, user_id, status, source)
       select $1, gen_random_uuid(), 'many-' || n, 'active', 'scim' from generate_series(1, 2500) n
       returning uuid, user_id)
     insert into source_users (tenant_id, source_uuid, user_uuid, user_name, resource, created_at, updated_at)
     select $1, $2, uuid, user_id, '{}', now(), now() from made`,
    [tenant.tenantId, source],
  );
  await scim('POST', '/Groups', { displayName: 'Sales' });
  const path = `/api/auth/tenants/${tenant.tenantId}/provisioningSources`;
  const { displayName } = (await app.call('GET', `${path}/${source}`, { token: admin })).body;
  expect((await app.call('DELETE', `${path}/${source}`, { token: admin })).status).toBe(204);
  expect((await app.call('GET', `${path}/${source}`, { token: admin })).status).toBe(404);
  expect((await app.call('DELETE', `${path}/${source}`, { token: admin })).status).toBe(404);
  expect((await app.call('GET', path, { token: admin })).body.results).toEqual([]);
  expect((await app.call('GET', '/api/auth/oauth/provider/managementTokens', { token: admin })).body.results).toEqual(
    [],
  );
  expect((await scim('GET', '/Users')).status).toBe(401);
  expect((await app.call('POST', path, { token: admin, body: { kind: 'okta', displayName } })).status).toBe(200);
  const left = async () =>
    (
      await app.owner.query(
        `select (select count(*)::int from users where tenant_id = $1 and source <> 'local') as users,
          (select count(*)::int from groups where tenant_id = $1 and source <> 'local') as groups,
          (select count(*)::int from provisioning_sources where tenant_id = $1 and uuid = $2) as sources`,
        [tenant.tenantId, source],
      )
    ).rows[0];
  await expect.poll(left, patiently).toEqual({ users: 0, groups: 0, sources: 0 });
});
