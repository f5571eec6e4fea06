import { request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { patiently } from './busyness.ts';
import { makeTenant, makeUser } from './factories.ts';

/** Calls with other methods, and calls whose caller is hard to determine. */
let app: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  const log = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  app = await startTestApp({ TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8', LOG_LEVEL: 'info' }, log);
});
afterAll(() => app.close());

test.each([
  ['PUT', '/api/auth/login/user', 'POST'],
  ['PATCH', '/api/auth/me', 'GET, HEAD, PUT'],
  ['DELETE', '/api/auth/me', 'GET, HEAD, PUT'],
  ['POST', '/api/auth/tenants/some/users/taro', 'DELETE, GET, HEAD, PUT'],
  ['GET', '/api/auth/tenants/some/users/taro/signOut', 'POST'],
  ['GET', '/api/auth/login/user?x=1', 'POST'],
])('%s %s is answered with what is allowed', async (method, path, allowed) => {
  const answer = await app.call(method, path);
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
  expect(answer.body).toMatchObject([{ message_id: 'method_not_allowed' }]);
});

test.each(['/api/nothing', '/api/auth/me/', '/api/auth/ME', '/nothing', '/api/auth/mee'])(
  '%s is still not found by any method',
  async (path) => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const answer = await app.call(method, path);
      expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
    }
  },
);

test('a feature that is off tells nobody how it would be called', async () => {
  const asked = () => app.call('GET', '/api/auth/oauth/provider/device/verification');
  expect((await asked()).headers.get('allow')).toBe('POST');
  await app.owner.query(
    "insert into feature_toggles (tenant_id, name, active) values ('-', 'deviceAuthorization', false)",
  );
  await expect.poll(async () => (await asked()).status, patiently).toBe(404);
  expect((await asked()).headers.get('allow')).toBeNull();
  await app.owner.query('delete from feature_toggles');
});

test('an id too long to be one is not found, by a method that is right', async () => {
  const answer = await app.call('GET', `/api/auth/tenants/${'x'.repeat(400)}/users/taro`);
  expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
});

test('the address that a proxy forwards is read without its port', async () => {
  const tenant = await makeTenant(app);
  const user = await makeUser(app, tenant);
  const body = { type: 'userId', tenantId: tenant.tenantId, credentials: user.userId, password: user.password };
  const forwarded: [string, string][] = [
    ['198.51.100.7:51234', '198.51.100.7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['[2001:db8::8]', '2001:db8::8'],
    ['198.51.100.9, 10.0.0.3:8080', '198.51.100.9'],
    ['198.51.100.10:1, 10.0.0.3', '198.51.100.10'],
    ['198.51.100.11, 192.0.2.1:5', '192.0.2.1'],
    ['unknown', '127.0.0.1'],
  ];
  for (const [header, address] of forwarded) {
    const answer = await app.call('POST', '/api/auth/login/user', { body, headers: { 'x-forwarded-for': header } });
    expect(answer.status).toBe(200);
    const { rows } = await app.owner.query(
      'select host(address) as address from login_log where tenant_id = $1 order by at desc limit 1',
      [tenant.tenantId],
    );
    expect([header, rows[0]?.address]).toEqual([header, address]);
  }
});

test('a caller who hangs up is no error of the server', async () => {
  const { port } = new URL(app.url);
  const body = JSON.stringify({ type: 'userId', tenantId: 'x', credentials: 'y', password: 'z' });
  for (let n = 0; n < 200; n++) {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(
      `POST /api/auth/login/user HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.7\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      () => setTimeout(() => socket.resetAndDestroy(), n % 10),
    );
    const cut = request({ port, method: 'GET', path: '/api/auth/me', headers: { 'x-forwarded-for': '198.51.100.7' } });
    cut.on('error', () => {});
    cut.end(() => setTimeout(() => cut.destroy(), n % 5));
  }
  await sleep(2000);
  expect((await app.call('GET', '/healthz')).status).toBe(200);
  // Too many concurrent sign-ins are refused as busy; no error is unknown.
  expect(lines.filter((line) => JSON.parse(line).errorId === 'unknown_error')).toEqual([]);
});
