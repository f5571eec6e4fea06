import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

async function makeGroup(tenant: TestTenant, groupId: string, name: string, members: TestUser[]): Promise<void> {
  const uuid = randomUUID();
  await app.owner.query('insert into groups (tenant_id, uuid, group_id, name) values ($1, $2, $3, $4)', [
    tenant.tenantId,
    uuid,
    groupId,
    name,
  ]);
  for (const member of members) {
    await app.owner.query('insert into group_users (tenant_id, group_uuid, user_uuid) values ($1, $2, $3)', [
      tenant.tenantId,
      uuid,
      member.uuid,
    ]);
  }
}

it('lists the groups one belongs to, by name, page by page', async () => {
  const tenant = await makeTenant(app);
  const [user, other] = [await makeUser(app, tenant), await makeUser(app, tenant)];
  await makeGroup(tenant, 'g3', 'beta', [user]);
  await makeGroup(tenant, 'g1', 'Gamma', [user, other]);
  await makeGroup(tenant, 'g2', 'Alpha', [user]);
  await makeGroup(tenant, 'g4', 'Others', [other]);
  const { token } = await signIn(app, user);
  const list = async (query = '') => (await app.call('GET', `/api/auth/me/groups${query}`, { token })).body;
  const names = ({ results }: { results: { name: string }[] }) => results.map(({ name }) => name);
  const all = await list();
  expect(all).toMatchObject({ totalResults: 3, itemsPerPage: 20 });
  expect(names(all)).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(Object.keys(all.results[0]).sort()).toEqual(['description', 'groupId', 'name', 'uuid']);
  expect(names(await list('?order=descending&count=2'))).toEqual(['Gamma', 'beta']);
  expect(names(await list('?count=2&page=2'))).toEqual(['Gamma']);
  expect(names(await list('?sort=groupId'))).toEqual(['Gamma', 'Alpha', 'beta']);
  expect(names(await list('?page=1000000000&count=500'))).toEqual([]);
  for (const wrong of ['?page=0', '?count=501', '?sort=description', '?tenantId=x']) {
    expect((await app.call('GET', `/api/auth/me/groups${wrong}`, { token })).status).toBe(400);
  }
});
