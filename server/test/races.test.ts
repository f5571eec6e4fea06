import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashSecret } from '#server/platform/crypto/secret.ts';
import { inviteUser } from '#server/joining/registration/registration.ts';
import { type Answer, startTestApp, type TestApp } from './app.ts';
import { createTotp, otpOf } from './authenticator.ts';
import { makeTenant, makeUser, PASSWORD, signIn, type TestTenant, type TestUser } from './factories.ts';
import { addAuthenticator, askForReset, exchangeCodeIn, mailsOfKind, openReset } from './mailed-links.ts';
import { authorize, codeForm, makeClient, post, PROVIDER_PATH, type TestClient, tokensFor } from './oauth.ts';

/** Everything that may be used once has one winner among twenty concurrent attempts (standards 6). */
const AT_ONCE = 20;
const NEW = 'copper meadow 91 whistle';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let app: TestApp;
let tenant: TestTenant;
let client: TestClient;

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' }, undefined, { realPasswordWork: true });
  tenant = await makeTenant(app, { securityPolicy: { accountLockPolicy: { enabled: false } } });
  client = await makeClient(app, tenant, { grantTypes: ['authorization_code', 'refresh_token', DEVICE_GRANT] });
});
afterAll(() => app.close());

/** Makes the same attempt twenty times at once; returns the winners, and checks that nothing broke. */
async function race<A extends { status: number }>(attempt: (n: number) => Promise<A>, times = AT_ONCE): Promise<A[]> {
  const answers = await Promise.all(Array.from({ length: times }, (_, n) => attempt(n)));
  for (const answer of answers)
    expect(answer.status === 503 ? 200 : answer.status, JSON.stringify(answer)).toBeLessThan(500);
  return answers.filter(({ status }) => status === 200 || status === 204);
}

const call = (path: string, body: object, token?: string): Promise<Answer> => app.call('POST', path, { body, token });
const login = (user: TestUser) =>
  call('/api/auth/login/user', {
    type: 'userId',
    tenantId: user.tenantId,
    credentials: user.userId,
    password: user.password,
  });
const cookies = (answers: Answer[]) => answers.filter(({ cookie }) => cookie !== null);

test('the choice among accounts', async () => {
  const other = await makeTenant(app);
  const mail = 'race@places.example';
  await makeUser(app, tenant, { mail });
  await makeUser(app, other, { mail });
  const offered = await call('/api/auth/login/user', {
    type: 'loginMailAddress',
    credentials: mail,
    password: PASSWORD,
  });
  const { loginId } = offered.body;
  const won = await race((n) =>
    call('/api/auth/login/user/account', { loginId, tenantId: n % 2 === 0 ? tenant.tenantId : other.tenantId }),
  );
  expect(cookies(won)).toHaveLength(1);
});

test('a one-time code, in one sign-in and over many', async () => {
  const user = await makeUser(app, tenant);
  const { otp } = await addAuthenticator(app, user);
  const { loginId } = (await login(user)).body;
  const code = otp();
  expect(cookies(await race(() => call('/api/auth/login/user/mfa', { loginId, otp: code })))).toHaveLength(1);
  const waiting = await Promise.all(Array.from({ length: AT_ONCE }, () => login(user)));
  const next = otp(1);
  const won = await race((n) => call('/api/auth/login/user/mfa', { loginId: waiting[n]?.body.loginId, otp: next }));
  expect(cookies(won)).toHaveLength(1);
});

test('a recovery code, over many sign-ins', async () => {
  const user = await makeUser(app, tenant);
  const { recoveryCodes } = await addAuthenticator(app, user);
  const waiting = await Promise.all(Array.from({ length: AT_ONCE }, () => login(user)));
  const won = await race((n) =>
    call('/api/auth/login/user/mfa', { loginId: waiting[n]?.body.loginId, recoveryCode: recoveryCodes[0] }),
  );
  expect(cookies(won)).toHaveLength(1);
});

test('the code of a mailed link, and what it is traded for', async () => {
  const user = await makeUser(app, tenant);
  const exchangeCode = await askForReset(app, user);
  const won = await race(() => call('/api/account/temporaryCode/exchange', { exchangeCode }));
  expect(won).toHaveLength(1);
  const { temporaryCode } = (won[0] as Answer).body;
  const reset = await race((n) =>
    call('/api/account/resetPassword', { temporaryCode, tenantId: user.tenantId, password: `${NEW} ${n}` }),
  );
  expect(reset).toHaveLength(1);
  const { rows } = await app.owner.query('select from password_history where user_uuid = $1', [user.uuid]);
  expect(rows).toHaveLength(2);
});

test('the second factor of a reset', async () => {
  const user = await makeUser(app, tenant);
  const { otp } = await addAuthenticator(app, user);
  const temporaryCode = await openReset(app, user);
  const code = otp();
  // One temporary code allows only ten attempts.
  const won = await race(() =>
    call('/api/account/mfa/authenticate', { temporaryCode, tenantId: user.tenantId, otp: code }),
  );
  expect(won).toHaveLength(1);
});

test('a ticket', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  const path = '/api/auth/myAccounts/issueTicketByAccessToken';
  const { ticket } = (await call(path, { tenantId: tenant.tenantId }, token)).body;
  expect(cookies(await race(() => call('/api/auth/login/ticket', { ticket })))).toHaveLength(1);
});

test('the activation of an authenticator app', async () => {
  const { token } = await signIn(app, await makeUser(app, tenant));
  const { uuid, secret } = await createTotp(app, token);
  const body = { uuid, otp: otpOf(app, secret) };
  const won = await race(() => app.call('PUT', `/api/auth/me/mfa/totp/${uuid}/activate`, { token, body }));
  expect(won).toHaveLength(1);
});

test('an invitation', async () => {
  const user = await makeUser(app, tenant, { status: 'registering', withoutPassword: true });
  await app.tools.db.inTenant(tenant.tenantId, (tx) =>
    inviteUser(app.tools, tx, { tenantId: tenant.tenantId, userUuid: user.uuid, now: app.tools.clock() }),
  );
  const exchangeCode = exchangeCodeIn((await mailsOfKind(app, user.mail, 'invitation'))[0]);
  const { temporaryCode } = (await call('/api/account/temporaryCode/exchange', { exchangeCode })).body;
  const body = (n: number) => ({ temporaryCode, userInfo: { password: `${NEW} ${n}` } });
  expect(await race((n) => app.call('PUT', '/api/account/me', { body: body(n) }))).toHaveLength(1);
});

test('an authorization code, whose second use ends the family', async () => {
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  const asked = await authorize(app, client.clientId, cookie, { scope: 'openid offline_access' });
  const won = await race(() => post(app, '/token', client, codeForm(app, client.clientId, asked)));
  expect(won.length).toBeLessThanOrEqual(1);
  for (const { body } of won) await expectEnded(body.refresh_token);
});

test('a refresh token, which has one successor', async () => {
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  const { refresh_token } = await tokensFor(app, client, cookie, 'openid offline_access', { prompt: 'consent' });
  const won = await race(() => post(app, '/token', client, { grant_type: 'refresh_token', refresh_token }));
  expect(new Set(won.map(({ body }) => body.refresh_token)).size).toBe(1);
});

test('a refresh token that was used long ago, whose second use ends the family', async () => {
  const { cookie } = await signIn(app, await makeUser(app, tenant));
  const { refresh_token } = await tokensFor(app, client, cookie, 'openid offline_access', { prompt: 'consent' });
  const form = { grant_type: 'refresh_token', refresh_token };
  const next = (await post(app, '/token', client, form)).body;
  await app.owner.query(
    "update oauth_artifacts set consumed_at = consumed_at - interval '10 seconds' where model = 'RefreshToken' and id_hash = $1",
    [hashSecret(refresh_token)],
  );
  expect(await race(() => post(app, '/token', client, form))).toHaveLength(0);
  await expectEnded(next.refresh_token);
});

async function expectEnded(refresh_token: string): Promise<void> {
  const after = await post(app, '/token', client, { grant_type: 'refresh_token', refresh_token });
  expect([after.status, after.body.error]).toEqual([400, 'invalid_grant']);
  expect((await post(app, '/introspect', client, { token: refresh_token })).body).toEqual({ active: false });
}

test('a device code, and the answer to it', async () => {
  const [first, second] = [
    await signIn(app, await makeUser(app, tenant)),
    await signIn(app, await makeUser(app, tenant)),
  ];
  const { device_code, user_code } = (await post(app, '/device/authorization', client, { scope: 'openid' })).body;
  // A session allows only ten guesses: so two users, nine times each.
  const answered = await race(
    (n) =>
      call(
        `${PROVIDER_PATH}/device/complete`,
        { userCode: user_code, accept: true },
        n % 2 ? first.token : second.token,
      ),
    18,
  );
  expect(answered).toHaveLength(1);
  const won = await race(() => post(app, '/token', client, { grant_type: DEVICE_GRANT, device_code }));
  expect(won.length).toBeLessThanOrEqual(1);
});
