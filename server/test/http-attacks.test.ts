import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { busyness, patiently, quickest } from './busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestUser } from './factories.ts';
import { mailsOfKind } from './mailed-links.ts';
import { PROVIDER_PATH } from './oauth.ts';

/** Broken, slow and greedy clients; forged headers (standards 12 and 13). */
let app: TestApp;
let user: TestUser;
let signed: SignedIn;
const open: Socket[] = [];

beforeAll(async () => {
  app = await startTestApp({}, undefined, { realPasswordWork: true });
  user = await makeUser(app, await makeTenant(app));
  signed = await signIn(app, user);
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await app.close();
});

function dial(): Socket {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  open.push(socket);
  return socket;
}

/** Sends bytes and returns the response until the other side closes or, once it has answered, falls silent. */
function exchange(bytes: string | Buffer, patience = 700): Promise<string> {
  return new Promise((resolve) => {
    const socket = dial();
    let heard = '';
    const end = () => {
      socket.destroy();
      resolve(heard);
    };
    let timer = setTimeout(end, patiently.timeout);
    socket.on('data', (part) => {
      heard += part.toString('latin1');
      clearTimeout(timer);
      timer = setTimeout(end, patience);
    });
    socket.on('close', end);
    socket.write(bytes);
  });
}

/** The 99th percentile of other clients' response times. */
async function p99(calls = 150): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const started = performance.now();
    const { status } = await app.call('GET', '/api/auth/me', { token: signed.token });
    times.push(performance.now() - started);
    expect(status).toBe(200);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}

describe('broken HTTP', () => {
  const json = 'Content-Type: application/json\r\n';
  it.each<[string, string]>([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['an unknown version', 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['an unknown method', 'EVIL /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    [
      'length and chunks',
      `POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${json}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'two lengths',
      `POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}x`,
    ],
    ['a negative length', `POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${json}Content-Length: -1\r\n\r\n`],
    ['a made-up coding', `POST /api/auth/logout HTTP/1.1\r\nHost: a\r\n${json}Transfer-Encoding: xchunked\r\n\r\n`],
    [
      'broken chunks',
      `POST /api/auth/login/user HTTP/1.1\r\nHost: a\r\n${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`,
    ],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A : b\r\n\r\n'],
    ['NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n'],
    ['a header of 100 kB', `GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: ${'b'.repeat(100_000)}\r\n\r\n`],
    ['an address of 100 kB', `GET /${'b'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('%s is refused by the error object, and nothing hangs', async (_, bytes) => {
    const heard = await exchange(bytes);
    expect(heard).toMatch(/^HTTP\/1\.1 (4\d\d|505) /);
    expect(heard).toMatch(/x-content-type-options: nosniff/i);
    expect(heard).toMatch(/x-request-id: /i);
    expect(heard).toContain('"message_id":"');
    expect((await app.call('GET', '/healthz')).status).toBe(200);
  });

  it('answers one request for one, whatever lies behind it in the body', async () => {
    const inner = 'GET /api/openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
    const heard = await exchange(
      `POST /api/account/sal HTTP/1.1\r\nHost: a\r\n${json}Content-Length: ${inner.length}\r\n\r\n${inner}`,
    );
    expect(heard.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });
});

describe('greedy clients', () => {
  it('300 slow ones do not slow the others', async () => {
    const before = process.memoryUsage().rss;
    const head = `POST /api/auth/login/user HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n`;
    const slow = Array.from({ length: 300 }, (_, n) => {
      const socket = dial();
      socket.write(n % 2 ? `${head}\r\n{"type":"` : head.slice(0, 40));
      return socket;
    });
    const drip = setInterval(() => {
      for (const socket of slow) if (socket.writable) socket.write('x');
    }, 100);
    try {
      const most = 500 * busyness();
      expect(await quickest(most, p99)).toBeLessThan(most);
    } finally {
      clearInterval(drip);
      for (const socket of slow) socket.destroy();
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });

  it.each([
    ['with its length told', 'Content-Length: 104857600\r\n', '/api/auth/login/user', 'application/json'],
    ['in chunks', 'Transfer-Encoding: chunked\r\n', '/api/auth/login/user', 'application/json'],
    ['as a form', 'Content-Length: 104857600\r\n', `${PROVIDER_PATH}/token`, 'application/x-www-form-urlencoded'],
    [
      'as a form in chunks',
      'Transfer-Encoding: chunked\r\n',
      `${PROVIDER_PATH}/introspect`,
      'application/x-www-form-urlencoded',
    ],
  ])('a body of 100 MB %s is not taken in', async (_, length, path, type) => {
    /** Floods the server; returns how long others wait meanwhile. */
    const pourIn = async () => {
      const before = process.memoryUsage().rss;
      const socket = dial();
      let heard = '';
      socket.on('data', (part) => {
        heard += part.toString('latin1');
      });
      let isClosed = false;
      socket.on('close', () => {
        isClosed = true;
      });
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${length}\r\n`);
      const megabyte = Buffer.alloc(1 << 20, 'a');
      const pour = async () => {
        for (let n = 0; n < 100 && !isClosed; n += 1) {
          if (length.startsWith('T')) socket.write('100000\r\n');
          if (!socket.write(megabyte)) await new Promise((done) => setTimeout(done, 5));
          if (length.startsWith('T')) socket.write('\r\n');
        }
      };
      const [slowest] = await Promise.all([p99(60), pour()]);
      // A client that keeps sending to a closed connection may lose the answer that came before.
      await expect.poll(() => heard || (isClosed ? 'closed' : '')).toMatch(/^HTTP\/1\.1 4\d\d |^closed$/);
      expect(process.memoryUsage().rss - before).toBeLessThan(250e6);
      socket.destroy();
      return slowest;
    };
    const most = 500 * busyness();
    expect(await quickest(most, pourIn)).toBeLessThan(most);
  });
});

describe('headers', () => {
  it.each([
    '/api/auth/me',
    '/api/nothing',
    '/',
    '/login.html',
    '/portal/top.html',
    '/nothing.html',
    '/healthz',
    '/%',
    '/api/openapi.json',
    '/dev/outbox',
    `${PROVIDER_PATH}/jwks`,
    `${PROVIDER_PATH}/authorize`,
    `${PROVIDER_PATH}/session/end`,
    '/.well-known/openid-configuration',
    '/robots.txt',
  ])('of %s protect', async (path) => {
    const { headers } = await app.call('GET', path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('content-security-policy')).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
  });

  it('let no other site read an answer', async () => {
    for (const path of ['/api/auth/me', '/api/site/theme', '/login.html', `${PROVIDER_PATH}/userinfo`]) {
      for (const method of ['GET', 'OPTIONS']) {
        const { headers } = await app.call(method, path, {
          token: method === 'GET' ? signed.token : undefined,
          headers: {
            origin: 'https://evil.example',
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization',
          },
        });
        expect([path, method, headers.get('access-control-allow-credentials')]).toEqual([path, method, null]);
        if (!path.includes('userinfo')) expect(headers.get('access-control-allow-origin')).toBeNull();
      }
    }
  });

  it('set a cookie that no script, no other host and no plain connection sees', async () => {
    const body = { type: 'userId', tenantId: user.tenantId, credentials: user.userId, password: user.password };
    const answer = await app.call('POST', '/api/auth/login/user', { body });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-portico-session=\d+\.[a-z0-9.-]+\.[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      // The cookie by which the account knows this browser from now on.
      expect.stringMatching(/^__Host-portico-known=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    ]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('of the request do not name the house: links and addresses are those of PUBLIC_URL', async () => {
    const body = JSON.stringify({ mailAddress: user.mail, tenantId: user.tenantId });
    const lies =
      'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nForwarded: host=evil.example\r\n';
    const heard = await exchange(
      `POST /api/account/sendResetPasswordConfirmation HTTP/1.1\r\n${lies}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    expect(heard).toMatch(/^HTTP\/1\.1 204 /);
    const [mail] = await mailsOfKind(app, user.mail, 'passwordReset');
    expect(mail?.text).toContain(`${app.url}/portal/reset-password.html?exchangeCode=`);
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
    for (const path of ['/.well-known/openid-configuration', `${PROVIDER_PATH}/authorize?client_id=portal`, '/']) {
      expect(await exchange(`GET ${path} HTTP/1.1\r\n${lies}Connection: close\r\n\r\n`)).not.toContain('evil');
    }
  });
});
