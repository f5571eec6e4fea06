import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { CALLBACK, makeClient, tokensFor } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let asker: TestUser;
let user: SignedIn;
let administrator: TestUser;
let admin: SignedIn;
let base: string;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  asker = await makeUser(app, tenant);
  user = await signIn(app, asker);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  admin = await signIn(app, administrator);
  base = `/api/portal/tenants/${tenant.tenantId}/oauthConsumerRequests`;
});
afterAll(() => app.close());

const given = { name: 'Wiki', homepage: 'https://wiki.example', redirectUris: [CALLBACK], purpose: 'Our handbook' };
const mine = '/api/portal/me/oauthConsumerRequests';
const call = (method: string, path: string, body?: unknown, { token } = user) =>
  app.call(method, path, { token, body });
const open = async () => (await call('GET', base, undefined, admin)).body.results as { requestId: string }[];
const kinds = async (to: TestUser) => (await app.mails(to.mail)).map(({ kind }) => kind);

test('a user asks, the administrators are told, and an app that is added answers', async () => {
  const asked = await call('POST', base, given);
  expect(asked.body).toMatchObject({ ...given, state: 'open', decidedAt: null, reason: null });
  await expect.poll(() => kinds(administrator)).toContain('appRequested');
  const { requestId } = asked.body as { requestId: string };
  expect(await open()).toEqual([
    expect.objectContaining({ requestId, user: expect.objectContaining({ userId: asker.userId }) }),
  ]);
  const clients = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
  const { purpose: _, homepage: homepageUri, ...fields } = given;
  const approve = () => call('POST', clients, { ...fields, homepageUri, requestId }, admin);
  expect((await approve()).status).toBe(200);
  expect(await open()).toEqual([]);
  expect((await call('GET', mine)).body.results).toMatchObject([{ requestId, state: 'approved' }]);
  await expect.poll(() => kinds(asker)).toContain('appApproved');
  // It is decided once: a second app is not made for it.
  const count = async () => (await call('GET', clients, undefined, admin)).body.totalResults;
  const before = await count();
  expect((await approve()).status).toBe(409);
  expect((await call('POST', `${base}/${requestId}/decline`, { reason: 'No' }, admin)).status).toBe(409);
  expect(await count()).toBe(before);
});

test('it is declined with a reason, which the user reads', async () => {
  const { requestId } = (await call('POST', base, { name: 'Chat', purpose: 'To talk' })).body;
  for (const reason of ['', '  ', 'x'.repeat(501)])
    expect((await call('POST', `${base}/${requestId}/decline`, { reason }, admin)).status).toBe(400);
  const reason = 'We have one already.';
  expect((await call('POST', `${base}/${requestId}/decline`, { reason }, admin)).status).toBe(204);
  const [latest] = (await call('GET', mine)).body.results;
  expect(latest).toMatchObject({ requestId, state: 'declined', reason });
  await expect.poll(() => kinds(asker)).toContain('appDeclined');
  const { rows } = await app.owner.query(
    'select type, changes from system_operation_log where target_id = $1 order by at',
    [requestId],
  );
  expect(rows.map(({ type }) => type)).toEqual(['appRequest.created', 'appRequest.declined']);
  expect(rows[1].changes.reason).toEqual({ after: reason });
});

test('a user has five open requests at most, also at the same moment', async () => {
  const busy = await signIn(app, await makeUser(app, tenant));
  const ask = () => call('POST', base, given, busy);
  const answers = await Promise.all(Array.from({ length: 7 }, ask));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409]);
  expect((await ask()).body[0].message_id).toBe('exceeded_app_requests');
});

test('users see their own requests only, and decide none; apps and other tenants see nothing', async () => {
  const { requestId } = (await call('POST', base, given)).body;
  const other = await signIn(app, await makeUser(app, tenant));
  expect((await call('GET', mine, undefined, other)).body.results).toEqual([]);
  expect((await call('GET', base)).status).toBe(403);
  expect((await call('POST', `${base}/${requestId}/decline`, { reason: 'No' })).status).toBe(403);
  const another = await makeTenant(app);
  const stranger = await signIn(app, await makeUser(app, another, { roles: ['PowerUser'] }));
  expect((await call('GET', base, undefined, stranger)).status).toBe(404);
  expect((await call('POST', base, given, stranger)).status).toBe(404);
  expect((await call('POST', `${base}/${requestId}/decline`, { reason: 'No' }, stranger)).status).toBe(404);
  const elsewhere = base.replace(tenant.tenantId, another.tenantId);
  expect((await call('POST', `${elsewhere}/${requestId}/decline`, { reason: 'No' }, stranger)).status).toBe(404);
  const client = await makeClient(app, tenant);
  const token = (await tokensFor(app, client, admin.cookie, 'openid portal:powerUser:admin')).access_token as string;
  for (const [method, path, body] of [
    ['POST', base, given],
    ['GET', base, undefined],
    ['GET', mine, undefined],
    ['POST', `${base}/${requestId}/decline`, { reason: 'No' }],
  ] as const)
    expect((await app.call(method, path, { token, body })).status).toBe(403);
});

test.each<[string, object]>([
  ['no name', { name: ' ' }],
  ['an invisible name', { name: 'a\u202eb' }],
  ['no purpose', { purpose: '' }],
  ['a long purpose', { purpose: 'x'.repeat(501) }],
  ['a page without https', { homepage: 'http://wiki.example' }],
  ['a script to return to', { redirectUris: ['javascript:alert(1)'] }],
  ['an unknown field', { clientId: 'mine' }],
])('refuses %s', async (_, wrong) => {
  expect((await call('POST', base, { ...given, ...wrong })).status).toBe(400);
});
