import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { makeOperator, type Operate } from '#test/services.ts';

let app: TestApp;
let operate: Operate;
beforeAll(async () => {
  app = await startTestApp();
  operate = await makeOperator(app);
});
afterAll(() => app.close());

const url = 'https://cdn.example/tools/v1.js';
const integrity = `sha384-${'A'.repeat(64)}`;
const script = { url, integrity };
const path = '/customScript';
const page = async (at: string) => {
  const answer = await fetch(app.url + at, { redirect: 'manual' });
  const policy = (answer.headers.get('content-security-policy') ?? '').replace(/nonce-[\w-]+/g, 'nonce');
  return { policy, html: await answer.text() };
};
const loads = async () => (await page('/portal/top.html')).html.includes(url);
const config = async () => (await app.call('GET', '/api/site/pageConfig', {})).body.customScript;

it('is loaded by the portal alone, by its address and hash, until it is removed', async () => {
  const before = await page('/portal/top.html');
  expect([await config(), before.html.includes('integrity=')]).toEqual([null, false]);
  const set = await operate('PUT', path, { ...script, reason: 'chat' });
  expect([set.status, set.body]).toEqual([200, { customScript: script }]);
  await expect.poll(loads).toBe(true);
  const { policy, html } = await page('/portal/top.html');
  expect(html).toContain(
    `<script defer crossorigin="anonymous" integrity="${integrity}" src="${url}"></script></head>`,
  );
  // The policy grew by the script's address only.
  expect(policy).toBe(before.policy.replace("'nonce'", `'nonce' ${url}`));
  expect(await config()).toEqual(script);
  for (const guest of ['/login.html', '/portal/login.html', '/logout.html', '/nowhere.html']) {
    const other = await page(guest);
    expect([guest, other.html.includes(url), other.policy.includes('cdn.example')]).toEqual([guest, false, false]);
  }
  expect((await operate('DELETE', path)).status).toBe(204);
  await expect.poll(loads).toBe(false);
  expect(await page('/portal/top.html').then((now) => now.policy)).toBe(before.policy);
  expect((await operate('DELETE', path)).status).toBe(404);
  expect((await operate('GET', path)).body).toEqual({ customScript: null });
});

it.each([
  ['http', { ...script, url: 'http://cdn.example/a.js' }, 'url'],
  ['a query', { ...script, url: `${url}?v=1` }, 'url'],
  ['a fragment', { ...script, url: `${url}#a` }, 'url'],
  ['a folder, which a policy takes for all in it', { ...script, url: 'https://cdn.example/tools/' }, 'url'],
  ['a host alone', { ...script, url: 'https://cdn.example' }, 'url'],
  ['a user', { ...script, url: 'https://a@cdn.example/a.js' }, 'url'],
  ['more of a policy', { ...script, url: "https://cdn.example/a.js; script-src 'unsafe-inline'" }, 'url'],
  ['a wildcard', { ...script, url: 'https://*.example/a.js' }, 'url'],
  ['a way up', { ...script, url: 'https://cdn.example/a/../b.js' }, 'url'],
  ['data', { ...script, url: 'data:text/javascript,1' }, 'url'],
  ['no hash', { url }, 'integrity'],
  ['an empty hash', { ...script, integrity: '' }, 'integrity'],
  ['a weak hash', { ...script, integrity: `sha1-${'A'.repeat(27)}=` }, 'integrity'],
  ['two hashes', { ...script, integrity: `${integrity} ${integrity}` }, 'integrity'],
  ['no reason', script, 'reason'],
])('with %s is refused', async (what, given, field) => {
  const answer = await operate('PUT', path, what === 'no reason' ? given : { reason: 'chat', ...given });
  expect([answer.status, answer.body[0]]).toMatchObject([400, { message_id: 'invalid_params', field }]);
  expect((await operate('GET', path)).body).toEqual({ customScript: null });
});

it('is for the operator only', async () => {
  const body = { ...script, reason: 'x' };
  const { token } = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  for (const [method, given] of [
    ['PUT', { body }],
    ['DELETE', {}],
    ['GET', {}],
  ] as const) {
    expect((await app.call(method, '/api/operator/customScript', given)).status).toBe(401);
    expect((await app.call(method, '/api/operator/customScript', { ...given, token })).status).toBe(401);
  }
  expect(await config()).toBeNull();
});
