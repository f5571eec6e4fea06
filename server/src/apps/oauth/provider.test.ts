import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

test('the portal gets tokens by code and PKCE, and they open the API', async () => {
  const user = await makeUser(app, tenant);
  const signed = await signIn(app, user);
  const me = await app.call('GET', '/api/auth/me', { token: signed.token });
  expect(me.status).toBe(200);
  expect(me.body.uuid).toBe(user.uuid);
});
