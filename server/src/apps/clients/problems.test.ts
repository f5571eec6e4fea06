import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { authorize, codeForm, makeClient, post, tokensFor, type TestClient } from '#test/oauth.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let base: string;
beforeAll(async () => {
  // What a process wrote lately is its own memory, and moves with its clock.
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  base = `/api/auth/tenants/${tenant.tenantId}/oauthClients`;
});
afterAll(() => app.close());

const ask = (clientId: string, token = admin.token) => app.call('GET', `${base}/${clientId}/problems`, { token });
const problems = async ({ clientId }: TestClient) =>
  (await ask(clientId)).body.results as { cause: string; detail: string | null; lastAt: string }[];
const causes = async (client: TestClient) => (await problems(client)).map(({ cause }) => cause).sort();

test('what an app was refused is told with its cause, and nothing secret of it', async () => {
  const client = await makeClient(app, tenant, { scopes: ['openid', 'profile'] });
  const { clientId } = client;
  expect(await problems(client)).toEqual([]);
  const wrong = 'https://wiki.example/cb?token=very-secret';
  await authorize(app, clientId, admin.cookie, { redirect_uri: wrong });
  await authorize(app, clientId, admin.cookie, { code_challenge: undefined, code_challenge_method: undefined });
  await post(
    app,
    '/token',
    { clientId, secret: 'not-the-secret-of-it' },
    { grant_type: 'refresh_token', refresh_token: 'x' },
  );
  const form = codeForm(app, clientId, await authorize(app, clientId, admin.cookie));
  await post(app, '/token', client, form);
  await post(app, '/token', client, form);
  await expect.poll(() => causes(client)).toEqual(['codeUsed', 'pkce', 'redirectUri', 'secret']);
  const found = await problems(client);
  expect(found.find(({ cause }) => cause === 'redirectUri')?.detail).toBe('https://wiki.example/cb');
  const { rows } = await app.owner.query('select * from client_refusals where client_id = $1', [clientId]);
  expect(JSON.stringify(rows)).not.toMatch(/very-secret|not-the-secret-of-it/);
  expect(JSON.stringify(rows)).not.toContain(String(form.code));
});

test('a stranger makes nothing grow: a row for each cause, of clients that exist', async () => {
  const client = await makeClient(app, tenant);
  const many = Array.from({ length: 30 }, (_, n) => `https://evil.example/${n}`);
  for (const redirect_uri of many) await authorize(app, client.clientId, null, { redirect_uri });
  await authorize(app, `${tenant.tenantId}.nobody-at-all`, null);
  await expect.poll(() => causes(client)).toEqual(['redirectUri']);
  const count = async (of: string) =>
    (await app.owner.query('select 1 from client_refusals where client_id = $1', [of])).rowCount;
  expect(await count(client.clientId)).toBe(1);
  expect(await count(`${tenant.tenantId}.nobody-at-all`)).toBe(0);
  expect((await problems(client))[0]?.detail).toBe('https://evil.example/0');
});

test('after a week it is told no more, and with the client it goes', async () => {
  const client = await makeClient(app, tenant);
  await authorize(app, client.clientId, null, { redirect_uri: 'https://old.example/' });
  await expect.poll(() => causes(client)).toEqual(['redirectUri']);
  await app.owner.query("update client_refusals set last_at = last_at - interval '8 days' where client_id = $1", [
    client.clientId,
  ]);
  expect(await problems(client)).toEqual([]);
  expect((await app.call('DELETE', `${base}/${client.clientId}`, { token: admin.token })).status).toBe(204);
  const left = await app.owner.query('select 1 from client_refusals where client_id = $1', [client.clientId]);
  expect(left.rowCount).toBe(0);
});

test('for administrators of the tenant at the portal only', async () => {
  const client = await makeClient(app, tenant);
  const user = await signIn(app, await makeUser(app, tenant));
  const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  const token = (await tokensFor(app, client, admin.cookie, 'openid portal:powerUser:admin')).access_token as string;
  expect((await ask(client.clientId, user.token)).status).toBe(403);
  expect((await ask(client.clientId, stranger.token)).status).toBe(404);
  expect((await ask(client.clientId, token)).status).toBe(403);
  expect((await ask(`${tenant.tenantId}.nobody-at-all`)).status).toBe(404);
});
