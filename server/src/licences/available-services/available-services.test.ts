import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate, permitToAll } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let user: string;
let administrator: string;

interface Icon {
  appClass: string;
  appName: string;
  isPowerUser: boolean;
}

const icons = async (token: string, query = '', headers = {}): Promise<Icon[]> => {
  const answer = await app.call('GET', `/api/service/me/availableServices${query}`, { token, headers });
  expect(answer.status).toBe(200);
  return answer.body.results;
};
const classes = async (token: string, query = '') => (await icons(token, query)).map(({ appClass }) => appClass);

beforeAll(async () => {
  app = await sharedTestApp();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  user = (await signIn(app, await makeUser(app, tenant))).token;
  administrator = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
});
afterAll(() => app.close());

describe('the services of a person', () => {
  it('are icons with the words of the language and the links of the region', async () => {
    const serviceClass = await makeService(operate, {
      names: { en: 'Flow', ja: 'フロー' },
      descriptions: { en: 'For flows.' },
      linkURLs: { default: 'https://flow.example/', na: 'https://na.flow.example/' },
      adminLinkURLs: { default: 'https://flow.example/admin' },
      icon: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>',
    });
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass });
    expect(await icons(user, '?query=flow')).toEqual([]);
    await permitToAll(app, { tenantId: tenant.tenantId, token: administrator }, { serviceClass, licenseId });
    const [icon, ...others] = await icons(user, '?query=フロ&locale=ja');
    expect(others).toEqual([]);
    expect(icon).toEqual({
      appName: 'フロー',
      iconId: serviceClass,
      appClass: serviceClass,
      iconURL: expect.stringMatching(/^\/api\/service\/icons\/service-.*\?v=[0-9a-f]{16}$/),
      linkURL: 'https://na.flow.example/',
      isPowerUser: false,
      isSiteSetupNavi: false,
      description: 'For flows.',
    });
    const two = await icons(administrator, '?query=FLOW');
    expect(two.map(({ isPowerUser }) => isPowerUser)).toEqual([false, true]);
    expect(two[1]).toMatchObject({ iconId: `${serviceClass}-admin`, linkURL: 'https://flow.example/admin' });
    expect(await icons(administrator, '?query=flow', { 'x-access-control-pattern': 'user' })).toHaveLength(1);
  });

  it('follow licence, role and time', async () => {
    const serviceClass = await makeService(operate, { adminLinkURLs: { default: 'https://admin.example/' } });
    const of = async (token: string) =>
      (await icons(token)).filter(({ appClass }) => appClass === serviceClass).map(({ isPowerUser }) => isPowerUser);
    const day = (days: number) => new Date(app.tools.clock().getTime() + days * 86_400_000).toISOString();
    expect(await of(user)).toEqual([]);
    const dates = { startsAt: day(1), expiresAt: day(3) };
    const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, availableRoles: ['User'], ...dates });
    await permitToAll(app, { tenantId: tenant.tenantId, token: administrator }, { serviceClass, licenseId });
    const path = `/tenants/${tenant.tenantId}/licenses/${licenseId}`;
    expect(await of(user)).toEqual([]);
    await operate('PUT', path, { startsAt: null });
    expect([await of(user), await of(administrator)]).toEqual([[false], [true]]);
    await operate('POST', `${path}/suspend`);
    expect([await of(user), await of(administrator)]).toEqual([[], []]);
    await operate('POST', `${path}/resume`);
    await operate('PUT', `/services/${serviceClass}`, { enabled: false });
    expect(await of(user)).toEqual([]);
    await operate('PUT', `/services/${serviceClass}`, { enabled: true });
    expect(await of(user)).toEqual([false]);
    await operate('PUT', path, { expiresAt: day(0) });
    expect(await of(user)).toEqual([]);
  });

  it('are sorted by name or class and never those of another tenant', async () => {
    const other = await makeTenant(app);
    const theirs = await signIn(app, await makeUser(app, other, { roles: ['PowerUser'] }));
    for (const name of ['b 10', 'B 9', 'a']) {
      const serviceClass = await makeService(operate, { names: { en: `sorted ${name}` } });
      const licenseId = await makeLicense(operate, other.tenantId, { serviceClass });
      await permitToAll(app, { tenantId: other.tenantId, token: theirs.token }, { serviceClass, licenseId });
    }
    const names = (await icons(theirs.token, '?sort=appName')).map(({ appName }) => appName);
    expect(names).toEqual(['sorted a', 'sorted B 9', 'sorted b 10']);
    const byClass = await classes(theirs.token, '?sort=appClass');
    expect(byClass).toEqual([...byClass].sort());
    expect((await icons(user, '?query=sorted')).length).toBe(0);
  });

  it.each(['?locale=xx', '?sort=price', '?query=a&query=b', '?tenantId=x', `?query=${'x'.repeat(257)}`])(
    'are not asked for by %s',
    async (query) => {
      const answer = await app.call('GET', `/api/service/me/availableServices${query}`, { token: user });
      expect([answer.status, answer.body[0].message_id]).toEqual([400, 'invalid_params']);
    },
  );
});
