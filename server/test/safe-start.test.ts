import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOperatorToken } from '#server/operator/operator-tokens/operator-tokens.ts';
import { type Answer, startTestApp, type TestApp } from './app.ts';
import { startChild } from './child-server.ts';
import { databaseUrl } from './cluster.ts';
import { makeTenant, makeUser, signIn } from './factories.ts';
import { freePort } from './free-port.ts';
import { createTestDatabase } from './postgres.ts';
import { makeScratchDirectory } from './scratch-directory.ts';
import { operatorScopes } from '#contract/principals.ts';
import { operatorAct } from './operator-act.ts';

/** Settings with which the server refuses to start, and what it hides by default from everyone. */

interface Ended {
  code: number | null;
  words: string;
}

/** Starts the process with only these settings and waits for its end. */
function runServer(environment: Record<string, string>): Promise<Ended> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, ['server/src/main.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (words += part));
  return new Promise((done) => child.once('close', (code) => done({ code, words })));
}

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://id.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  MASTER_KEY: randomBytes(32).toString('base64'),
  HOST: '127.0.0.1',
};

describe('the server does not start', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['outside production mode on all addresses', { HOST: '0.0.0.0' }, /HOST: .*NODE_ENV=production/],
    ['in production by http', { ...production, PUBLIC_URL: 'http://id.example.com' }, /PUBLIC_URL: .*https/],
    ['in production without a mail server', { ...production, SMTP_URL: '' }, /SMTP_URL: is needed/],
    ['in production with a key of zeros', { ...production, MASTER_KEY: '0'.repeat(64) }, /MASTER_KEY: .*random/],
  ])('%s, and says why in words', async (_, environment, words) => {
    const ended = await runServer(environment);
    expect(ended.code).toBe(1);
    expect(ended.words).toMatch(words);
    expect(ended.words).not.toMatch(/^\s+at /m);
  });
});

/** A request whose `Host` differs from its destination: fetch always sets its own. */
function callAs(url: string, host: string, path: string): Promise<{ status: number; body: string }> {
  return new Promise((done, failed) => {
    const asked = request(url + path, { headers: { host } }, (answer) => {
      let body = '';
      answer.on('data', (part) => (body += part));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
    });
    asked.once('error', failed).end();
  });
}

describe('development mode', { timeout: 150_000 }, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
  beforeAll(async () => {
    [database, scratch] = await Promise.all([createTestDatabase(), makeScratchDirectory('portico-safe-')]);
  });
  afterAll(async () => {
    await scratch.remove();
    await database.drop();
  });
  const settings = () => ({
    DATABASE_URL: databaseUrl(database.connection),
    MASTER_KEY: production.MASTER_KEY,
    LOG_LEVEL: 'error',
  });

  it('answers names of this machine only: a name that was made to lead here sees nothing', async () => {
    const server = await startChild(scratch.path, await freePort(), settings());
    try {
      for (const path of ['/dev/outbox.json', '/dev/outbox', '/healthz', '/portal/login.html']) {
        expect([path, (await callAs(server.url, 'evil.example', path)).status]).toEqual([path, 400]);
        expect((await callAs(server.url, 'localhost:3000', path)).status, path).not.toBe(400);
      }
      expect((await callAs(server.url, '[::1]:3000', '/dev/outbox.json')).body).toBe('[]');
    } finally {
      server.process.kill('SIGTERM');
      await server.ended;
    }
  });

  it('let out by name, it starts, says so loudly and keeps the outbox to this machine', async () => {
    const port = await freePort();
    const server = await startChild(scratch.path, port, {
      ...settings(),
      HOST: '0.0.0.0',
      ALLOW_DEVELOPMENT_OUTSIDE: 'true',
    });
    let said = '';
    server.process.stderr?.on('data', (part) => (said += part));
    try {
      expect((await callAs(server.url, 'id.example.com', '/healthz')).status).toBe(200);
      expect((await callAs(server.url, 'id.example.com', '/dev/outbox.json')).status).toBe(404);
      expect((await callAs(server.url, 'localhost', '/dev/outbox.json')).status).toBe(200);
      await expect.poll(() => said + server.words()).toContain('*** Development mode on 0.0.0.0');
    } finally {
      server.process.kill('SIGTERM');
      await server.ended;
    }
  });
});

describe('production mode', () => {
  let app: TestApp;
  const open = '/api/openapi.json';
  beforeAll(async () => {
    app = await startTestApp({
      NODE_ENV: 'production',
      ALLOW_HTTP_ON_LOOPBACK: 'true',
      SMTP_URL: 'smtp://127.0.0.1:9',
      SECURITY_CONTACT: 'mailto:security@example.com',
    });
  });
  afterAll(() => app.close());

  it('shows the API description to those with a session, a token or an operator token only', async () => {
    const user = await makeUser(app, await makeTenant(app));
    const { token, cookie } = await signIn(app, user);
    const act = operatorAct(app.tools.clock());
    const operator = await createOperatorToken(app.tools, act, {
      name: 'reader',
      days: 1,
      scopes: [...operatorScopes],
    });
    const status = async (asked: Promise<Answer>) => (await asked).status;
    expect(await status(app.call('GET', open))).toBe(401);
    expect(await status(app.call('GET', open, { token: 'none' }))).toBe(401);
    expect(await status(app.call('GET', open, { token: `${operator.token.slice(0, -1)}~` }))).toBe(401);
    expect(
      await status(app.call('GET', open, { cookie: '__Host-portico-session=1.demo.nothing-that-is-known-here' })),
    ).toBe(401);
    for (const way of [{ token }, { cookie }, { token: operator.token }]) {
      const { body, headers } = await app.call('GET', open, way);
      expect(body.openapi).toBe('3.1.0');
      expect(headers.get('cache-control')).toBe('private, no-cache');
    }
    await app.call('POST', '/api/auth/logout', { cookie, token });
    expect(await status(app.call('GET', open, { cookie }))).toBe(401);
  });

  it('has no outbox', async () => {
    expect((await app.call('GET', '/dev/outbox.json')).status).toBe(404);
  });

  it('says where to report a hole (RFC 9116)', async () => {
    const { status, body, headers } = await app.call('GET', '/.well-known/security.txt');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [, expires] = /^Contact: mailto:security@example\.com\nExpires: (.+)\nCanonical: http.+\n$/.exec(body) ?? [];
    const days = (Date.parse(String(expires)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });
});
