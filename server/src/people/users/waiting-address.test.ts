import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
let count = 0;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  signedIn = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}${path}`, { token: signedIn.token, body });
const change = (userId: string, body: object) => call('PUT', `/users/${userId}`, body);

/** Somebody invited at an address of their own, with the link they were mailed. */
async function invited() {
  const userId = `invited-${++count}`;
  const mail = `${userId}@club.example`;
  const made = await call('POST', '/users', { userId, loginMailAddress: mail, invite: true });
  expect(made.status).toBe(200);
  const code = exchangeCodeIn((await mailsOfKind(app, mail, 'invitation')).at(-1));
  return { userId, mail, code, uuid: made.body.uuid as string };
}

const open = (exchangeCode: string) =>
  app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode } });
const register = (temporaryCode: string) =>
  app.call('PUT', '/api/account/me', { body: { temporaryCode, userInfo: { password: 'copper meadow 93 window' } } });
const mailStates = async (keyword: string) => {
  const body = { keyword };
  const found = await app.call('POST', '/api/portal/operations/search/registrationMails', {
    token: signedIn.token,
    body,
  });
  return found.body.results.map(({ state }: { state: string }) => state);
};

describe('who has not registered', () => {
  it.each([
    ['corrected', (mail: string) => ({ loginMailAddress: `right-${mail}` }), (mail: string) => `right-${mail}`],
    ['given up', () => ({ nextLoginMailAddress: null }), () => null],
    ['taken away', () => ({ loginMailAddress: null }), () => null],
  ])('and whose address is %s: the link to the old one lets nobody in, opened before or not', async (_, body, next) => {
    const opened = await invited();
    const { temporaryCode } = (await open(opened.code)).body;
    const unopened = await invited();
    for (const { userId, mail } of [opened, unopened]) {
      const changed = await change(userId, body(mail));
      expect([changed.status, changed.body.status]).toEqual([200, 'registering']);
      expect(changed.body.nextLoginMailAddress).toBe(next(mail));
      expect(changed.body.loginMailAddressConfirmationExpiresAt).toBeNull();
      expect(await mailStates(mail)).toEqual(['cancelled']);
    }
    expect((await register(temporaryCode)).status).toBe(410);
    expect((await open(unopened.code)).status).toBe(410);
  });

  it('keeps the link when the same address is given once more, in whatever capitals', async () => {
    const { userId, mail, code } = await invited();
    const changed = await change(userId, { loginMailAddress: mail.toUpperCase(), department: 'Sales' });
    expect(changed.body).toMatchObject({ nextLoginMailAddress: mail, department: 'Sales' });
    const { temporaryCode } = (await open(code)).body;
    expect((await register(temporaryCode)).status).toBe(204);
  });

  it('registers with the address the link went to, and the log says with which', async () => {
    const { uuid, mail, code } = await invited();
    expect((await register((await open(code)).body.temporaryCode)).status).toBe(204);
    const log = await call('POST', '/operations/search/logs/systemOperation', { targetType: 'user', targetId: uuid });
    expect(log.body.results[0].changes).toMatchObject({ loginMailAddress: { after: mail } });
  });

  it.each(['/users/:id/deactivate', 'bulk'])('and is deactivated (%s): the mail is cancelled for good', async (way) => {
    const { userId, mail, code } = await invited();
    const done =
      way === 'bulk'
        ? await call('POST', '/operations/users', { action: 'deactivate', userIds: [userId] })
        : await call('POST', way.replace(':id', userId));
    expect(done.status).toBe(200);
    expect((await call('POST', `/users/${userId}/activate`)).body).toMatchObject({
      status: 'registering',
      loginMailAddressConfirmationExpiresAt: null,
    });
    expect(await mailStates(mail)).toEqual(['cancelled']);
    expect((await open(code)).status).toBe(410);
  });

  it('is told no end of a link whose mail was cancelled', async () => {
    const { userId, mail } = await invited();
    expect((await call('GET', `/users/${userId}`)).body.loginMailAddressConfirmationExpiresAt).not.toBeNull();
    const found = await app.call('POST', '/api/portal/operations/search/registrationMails', {
      token: signedIn.token,
      body: { keyword: mail },
    });
    const uuids = [found.body.results[0].uuid];
    await app.call('POST', '/api/portal/cancelRegistrationMails', { token: signedIn.token, body: { uuids } });
    expect((await call('GET', `/users/${userId}`)).body.loginMailAddressConfirmationExpiresAt).toBeNull();
  });
});

describe('activating', () => {
  it.each([
    ['registering', 'registering'],
    ['active', 'active'],
  ])('makes who was %s when deactivated %s again, without an address or a password', async (status, after) => {
    const userId = `plain-${++count}`;
    const address = status === 'active' ? { loginMailAddress: `${userId}@club.example` } : {};
    expect((await call('POST', '/users', { userId, status, ...address })).status).toBe(200);
    await call('POST', `/users/${userId}/deactivate`);
    expect((await call('POST', `/users/${userId}/activate`)).body.status).toBe(after);
  });
});

describe('an address to sign in with', () => {
  it('is refused where it is somebody’s already: in use, waiting or a further one; for nobody else’s is it taken', async () => {
    const waiting = await invited();
    const owner = await makeUser(app, tenant);
    const further = `further-${++count}@club.example`;
    expect((await change(owner.userId, { mailAddresses: [further] })).status).toBe(200);
    const other = await invited();
    for (const taken of [waiting.mail, owner.mail, further]) {
      const loginMailAddress = taken.toUpperCase();
      const made = await call('POST', '/users', { userId: `twin-${++count}`, loginMailAddress });
      const changed = await change(other.userId, { loginMailAddress });
      for (const { status, body } of [made, changed]) {
        expect([status, body[0].message_id]).toEqual([409, 'duplicated_params_loginMailAddress']);
      }
    }
    // One's own further address, or the one that waits for oneself, is no duplicate.
    expect((await change(owner.userId, { loginMailAddress: further })).status).toBe(200);
    const elsewhere = await makeTenant(app);
    const theirs = await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }));
    const there = await app.call('POST', `/api/auth/tenants/${elsewhere.tenantId}/users`, {
      token: theirs.token,
      body: { userId: 'same', loginMailAddress: waiting.mail },
    });
    expect(there.status).toBe(200);
  });

  it('of which only the capitals change is as it was: nothing waits, nothing is mailed', async () => {
    const user = await makeUser(app, tenant);
    const before = (await app.mails(user.mail)).length;
    const changed = await change(user.userId, { loginMailAddress: user.mail.toUpperCase() });
    expect(changed.body).toMatchObject({ loginMailAddress: user.mail, nextLoginMailAddress: null });
    expect((await app.mails(user.mail)).length).toBe(before);
  });
});
