import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { confirm, preview, untilImport } from '#test/imports.ts';
import { sweepEnded } from '../../platform/db/across-tenants.ts';
import { startDeliveries } from '../../platform/deliver/worker.ts';
import { mailKind } from '../../platform/mail/kind.ts';
import { createSmtpTransport } from '../../platform/mail/transport.ts';

/** Delivery of a mailing through a mail server that refuses or is slow. */
let app: TestApp;
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '12' });
  await app.startWorker();
});
afterAll(() => app.close());
const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  // Isolates the tests' emails from each other.
  await app.owner.query('delete from mail_outbox');
});
async function begin() {
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
}

/** Sends pending emails; the server answers each recipient as configured. Returns the addresses that were reached. */
async function sendMails(answer: (recipient: string) => Promise<Error | null>): Promise<string[]> {
  const arrived: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => void answer(address).then(done),
    onData: (stream, session, done) => {
      stream.resume().on('end', () => {
        arrived.push(...session.envelope.rcptTo.map(({ address }) => address));
        done();
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  const transport = createSmtpTransport({ smtpUrl, from: 'Portico <no-reply@portico.example>' });
  const { db, sealer, clock } = app.tools;
  const onError = () => {};
  const kinds = { mail: mailKind({ sealer, transport, onError }) };
  const worker = startDeliveries({ db, clock, kinds, intervalMillis: 20, onError });
  stops.push(
    worker.stop,
    async () => transport.close(),
    () => new Promise<void>((done) => server.close(() => done())),
  );
  return arrived;
}

const get = async (sendId: string) => (await app.call('GET', `/api/portal/bulkSendMail/${sendId}`, { token })).body;
const post = (path: string, body: object = {}) => app.call('POST', `/api/portal/${path}`, { token, body });
const invitee = () => makeUser(app, tenant, { status: 'registering', withoutPassword: true });

/** Queues all emails of a mailing without a sender running. */
async function queue(sendType: string, users: TestUser[]): Promise<string> {
  const begun = await post('bulkSendMail', { sendType, userIds: users.map(({ userId }) => userId) });
  expect(begun.status, JSON.stringify(begun.body)).toBe(200);
  const { sendId } = begun.body;
  await expect.poll(async () => (await get(sendId)).status, patiently).toBe('completed');
  return sendId;
}
const invitations = async (sendId: string) => {
  const { body } = await post('operations/search/registrationMails', { sendId });
  return body.results as { userId: string; state: string; mailState: string | null; uuid: string }[];
};
const left = async () =>
  (await app.owner.query("select recipient from mail_outbox where state in ('waiting', 'sending')")).rows.length;

it.each(['registration', 'loginGuide', 'userCode'])(
  '%s: a refused email is shown as failed, even after the outbox has deleted it',
  async (sendType) => {
    await begin();
    const make = () => (sendType === 'registration' ? invitee() : makeUser(app, tenant));
    const [good, bad] = [await make(), await make()];
    const sendId = await queue(sendType, [good, bad]);
    expect(await get(sendId)).toMatchObject({ sent: 2, refused: 0, failed: 0 });
    if (sendType === 'registration') {
      expect((await invitations(sendId)).map(({ mailState }) => mailState)).toEqual(['waiting', 'waiting']);
    }
    const refusal = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
    const arrived = await sendMails(async (to) => (to === bad.mail ? refusal : null));
    const told = {
      ...{ status: 'completed', total: 2, sent: 1, refused: 0, failed: 1 },
      refusals: [{ userId: bad.userId, reason: 'mailFailed' }],
    };
    await expect.poll(left, patiently).toBe(0);
    expect(arrived).toEqual([good.mail]);
    expect(await get(sendId)).toMatchObject(told);
    const { body } = await app.call('GET', '/api/portal/bulkSendMail', { token });
    expect(body.results[0]).toMatchObject({ sendId, sent: 1, failed: 1 });
    if (sendType === 'registration') {
      const stateOf = new Map((await invitations(sendId)).map((mail) => [mail.userId, [mail.state, mail.mailState]]));
      expect(stateOf.get(good.userId)).toEqual(['pending', 'sent']);
      expect(stateOf.get(bad.userId)).toEqual(['pending', 'failed']);
    }
    await sweepEnded(app.tools.db.pool, new Date(Date.now() + 40 * 86_400_000), 1000);
    expect((await app.owner.query('select from mail_outbox')).rowCount).toBe(0);
    if (sendType === 'registration') expect((await invitations(sendId))[0]).toMatchObject({ mailState: null });
    token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
    expect(await get(sendId)).toMatchObject(told);
  },
);

it('an email whose sender crashed may have arrived, and is shown as uncertain', async () => {
  await begin();
  const user = await makeUser(app, tenant);
  const sendId = await queue('userCode', [user]);
  await app.owner.query("update mail_outbox set state = 'sending', claimed_until = now() - interval '1 minute'");
  await sendMails(async () => null);
  await expect.poll(left, patiently).toBe(0);
  expect(await get(sendId)).toMatchObject({
    ...{ sent: 0, failed: 1 },
    refusals: [{ userId: user.userId, reason: 'mailUncertain' }],
  });
});

/** Marks the mailing as not completely queued. */
const asUnfinished = (sendId: string) =>
  app.owner.query("update mail_runs set status = 'processing', ended_at = null where uuid = $1", [sendId]);

it('stopping a bulk email cancels pending emails, which count neither as sent nor as failed', async () => {
  await begin();
  const users = await Promise.all(Array.from({ length: 8 }, invitee));
  const sendId = await queue('registration', users);
  await asUnfinished(sendId);
  const slow = Promise.withResolvers<null>();
  const arrived = await sendMails(() => slow.promise);
  const sending = async () => (await app.owner.query("select from mail_outbox where state = 'sending'")).rowCount;
  await expect.poll(sending, patiently).toBe(5);
  expect((await post(`bulkSendMail/${sendId}/cancel`)).body).toMatchObject({
    ...{ status: 'cancelled', total: 8, sent: 5, refused: 0, failed: 0 },
  });
  slow.resolve(null);
  await expect.poll(left, patiently).toBe(0);
  expect(arrived).toHaveLength(5);
  expect(await get(sendId)).toMatchObject({ sent: 5, refusals: [] });
  const states = (await invitations(sendId)).map(({ state, mailState }) => `${state} ${mailState}`).sort();
  expect(states).toEqual([...Array(3).fill('cancelled null'), ...Array(5).fill('pending sent')]);
});

it('a bulk email whose emails are all queued can be stopped while some are pending', async () => {
  await begin();
  const users = [await invitee(), await invitee()];
  const sendId = await queue('registration', users);
  expect(await get(sendId)).toMatchObject({ status: 'completed', sent: 2, waiting: 2 });
  await app.owner.query("update mail_outbox set state = 'sent' where recipient = $1", [users[0]?.mail]);
  expect(await get(sendId)).toMatchObject({ status: 'completed', sent: 2, waiting: 1 });
  const stop = () => post(`bulkSendMail/${sendId}/cancel`);
  expect((await stop()).body).toMatchObject({ status: 'cancelled', total: 2, sent: 1, waiting: 0 });
  expect(await left()).toBe(0);
  expect((await invitations(sendId)).map(({ state }) => state).sort()).toEqual(['cancelled', 'pending']);
  // A mailing without pending emails stays as it is.
  const gone = await queue('loginGuide', [await makeUser(app, tenant)]);
  await app.owner.query("update mail_outbox set state = 'sent'");
  expect((await post(`bulkSendMail/${gone}/cancel`)).body).toMatchObject({ status: 'completed', sent: 1, waiting: 0 });
  const listed = (await app.call('GET', '/api/portal/bulkSendMail', { token })).body.results;
  expect(listed).toMatchObject([
    { sendId: gone, waiting: 0 },
    { sendId, waiting: 0 },
  ]);
});

it('stopping a bulk email of PINs still sends PINs that have replaced old ones', async () => {
  await begin();
  const sendId = await queue('userCode', [await makeUser(app, tenant)]);
  const ended = (await post(`bulkSendMail/${sendId}/cancel`)).body;
  expect(ended).toMatchObject({ status: 'completed', sent: 1, waiting: 1 });
  await asUnfinished(sendId);
  expect((await post(`bulkSendMail/${sendId}/cancel`)).body).toMatchObject({ status: 'cancelled', sent: 1 });
  expect(await left()).toBe(1);
});

it('an invitation that is cancelled or replaced while its email is pending is not sent', async () => {
  await begin();
  const [cancelled, replaced] = [await invitee(), await invitee()];
  const sendId = await queue('registration', [cancelled, replaced]);
  const [{ uuid } = { uuid: '' }] = (await invitations(sendId)).filter(({ userId }) => userId === cancelled.userId);
  expect((await post('cancelRegistrationMails', { uuids: [uuid] })).body).toEqual({ cancelled: 1 });
  await queue('registration', [replaced]);
  expect((await app.mails(cancelled.mail)).length).toBe(0);
  expect((await app.mails(replaced.mail)).length).toBe(1);
  const { refusals, ...run } = await get(sendId);
  expect(run).toMatchObject({ total: 2, sent: 0, refused: 2, failed: 0 });
  expect(refusals.map(({ reason }: { reason: string }) => reason)).toEqual(['takenBack', 'takenBack']);
});

it.each([
  [
    'by hand',
    async ({ userId }: TestUser) => {
      const path = `/api/auth/tenants/${tenant.tenantId}/users/${userId}`;
      expect((await app.call('DELETE', path, { token })).status).toBe(204);
    },
  ],
  [
    'by a file',
    async ({ userId }: TestUser) => {
      const importing = { app, tenantId: tenant.tenantId, token };
      const { importId } = await preview(importing, `operation,userId\ndelete,${userId}\n`);
      expect((await confirm(importing, importId)).status).toBe(200);
      await untilImport(importing, importId, ['completed', 'error']);
    },
  ],
])('a user who is deleted %s gets no email', async (_, remove) => {
  await begin();
  const [gone, stays] = [await makeUser(app, tenant), await makeUser(app, tenant)];
  const sendId = await queue('loginGuide', [gone, stays]);
  await remove(gone);
  expect((await app.mails(gone.mail)).length).toBe(0);
  expect((await app.mails(stays.mail)).length).toBe(1);
  expect(await get(sendId)).toMatchObject({
    ...{ sent: 1, refused: 1, failed: 0 },
    refusals: [{ userId: '', reason: 'takenBack' }],
  });
});
