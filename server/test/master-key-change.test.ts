import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepFile, readFile } from '#server/people/imports/file.ts';
import { createSealer } from '#server/platform/crypto/sealed-box.ts';
import { hashSecret } from '#server/platform/crypto/secret.ts';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import type { Connection } from '#server/platform/embedded/embedded.ts';
import { queueMail } from '#server/platform/mail/outbox.ts';
import { startTestApp, type TestApp } from './app.ts';
import { otpOf, setUpTotp } from './authenticator.ts';
import { type ChildServer, startChild } from './child-server.ts';
import { databaseUrl } from './cluster.ts';
import { runCommand } from './command-line.ts';
import { type Company, type Holder, makeCompany, makeDevice, makeHolder } from './devices.ts';
import { makeUser, portalTokens, signIn, type TestUser } from './factories.ts';
import { freePort } from './free-port.ts';
import { makeScratchDirectory } from './scratch-directory.ts';

/** The master key is changed twice, with real servers: what the first key sealed works afterwards without it. */

const keys = [randomBytes(32), randomBytes(32), randomBytes(32)] as const;
const [, second, third] = keys.map((key) => key.toString('hex'));
const content = { subject: 'Kept', text: 'planted-link', html: '<p>planted-link</p>' };
const file = Buffer.from('userId,password\ntaro,planted');

let app: TestApp;
let company: Company;
let holder: Holder;
let totp: Awaited<ReturnType<typeof setUpTotp>>;
let code: string;
let admin: TestUser;
let importId: string;
let jwks: string;
let scratch: Awaited<ReturnType<typeof makeScratchDirectory>>;
let port: number;
const bareCode = 'k7mq-9x2d-hw4r';

const settings = (present: string | undefined, earlier: string | undefined) => ({
  DATABASE_URL: databaseUrl(app.owner.options as unknown as Connection),
  MASTER_KEY: String(present),
  ...(earlier === undefined ? {} : { PREVIOUS_MASTER_KEYS: earlier }),
});

/** The state of every key with values under it, as the operator sees it. */
async function states(present: string | undefined, earlier?: string) {
  const { out, err } = await runCommand(settings(present, earlier), 'key', 'status', '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as { keyId: string; state: string; sealed: number; places: string }[];
}

/** Queues an email to be sent tomorrow. */
function postpone({ tools }: Pick<TestApp, 'tools'>): Promise<string> {
  const { tenantId } = company.tenant;
  const mail = { tenantId, recipient: 'later@demo.example', kind: 'passwordReset', locale: 'en', content };
  const now = new Date(Date.now() + 86_400_000);
  return tools.db.inTenant(tenantId, (tx) => queueMail(tx, tools.sealer, { ...mail, now }));
}

beforeAll(async () => {
  app = await startTestApp();
  company = await makeCompany(app);
  holder = await makeHolder(app, company);
  admin = await makeUser(app, company.tenant, { roles: ['User', 'PowerUser'] });
  totp = await setUpTotp(app, (await signIn(app, holder)).token);
  await app.owner.query('insert into recovery_codes (tenant_id, user_uuid, code_hash) values ($1, $2, $3)', [
    holder.tenantId,
    holder.uuid,
    hashSecret(bareCode.replaceAll('-', '')),
  ]);
  const made = await app.call('POST', '/api/portal/userRegisterUrl', {
    token: company.token,
    body: { role: 'User', expiresIn: 86_400, usersLimit: 5 },
  });
  code = String(made.body.url).split('code=')[1] ?? '';
  importId = newUuid();
  await app.owner.query(
    `insert into user_imports (tenant_id, import_id, kind, status, file_name, phase_at, created_by, created_by_user_id,
       permissions, operator_uuid, operator_user_id, created_at, expires_at)
     values ($1, $2, 'format', 'completed', 'users.csv', now(), $3, 'admin', '{}', $3, 'admin', now(), now() + interval '1 day')`,
    [holder.tenantId, importId, holder.uuid],
  );
  await keepFile(
    app.tools,
    { tenantId: holder.tenantId, importId },
    [file] as unknown as AsyncIterable<Buffer>,
    () => {},
  );
  await postpone(app);
  jwks = JSON.stringify((await app.call('GET', '/api/auth/oauth/provider/jwks')).body);
  scratch = await makeScratchDirectory('portico-key-change-');
  port = await freePort();
});
afterAll(async () => {
  await app?.close();
  await scratch?.remove();
});

/** Uses everything that a master key seals, through a server. */
async function expectEverythingWorks(server: ChildServer, how: { otp: string; recoveryCode: string }): Promise<void> {
  const call = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    return { status: answer.status, body: (await answer.json()) as { loginId: string }, cookie: cookie ?? '' };
  };
  const login = { type: 'userId', tenantId: holder.tenantId, credentials: holder.userId, password: holder.password };
  for (const factor of [{ otp: how.otp }, { recoveryCode: how.recoveryCode }]) {
    const { body } = await call('/api/auth/login/user', login);
    const done = await call('/api/auth/login/user/mfa', { loginId: body.loginId, ...factor });
    expect(done.body, JSON.stringify(factor)).toMatchObject({ status: 'completed' });
    // A signing key works: the API accepts the token.
    const { token } = await portalTokens({ url: server.url } as TestApp, done.cookie);
    const me = await fetch(`${server.url}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect(await me.json()).toMatchObject({ userId: holder.userId });
  }
  const published = await fetch(`${server.url}/api/auth/oauth/provider/jwks`);
  expect(JSON.stringify(await published.json())).toBe(jwks);
  const device = await makeDevice(app, company.tenant, 'PorticoMfp', server.url);
  for (const way of [
    { way: 'card', card: holder.card },
    { way: 'userCode', userCode: holder.userCode },
  ] as const) {
    expect((await device.signIn(way)).body, way.way).toMatchObject({ status: expect.stringMatching(/completed|mfa/) });
  }
  const signedIn = await call('/api/auth/login/user', { ...login, credentials: admin.userId });
  const { token } = await portalTokens({ url: server.url } as TestApp, signedIn.cookie);
  const urls = await fetch(`${server.url}/api/portal/userRegisterUrl`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const shown = (await urls.json()) as { results: { url: string }[] };
  expect(shown.results.map(({ url }) => url.split('code=')[1])).toEqual([code]);
  // The queued email is sent as it was written.
  await app.owner.query("update mail_outbox set next_attempt_at = now() where recipient = 'later@demo.example'");
  const sent = async () =>
    (await (await fetch(`${server.url}/dev/outbox.json?to=later@demo.example`)).json()) as { text: string }[];
  await expect.poll(async () => (await sent()).length).toBeGreaterThan(0);
  expect((await sent()).at(-1)?.text).toBe('planted-link');
}

/** Values that only the sealer reads, opened with one key alone. */
async function expectOpensWith(masterKey: Buffer | undefined): Promise<void> {
  if (!masterKey) throw new Error('no key');
  const sealer = createSealer(masterKey);
  const pieces: Buffer[] = [];
  for await (const piece of readFile({ db: app.tools.db, sealer }, holder.tenantId, importId)) pieces.push(piece);
  expect(Buffer.concat(pieces)).toEqual(file);
  const { rows } = await app.owner.query('select uuid, sealed_secret from registration_urls');
  const secret = sealer.open(rows[0].sealed_secret, `registrationUrl/${holder.tenantId}/${rows[0].uuid}`).toString();
  expect(code).toBe(`${holder.tenantId}.${secret}`);
}

async function change(
  present: string | undefined,
  earlier: string | undefined,
  how: { otp: () => string; recoveryCode: string },
) {
  const environment = { ...settings(present, earlier), DATA_DIR: scratch.path };
  const server = await startChild(scratch.path, port, environment);
  try {
    // The worker's job does it by itself.
    await expect.poll(async () => (await states(present, earlier)).filter(({ sealed }) => sealed > 0).length).toBe(1);
    const [current, before] = await states(present, earlier);
    expect(current).toMatchObject({ state: 'current', sealed: expect.any(Number) });
    for (const place of [
      'lookup_keys',
      'signing_keys',
      'totps',
      'registration_urls',
      'mail_outbox',
      'user_import_files',
    ])
      expect(current?.places).toContain(place);
    expect(before).toMatchObject({ state: 'earlier', sealed: 0, places: '' });
    await expectEverythingWorks(server, { otp: how.otp(), recoveryCode: how.recoveryCode });
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
  }
}

it('works over two changes, and the first key is needed no more', { timeout: 240_000 }, async () => {
  const first = app.tools.masterKeys[0]?.toString('hex');
  await change(second, first, { otp: () => otpOf(app, totp.secret, 1), recoveryCode: String(totp.recoveryCodes[0]) });
  await expectOpensWith(keys[1]);
  await app.owner.query("delete from mail_outbox where recipient = 'later@demo.example'");
  // An email sealed under the second key, as the first server would have left it.
  const later = await app.another(keys[1]);
  await postpone(later);
  await later.close();
  await app.owner.query('update totps set last_step = 0');
  await change(third, second, { otp: () => otpOf(app, totp.secret, 0), recoveryCode: bareCode });
  await expectOpensWith(keys[2]);
  expect(await states(third)).toHaveLength(1);
  const { rows } = await app.owner.query('select count(*)::int as bare from recovery_codes where not keyed');
  expect(rows).toEqual([{ bare: 0 }]);

  // A server without the key names the missing key and the number of values, and does not start.
  const env = { PATH: process.env.PATH, ...settings(second, first), DATA_DIR: scratch.path, PORT: String(port) };
  const child = spawn(process.execPath, ['server/src/main.mjs'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let words = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (words += part));
  expect(await new Promise((done) => child.once('close', done))).toBe(1);
  const [missing] = createSealer(Buffer.from(String(third), 'hex')).keyIds;
  expect(words).toMatch(/A master key is missing/);
  expect(words).toMatch(new RegExp(`${missing}: \\d+ sealed values \\(.*4 in signing_keys`));
  expect(words).toMatch(/PREVIOUS_MASTER_KEYS/);
  expect(words).not.toMatch(/^\s+at /m);
});
