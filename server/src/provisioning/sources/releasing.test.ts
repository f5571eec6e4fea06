import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeScim, makeSource } from '#test/scim.ts';
import { wakeUnfinished } from '../unfinished.ts';

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

it('what was left when a suspended tenant met a restart is found by its rows', async () => {
  const { tenant, admin, source, scim, create } = await makeScim(app);
  const { source: second } = await makeSource(app, tenant, admin);
  await create();
  const Operations = [{ method: 'POST', path: '/Users', bulkId: 'a', data: { userName: 'a@x.example' } }];
  expect((await scim('POST', '/Bulk', { Operations })).status).toBe(200);
  const bulk = async () =>
    (await app.owner.query('select status from scim_bulks where source_uuid = $1', [source])).rows;
  await app.owner.query(
    "update scim_bulks set status = 'processing', created_at = now() - interval '2 minutes' where source_uuid = $1",
    [source],
  );
  await app.owner.query('update provisioning_sources set deleted_at = now(), enabled = false where uuid = $1', [
    second,
  ]);
  const wake = () => app.tools.db.inTenant(tenant.tenantId, (tx) => wakeUnfinished(app.tools, tx, app.tools.clock()));
  expect(await wake()).toBe(2);
  await expect.poll(bulk, patiently).toEqual([{ status: 'completed' }]);
  const sources = async () =>
    (await app.owner.query('select uuid from provisioning_sources where tenant_id = $1', [tenant.tenantId])).rows;
  await expect.poll(sources, patiently).toEqual([{ uuid: source }]);
  expect(await wake()).toBe(0);
});
