import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { type ScimmyApp, startScimmyApp } from '#test/scimmy-app.ts';
import { startTargets } from './worker.ts';

/** Users provided to an app whose SCIM is another's: the library scimmy. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let wiki: ScimmyApp;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  startTargets(app.tools, stops, 50);
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  wiki = await startScimmyApp();
});
afterAll(async () => {
  for (const stop of stops) await stop();
  await wiki?.close();
  await app?.close();
});

const ask = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: admin.token, body });

it.each(['deactivate', 'delete'] as const)('scimmy takes users, changes and those who leave: %s', async (onRemoval) => {
  wiki.users.clear();
  const user = await makeUser(app, tenant);
  const path = `/users/${user.userId}`;
  const given = { familyName: 'Suzuki', givenName: 'Hana', department: 'Sales', locale: 'ja' };
  expect((await ask('PUT', path, given)).status).toBe(200);
  const group = (await ask('POST', '/groups', { groupId: onRemoval, name: 'Wiki', userIds: [user.userId] })).body.uuid;
  const body = {
    name: onRemoval,
    address: wiki.address,
    token: wiki.token,
    assignment: 'groups',
    groups: [group],
    onRemoval,
  };
  const { uuid } = (await ask('POST', '/provisioningTargets', { ...body, active: true })).body;
  const tested = await ask('POST', `/provisioningTargets/${uuid}/test`, {});
  expect(tested.body).toMatchObject({ connected: true, patches: true, filters: true });
  const there = () => [...wiki.users.values()];
  const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
  await expect.poll(there, patiently).toMatchObject([
    {
      ...{ externalId: user.uuid, userName: user.userId, displayName: 'Hana Suzuki', active: true },
      ...{ name: { givenName: 'Hana', familyName: 'Suzuki' }, emails: [{ value: user.mail, primary: true }] },
      ...{ preferredLanguage: 'ja', [enterprise]: { department: 'Sales' } },
    },
  ]);
  await ask('PUT', path, { givenName: 'Hanako', department: '' });
  await expect.poll(() => there()[0]?.name, patiently).toEqual({ givenName: 'Hanako', familyName: 'Suzuki' });
  expect(there()[0]?.[enterprise]?.department).toBeUndefined();
  const compared = () => ask('GET', `/provisioningTargets/${uuid}/comparison`);
  await ask('POST', `/provisioningTargets/${uuid}/comparison`, {});
  await expect
    .poll(async () => (await compared()).body, patiently)
    .toMatchObject({ state: 'done', same: 1, counts: { create: 0, change: 0 } });
  await ask('POST', `/groups/${group}/operations/remove/users`, { userIds: [user.userId] });
  await expect
    .poll(() => there().map(({ active }) => active), patiently)
    .toEqual(onRemoval === 'delete' ? [] : [false]);
  const { users } = (await ask('GET', `/provisioningTargets/${uuid}`)).body;
  expect(users).toMatchObject({ dead: 0, match: 0 });
});
