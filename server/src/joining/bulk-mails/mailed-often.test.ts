import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { mailsOfKind } from '#test/mailed-links.ts';

/** Users that a bulk email skips, so that no mailbox is flooded and no link is useless. */
let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  await app.startWorker();
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
});
afterAll(() => app.close());
// The tests advance the clock.
beforeEach(async () => {
  token = (await signIn(app, admin)).token;
});

async function send(sendType: string, users: TestUser[]) {
  const body = { sendType, userIds: users.map(({ userId }) => userId) };
  const begun = await app.call('POST', '/api/portal/bulkSendMail', { token, body });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const read = async () => (await app.call('GET', `/api/portal/bulkSendMail/${begun.body.sendId}`, { token })).body;
  await expect.poll(async () => (await read()).status, patiently).toBe('completed');
  // A pending email would be cancelled when another replaces it.
  await app.owner.query("update mail_outbox set state = 'sent'");
  return read();
}
const invitee = () => makeUser(app, tenant, { status: 'registering', withoutPassword: true });
async function withWaitingAddress(): Promise<TestUser> {
  const user = await makeUser(app, tenant);
  const next = `next-${user.mail}`;
  await app.owner.query('update users set next_login_mail_address = $2 where uuid = $1', [user.uuid, next]);
  return { ...user, mail: next };
}
const userPath = ({ userId }: TestUser, act = '') => `/api/auth/tenants/${tenant.tenantId}/users/${userId}${act}`;

it.each([
  ['registration', 'invitation', invitee],
  ['loginMailAddressConfirmation', 'loginMailAddressConfirmation', withWaitingAddress],
  ['loginGuide', 'loginGuide', () => makeUser(app, tenant)],
])(
  '%s: one user gets at most ten an hour over all bulk emails; other users get theirs',
  async (sendType, kind, make) => {
    const [flooded, other] = [await make(), await make()];
    for (let n = 0; n < 10; n++) expect(await send(sendType, [flooded])).toMatchObject({ sent: 1, refused: 0 });
    expect(await send(sendType, [flooded, other])).toMatchObject({
      sent: 1,
      refusals: [{ userId: flooded.userId, reason: 'mailedLately' }],
    });
    expect((await app.mails(flooded.mail)).map((mail) => mail.kind)).toEqual(Array(10).fill(kind));
    await mailsOfKind(app, other.mail, kind);
    if (sendType === 'registration') {
      app.advance(1_800_000);
      token = (await signIn(app, admin)).token;
      const single = await app.call('POST', userPath(flooded, '/sendInvitation'), { token });
      expect([single.status, single.body[0]?.message_id]).toEqual([429, 'too_many_requests']);
      // Until the first of the ten is an hour old.
      expect(Number(single.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(Number(single.headers.get('retry-after'))).toBeLessThanOrEqual(1800);
    }
    app.advance(3_600_001);
    token = (await signIn(app, admin)).token;
    expect(await send(sendType, [flooded])).toMatchObject({ sent: 1, refused: 0 });
  },
  120_000,
);

it('a user is not invited at an address that another user has started to sign in with', async () => {
  const user = await invitee();
  const waiting = `Shared-${user.mail}`;
  await app.owner.query('update users set login_mail_address = null, next_login_mail_address = $2 where uuid = $1', [
    user.uuid,
    waiting,
  ]);
  await makeUser(app, tenant, { mail: waiting.toLowerCase() });
  expect(await send('registration', [user])).toMatchObject({
    sent: 0,
    refusals: [{ userId: user.userId, reason: 'addressTaken' }],
  });
  const single = await app.call('POST', userPath(user, '/sendInvitation'), { token });
  expect([single.status, single.body[0]?.message_id]).toEqual([409, 'duplicated_params_loginMailAddress']);
  expect((await app.mails(waiting)).map(({ kind }) => kind)).toEqual([]);
});

it('emails to an unconfirmed address contain no name that someone else typed', async () => {
  const user = await makeUser(app, tenant);
  const lure = 'Win 1000 EUR now at https://evil.example/claim';
  await app.owner.query('update users set family_name = $2, given_name = $2 where uuid = $1', [user.uuid, lure]);
  const own = await signIn(app, user);
  const address = `stranger-${user.mail}`;
  const ask = { token: own.token, body: { loginMailAddress: address } };
  expect((await app.call('POST', '/api/portal/sendUserLoginMailAddressConfirmation', ask)).status).toBe(200);
  await send('loginMailAddressConfirmation', [user]);
  const text = {
    ...{ type: 'loginMailAddressConfirmation', use: true, mailSubject: 'For {{name}}' },
    mailBody: 'Dear {{name}} ({{userId}}),\n\n{{link}}',
  };
  const saved = await app.call('PUT', '/api/portal/customizeMail', { token, body: text });
  expect(saved.status, JSON.stringify(saved.body)).toBeLessThan(300);
  await send('loginMailAddressConfirmation', [user]);
  const mails = await mailsOfKind(app, address, 'loginMailAddressConfirmation', 3);
  for (const mail of mails) expect(JSON.stringify(mail)).not.toContain('evil.example');
  expect(mails.at(-1)).toMatchObject({
    subject: `For ${user.userId}`,
    text: expect.stringContaining(`Dear ${user.userId} (${user.userId}),`),
  });
  const preview = await app.call('POST', '/api/portal/customizeMail/preview', { token, body: text });
  expect(preview.body.subject).toBe(`For ${admin.userId}`);
});
