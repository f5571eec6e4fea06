import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

const paths = [
  '/api/account/myTenant',
  '/api/account/myTenant/securityPolicy/passwordPolicy',
  '/api/account/myAccounts',
];

it('answers for the tenant of the token', async () => {
  const tenant = await makeTenant(app, {
    name: 'Garden Club',
    locale: 'ja',
    securityPolicy: {
      passwordPolicy: { minLength: 12, expiresAfterDays: 90 },
      loginPolicy: { siteLoginRoles: { password: ['PowerUser'] } },
    },
  });
  await app.owner.query(`update tenants set custom_theme = '{"themeColor": "#336699"}' where tenant_id = $1`, [
    tenant.tenantId,
  ]);
  const user = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, user);
  const [mine, policy, accounts] = await Promise.all(paths.map((path) => app.call('GET', path, { token })));
  expect(mine?.body).toEqual({
    tenantId: tenant.tenantId,
    name: 'Garden Club',
    locale: 'ja',
    timezone: 'Etc/UTC',
    country: null,
    region: 'na',
    customTheme: { themeColor: '#336699', logo: null, logoPlate: true, headerTitle: null, headerStyle: 'plain' },
  });
  expect(policy?.body).toEqual({
    minLength: 12,
    minUppercase: 0,
    minSpecial: 0,
    minNumeric: 0,
    history: 0,
    expiresAfterDays: 90,
    openTo: ['PowerUser'],
  });
  expect(accounts?.body).toMatchObject({ totalResults: 1, results: [{ userId: user.userId, isCurrent: true }] });
});

it('answers, but for the accounts, who must first set up a second factor', async () => {
  const securityPolicy = { loginPolicy: { mfa: { siteEnforceMfa: { enabled: true, roles: ['User'] } } } };
  const { token } = await signIn(app, await makeUser(app, await makeTenant(app, { securityPolicy })));
  const answers = await Promise.all(paths.map((path) => app.call('GET', path, { token })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
});

it('answers nobody without a token', async () => {
  for (const path of paths) {
    expect((await app.call('GET', path)).status).toBe(401);
    expect((await app.call('GET', path, { token: 'x.y.z' })).status).toBe(401);
  }
});
