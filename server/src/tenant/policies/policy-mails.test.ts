import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { mailsOfKind } from '#test/mailed-links.ts';

let app: TestApp;
let tenant: TestTenant;
let saves: TestUser;
let other: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  saves = await makeUser(app, tenant, { roles: ['PowerUser'] });
  other = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  await makeUser(app, tenant);
  await makeUser(app, tenant, { roles: ['PowerUser'], status: 'inactive' });
  signedIn = await signIn(app, saves);
});
afterAll(() => app.close());

const path = () => `/api/auth/tenants/${tenant.tenantId}`;
const list = (query = '', token = signedIn.token) =>
  app.call('GET', `${path()}/securityPolicy/mails${query}`, { token });
const save = (passwordPolicy: object, securityPolicyVersion: number) =>
  app.call('PUT', path(), {
    token: signedIn.token,
    body: { securityPolicy: { passwordPolicy }, securityPolicyVersion },
  });

it('every active administrator is told of a saved change, and the history says who', async () => {
  expect((await list()).body).toEqual({ results: [], totalResults: 0, itemsPerPage: 20 });
  await save({ minLength: 12, history: 3 }, 0);
  await save({ minLength: 12 }, 1);
  await save({ minLength: 13 }, 0);
  const mails = await Promise.all([saves, other].map((user) => mailsOfKind(app, user.mail, 'policyChanged')));
  expect(mails.map((of) => of.length)).toEqual([1, 1]);
  expect(mails[1]?.[0]?.subject).toBe(`The security policy of ${tenant.name} was changed`);
  expect(mails[1]?.[0]?.text).toContain(`${saves.userId} changed`);
  expect(mails[1]?.[0]?.text).toContain('2 settings changed');
  const { body } = await list();
  expect(
    body.results.map(({ version, mailAddress }: { version: number; mailAddress: string }) => [version, mailAddress]),
  ).toEqual(
    expect.arrayContaining([
      [1, saves.mail],
      [1, other.mail],
    ]),
  );
  expect(body).toMatchObject({ totalResults: 2, results: [{ state: expect.stringMatching(/waiting|sent/) }, {}] });
});

it('is paged, newest first, there and back', async () => {
  await save({ minLength: 14 }, 1);
  const first = (await list('?count=3')).body;
  expect(first.results.map(({ version }: { version: number }) => version)).toEqual([2, 2, 1]);
  const second = (await list(`?count=3&cursor=${first.next}`)).body;
  expect(second.results).toHaveLength(1);
  expect((await list(`?count=3&cursor=${second.previous}`)).body.results).toEqual(first.results);
});

it('belongs to one tenant', async () => {
  const elsewhere = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  expect((await list('', elsewhere.token)).status).toBe(404);
});
