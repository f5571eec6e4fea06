import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';
import { makeLicense, makeOperator } from '#test/services.ts';

/** A registration URL works only while its creator may add users (standards 7). */
let app: TestApp;
let tenant: TestTenant;
let chief: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  chief = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});
afterAll(() => app.close());

const path = '/api/portal/userRegisterUrl';
const post = (to: string, body: object) => app.call('POST', `/api/auth/${to}`, { body });
const users = (maker: TestUser, act = '') => `/api/auth/tenants/${tenant.tenantId}/users/${maker.userId}${act}`;
const asChief = async (method: string, to: string, body?: object) => {
  const answer = await app.call(method, to, { token: chief.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
};

async function urlOf(maker: TestUser, given: object = {}) {
  const { token } = await signIn(app, maker);
  const body = { expiresIn: 86_400, usersLimit: 20, enabledDomains: ['somewhere.example'], ...given };
  const made = await app.call('POST', path, { token, body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { uuid: made.body.uuid as string, code: new URL(made.body.url).searchParams.get('code') ?? '' };
}
type Url = Awaited<ReturnType<typeof urlOf>>;
const listed = async ({ uuid }: Url) =>
  (await app.call('GET', path, { token: chief.token })).body.results.find((url: { uuid: string }) => url.uuid === uuid);

/** Requests and confirms an address behind a URL, as far as the URL allows. */
async function prove(url: Url, mailAddress: string): Promise<{ mailed: string; opened: string }> {
  const read = async (many: number) => {
    expect((await post('requestRegisterUser', { code: url.code, mailAddress })).status).toBe(204);
    return exchangeCodeIn((await mailsOfKind(app, mailAddress, 'selfRegistration', many)).at(-1));
  };
  const { body } = await post('registerUser/open', { exchangeCode: await read(1) });
  return { mailed: await read(2), opened: body.temporaryCode };
}
const register = (temporaryCode: string) =>
  post('registerUser', {
    temporaryCode,
    userInfo: { familyName: 'Sato', givenName: 'Yui', password: 'copper meadow 93 window' },
  });
/** Every step from the URL to the account, for a user who started earlier. */
const steps = async (url: Url, { mailed, opened }: { mailed: string; opened: string }) =>
  [
    await app.call('GET', `/api/auth/userRegisterInfo?code=${encodeURIComponent(url.code)}`),
    await post('requestRegisterUser', { code: url.code, mailAddress: 'late@somewhere.example' }),
    await post('registerUser/open', { exchangeCode: mailed }),
    await register(opened),
  ].map(({ status }) => status);
const ended = [410, 410, 410, 410];

it.each([
  ['PowerUser', 'demoted', 'PUT', '', { roles: ['User'] }, 'PUT', '', { roles: ['PowerUser'] }],
  ['User', 'demoted', 'PUT', '', { roles: ['User'] }, 'PUT', '', { roles: ['PowerUser'] }],
  ['User', 'deactivated', 'POST', '/deactivate', undefined, 'POST', '/activate', undefined],
])(
  'as %s: stops, with links already emailed, while its creator is %s; works again once the rights are back',
  async (...given) => {
    const [role, become, method, act, body, backMethod, backAct, backBody] = given;
    const maker = await makeUser(app, tenant, { roles: ['PowerUser'] });
    const url = await urlOf(maker, { role });
    const before = await prove(url, `${role}-${become}@somewhere.example`);
    await asChief(method, users(maker, act), body);
    expect(await steps(url, before)).toEqual(ended);
    expect(await listed(url)).toMatchObject({
      state: 'withoutMaker',
      url: null,
      usersCount: 0,
      createdBy: maker.userId,
    });
    const change = { token: chief.token, body: { usersLimit: 9 } };
    expect((await app.call('PUT', `${path}/${url.uuid}`, change)).status).toBe(409);

    await asChief(backMethod, users(maker, backAct), backBody);
    expect(await listed(url)).toMatchObject({ state: 'open' });
    expect((await register(before.opened)).status).toBe(200);

    await asChief(method, users(maker, act), body);
    await asChief('DELETE', `${path}/${url.uuid}`);
    await asChief(backMethod, users(maker, backAct), backBody);
    expect(await listed(url)).toMatchObject({ state: 'ended' });
  },
);

it('ends for good when its creator is deleted, even if the user ID is used again', async () => {
  const maker = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const url = await urlOf(maker, { role: 'PowerUser' });
  const before = await prove(url, 'deleted@somewhere.example');
  await asChief('DELETE', users(maker));
  await makeUser(app, tenant, { roles: ['PowerUser'], userId: maker.userId });
  expect(await steps(url, before)).toEqual(ended);
  expect(await listed(url)).toMatchObject({ state: 'withoutMaker', url: null });
});

it('keeps working while its creator is locked by wrong passwords', async () => {
  const maker = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const url = await urlOf(maker);
  const { opened } = await prove(url, 'locked@somewhere.example');
  await app.owner.query("update users set status = 'locked' where uuid = $1", [maker.uuid]);
  expect((await register(opened)).status).toBe(200);
});

it('with an unknown creator, one for administrators or with licenses has ended, others continue', async () => {
  const maker = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const licenseId = await makeLicense(await makeOperator(app), tenant.tenantId);
  const urls = [
    await urlOf(maker),
    await urlOf(maker, { role: 'PowerUser' }),
    await urlOf(maker, { licenseIds: [licenseId] }),
  ];
  await app.owner.query('update registration_urls set created_by_uuid = null where uuid = any ($1)', [
    urls.map(({ uuid }) => uuid),
  ]);
  const states = await Promise.all(urls.map(async (url) => (await listed(url)).state));
  expect(states).toEqual(['open', 'withoutMaker', 'withoutMaker']);
});
