import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, PASSWORD } from '#test/factories.ts';
import { exchangeCodeIn } from '#test/mailed-links.ts';
import { createUser } from './users.ts';
import { newUser } from '#contract/operator/users.ts';
import { operatorAct } from '#test/operator-act.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

const act = () => operatorAct(app.tools.clock());

it('an invited user chooses a password through the mail and is in; not before', async () => {
  const { tenantId } = await makeTenant(app);
  const mail = 'invited@people.example';
  const wish = newUser.parse({ userId: 'invited', givenName: 'Ida', loginMailAddress: mail, invite: true });
  const { user, password } = await createUser(app.tools, act(), tenantId, wish);
  expect([user.status, password, user.loginMailAddress]).toEqual(['registering', null, null]);
  const [invitation] = await app.mails(mail);
  expect(invitation?.kind).toBe('invitation');
  const exchanged = await app.call('POST', '/api/account/temporaryCode/exchange', {
    body: { exchangeCode: exchangeCodeIn(invitation!) },
  });
  const { temporaryCode } = exchanged.body;
  const registered = await app.call('PUT', '/api/account/me', {
    body: { temporaryCode, userInfo: { password: PASSWORD } },
  });
  expect(registered.status).toBeLessThan(300);
  const login = { type: 'loginMailAddress', credentials: mail, password: PASSWORD };
  expect((await app.call('POST', '/api/auth/login/user', { body: login })).body).toMatchObject({
    status: 'completed',
    userId: 'invited',
  });
});

it('an invitation that cannot be mailed makes no user', async () => {
  const { tenantId } = await makeTenant(app);
  expect(newUser.safeParse({ userId: 'nobody', invite: true }).success).toBe(false);
  expect(
    newUser.safeParse({ userId: 'x', loginMailAddress: 'a@b.example', invite: true, password: PASSWORD }).success,
  ).toBe(false);
  const wish = newUser.parse({ userId: 'twice', loginMailAddress: 'twice@people.example', invite: true });
  await createUser(app.tools, act(), tenantId, wish);
  await expect(createUser(app.tools, act(), tenantId, wish)).rejects.toThrow();
  expect(await app.mails('twice@people.example')).toHaveLength(1);
});
