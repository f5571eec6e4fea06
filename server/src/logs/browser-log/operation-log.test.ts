import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const log = (path: 'sal' | 'salau', body: unknown, token?: string) =>
  app.call('POST', `/api/account/${path}`, { body, token });
const rows = async () =>
  (
    await app.owner.query(
      'select tenant_id, user_uuid, entry, host(address) as address from browser_operation_log order by at, id',
    )
  ).rows;

it("keeps a guest's entries in the provider's space and a user's in the tenant, under the token's name", async () => {
  const user = await makeUser(app, await makeTenant(app));
  const { token } = await signIn(app, user);
  const entry = {
    tenantId: 'claimed',
    userId: 'claimed',
    uuid: 'claimed',
    userAction: 'click',
    screenName: 'login',
    clickElem: 'signIn',
    operationResult: 'failed',
    errorMessage: 'mismatch\nat once',
    apiUrl: 'https://portal.example/api/auth/login/user?x=secret',
    apiMethod: 'POST',
    windowWidth: 1440,
    windowHeight: 900,
    targetIds: ['a', 'b'],
    flags: { isPreview: false },
  };
  expect((await log('sal', entry)).status).toBe(204);
  expect((await log('salau', entry, token)).status).toBe(204);
  const { tenantId, userId, uuid, ...own } = { ...entry, apiUrl: 'https://portal.example/api/auth/login/user' };
  expect(await rows()).toEqual([
    { tenant_id: '-', user_uuid: null, entry: { tenantId, userId, uuid, ...own }, address: '127.0.0.1' },
    { tenant_id: user.tenantId, user_uuid: user.uuid, entry: own, address: '127.0.0.1' },
  ]);
});

it('stores no tokens', async () => {
  const { token } = await signIn(app, await makeUser(app, await makeTenant(app)));
  const spoken = {
    errorMessage: `401 for Bearer ${token}`,
    clickElem: token.slice(0, 200),
    appUrl: `/a#access_token=${token}`,
  };
  expect((await log('salau', spoken, token)).status).toBe(204);
  const { rows: kept } = await app.owner.query('select entry::text as text from browser_operation_log');
  expect(kept.filter(({ text }) => token.split('.').some((part) => text.includes(part.slice(0, 24))))).toEqual([]);
});

it('refuses entries of signed-in users without a token', async () => {
  expect((await log('salau', {})).status).toBe(401);
});

it.each([
  ['an unknown field', { unknown: 'x' }, 400],
  ['a text that is too long', { userAction: 'x'.repeat(129) }, 400],
  ['control characters', { screenName: 'a\u0000b' }, 400],
  ['another type', { windowWidth: '1440' }, 400],
  ['too many targets', { targetIds: Array(51).fill('a') }, 400],
  ['flags that are not flags', { flags: { a: 'b' } }, 400],
  ['too many flags', { flags: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`flag${n}`, true])) }, 400],
  ['a body over 8 kB', { errorMessage: 'x'.repeat(8 * 1024) }, 413],
  ['a list', [], 400],
])('refuses %s', async (_, body, status) => {
  expect((await log('sal', body)).status).toBe(status);
});
