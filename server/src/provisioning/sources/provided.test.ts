import { beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { GROUP, makeScim, makeSource, type SourceOfTest } from '#test/scim.ts';

/** Which source provides whom, as administrators see it. */

let app: TestApp;
let of: SourceOfTest;

beforeAll(async () => {
  app = await sharedTestApp();
  of = await makeScim(app);
});

const get = (path: string, token = of.admin) =>
  app.call('GET', `/api/auth/tenants/${of.tenant.tenantId}${path}`, { token });

describe('origins', () => {
  it('names the source of a user and of a group, and nobody’s for others', async () => {
    const user = await of.create('hanako@contoso.example', { externalId: 'e-1' });
    const group = await of.scim('POST', '/Groups', { schemas: [GROUP], displayName: 'Sales' });
    expect((await get(`/provisioningOrigins/user/${user.id}`)).body).toMatchObject({
      ...{ source: { uuid: of.source, displayName: expect.stringMatching(/^Source/) } },
      ...{ name: 'hanako@contoso.example', externalId: 'e-1' },
    });
    expect((await get(`/provisioningOrigins/group/${group.body.id}`)).body).toMatchObject({
      ...{ source: { uuid: of.source }, name: 'Sales', externalId: null },
    });
    expect((await get(`/provisioningOrigins/group/${user.id}`)).status).toBe(404);
    const plain = await makeUser(app, of.tenant);
    expect((await get(`/provisioningOrigins/user/${plain.uuid}`)).status).toBe(404);
    const { token } = await signIn(app, plain);
    expect((await get(`/provisioningOrigins/user/${user.id}`, token)).status).toBe(403);
  });

  it('lists the users of one source by name, gone ones too, a page at a time', async () => {
    const one = await makeScim(app);
    const { admin: token, tenant } = one;
    const list = (search = '') =>
      app.call('GET', `/api/auth/tenants/${tenant.tenantId}/provisioningSources/${one.source}/users${search}`, {
        token,
      });
    for (const name of ['carol', 'alice', 'Bob']) await one.create(`${name}@contoso.example`);
    const carol = (await one.find('userName eq "carol@contoso.example"')).Resources[0];
    await one.scim('DELETE', `/Users/${carol.id}`);
    await makeSource(app, tenant, token);
    const names = (body: { results: { userName: string; isGone: boolean }[] }) =>
      body.results.map(({ userName, isGone }) => `${userName.split('@')[0]}${isGone ? ' gone' : ''}`);
    const all = (await list()).body;
    expect([names(all), all.totalResults]).toEqual([['alice', 'Bob', 'carol gone'], 3]);
    expect(all.results[2]).toMatchObject({ status: 'inactive', uuid: carol.id });
    const second = (await list('?count=2&page=2')).body;
    expect([names(second), second.totalResults]).toEqual([['carol gone'], 3]);
    const foreign = await makeTenant(app);
    const other = (await signIn(app, await makeUser(app, foreign, { roles: ['User', 'PowerUser'] }))).token;
    const path = `/api/auth/tenants/${foreign.tenantId}/provisioningSources/${one.source}/users`;
    expect((await app.call('GET', path, { token: other })).status).toBe(404);
  });
});
