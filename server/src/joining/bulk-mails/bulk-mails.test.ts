import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { patiently } from '#test/busyness.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { addAuthenticator, exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  await app.startWorker();
  tenant = await makeTenant(app, { name: 'Garden Club' });
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

const post = (path: string, body: object, token = signedIn.token) =>
  app.call('POST', `/api/portal/${path}`, { token, body });
const get = (path: string, token = signedIn.token) => app.call('GET', `/api/portal/${path}`, { token });
const mails = (body: object = {}) => post('operations/search/registrationMails', body);

async function ended(sendId: string) {
  await expect.poll(async () => (await get(`bulkSendMail/${sendId}`)).body.status, patiently).toBe('completed');
  return (await get(`bulkSendMail/${sendId}`)).body;
}

const invitee = (given: Parameters<typeof makeUser>[2] = {}) =>
  makeUser(app, tenant, { status: 'registering', withoutPassword: true, ...given });

it('emails each user once, and lists those who could not be emailed', async () => {
  const [one, two, active] = [await invitee(), await invitee(), await makeUser(app, tenant)];
  const silent = await invitee();
  await app.owner.query('update users set login_mail_address = null where uuid = $1', [silent.uuid]);
  const userIds = [one.userId.toUpperCase(), two.userId, active.userId, silent.userId];
  const begun = await post('bulkSendMail', { sendType: 'registration', userIds, expiresInDays: 2 });
  expect(begun.body).toMatchObject({ sendType: 'registration', total: 4, operatorUserId: admin.userId });
  const done = await ended(begun.body.sendId);
  expect(done).toMatchObject({ total: 4, sent: 2, refused: 2 });
  expect(done.refusals.sort((a: { reason: string }, b: { reason: string }) => (a.reason < b.reason ? -1 : 1))).toEqual([
    { userId: active.userId, reason: 'hasRegistered' },
    { userId: silent.userId, reason: 'noAddress' },
  ]);
  for (const { mail } of [one, two]) expect(await mailsOfKind(app, mail, 'invitation')).toHaveLength(1);
  expect((await get('status/registration')).body.newest).toMatchObject({
    sendId: begun.body.sendId,
    status: 'completed',
  });
  expect((await get('bulkSendMail?sendType=registration')).body.results[0].sendId).toBe(begun.body.sendId);
  const log = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`, {
    token: signedIn.token,
    body: { targetType: 'user', targetId: one.uuid },
  });
  expect(log.body.results[0]).toMatchObject({
    operatorUserId: admin.userId,
    changes: { invitation: { after: one.mail } },
  });
});

it('shows the state of each email: pending, opened, completed, replaced, cancelled, expired', async () => {
  const user = await invitee();
  const stateOf = async () =>
    (await mails({ keyword: user.mail })).body.results.map((mail: { state: string }) => mail.state);
  const send = async () =>
    ended((await post('bulkSendMail', { sendType: 'registration', userIds: [user.userId] })).body.sendId);
  const newest = async () => exchangeCodeIn((await app.mails(user.mail)).at(-1));
  const open = (exchangeCode: string) =>
    app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode } });
  await send();
  expect(await stateOf()).toEqual(['pending']);
  const first = await newest();
  await send();
  expect(await stateOf()).toEqual(['pending', 'replaced']);
  expect((await open(first)).status).toBe(410);
  const { temporaryCode } = (await open(await newest())).body;
  expect(await stateOf()).toEqual(['opened', 'replaced']);
  const [{ uuid }] = (await mails({ keyword: user.mail, state: 'opened' })).body.results;
  expect((await post('cancelRegistrationMails', { uuids: [uuid] })).body).toEqual({ cancelled: 1 });
  expect((await post('cancelRegistrationMails', { uuids: [uuid] })).body).toEqual({ cancelled: 0 });
  const userInfo = { password: 'copper meadow 93 window' };
  expect((await app.call('PUT', '/api/account/me', { body: { temporaryCode, userInfo } })).status).toBe(410);
  await send();
  app.advance(8 * 86_400_000);
  signedIn = await signIn(app, admin);
  expect(await stateOf()).toEqual(['expired', 'cancelled', 'replaced']);
  await send();
  const last = (await open(await newest())).body.temporaryCode;
  expect((await app.call('PUT', '/api/account/me', { body: { temporaryCode: last, userInfo } })).status).toBe(204);
  expect(await stateOf()).toEqual(['completed', 'expired', 'cancelled', 'replaced']);
  expect((await mails({ state: 'completed' })).body.results).toMatchObject([
    { userId: user.userId, state: 'completed' },
  ]);
});

it('finds the invitations that were not delivered, or perhaps not, until they are sent again', async () => {
  const [lost, other] = [await invitee(), await invitee()];
  const userIds = [lost.userId, other.userId];
  await ended((await post('bulkSendMail', { sendType: 'registration', userIds })).body.sendId);
  const undelivered = async () => {
    const { results, totalResults } = (await mails({ state: 'undelivered' })).body;
    expect(totalResults).toBe(results.length);
    return results.map(({ userId, state, mailState }: Record<string, string>) => [userId, state, mailState]);
  };
  expect(await undelivered()).toEqual([]);
  await app.owner.query("update mail_outbox set state = 'failed' where kind = 'invitation' and recipient = $1", [
    lost.mail,
  ]);
  expect(await undelivered()).toEqual([[lost.userId, 'pending', 'failed']]);
  // Nobody knows whether it arrived.
  await app.owner.query("update mail_outbox set state = 'uncertain' where kind = 'invitation' and recipient = $1", [
    other.mail,
  ]);
  expect((await undelivered()).sort()).toEqual(
    [
      [lost.userId, 'pending', 'failed'],
      [other.userId, 'pending', 'uncertain'],
    ].sort(),
  );
  const again = { sendType: 'registration', registrationMails: { state: 'undelivered' }, expectedCount: 2 };
  const { sendId, total } = (await post('bulkSendMail', again)).body;
  expect(total).toBe(2);
  await ended(sendId);
  expect(await undelivered()).toEqual([]);
});

it('resends or cancels all matching registration emails, once per user, only if their number is the one shown', async () => {
  const crowd = await Promise.all([invitee(), invitee(), invitee()]);
  const sending = { sendType: 'registration', userIds: crowd.map(({ userId }) => userId) };
  const first = (await post('bulkSendMail', sending)).body.sendId;
  await ended(first);
  const second = (await post('bulkSendMail', { ...sending, userIds: sending.userIds.slice(0, 2) })).body.sendId;
  await ended(second);

  // Two of the five emails were replaced.
  const pending = { state: 'pending', sendId: first };
  expect((await mails(pending)).body.totalResults).toBe(1);
  const again = { sendType: 'registration', registrationMails: { sendId: first } };
  const refused = await post('bulkSendMail', { ...again, expectedCount: 2 });
  expect([refused.status, refused.body[0].message_id]).toEqual([409, 'conflict']);
  const { sendId } = (await post('bulkSendMail', { ...again, expectedCount: 3 })).body;
  expect(await ended(sendId)).toMatchObject({ total: 3, sent: 3 });
  const keyword = crowd[0]?.mail;
  const both = { sendType: 'registration', registrationMails: { keyword } };
  const { totalResults } = (await mails({ keyword })).body;
  expect(totalResults).toBe(3);
  const once = (await post('bulkSendMail', { ...both, expectedCount: totalResults })).body;
  expect(once.total).toBe(1);
  await ended(once.sendId);
  expect((await post('bulkSendMail', { ...again, sendType: 'loginGuide', expectedCount: 3 })).status).toBe(400);
  expect((await post('bulkSendMail', { ...again, ...sending })).status).toBe(400);

  const condition = { state: 'pending', sendId };
  const cancel = (expectedCount: number) => post('cancelRegistrationMails', { condition, expectedCount });
  expect([(await cancel(3)).status, (await post('cancelRegistrationMails', { condition })).status]).toEqual([409, 400]);
  expect((await cancel(2)).body).toEqual({ cancelled: 2 });
  expect((await cancel(0)).body).toEqual({ cancelled: 0 });
  expect((await mails({ state: 'cancelled', sendId })).body.totalResults).toBe(2);
  expect((await mails({ state: 'pending', sendId: once.sendId })).body.totalResults).toBe(1);
});

it('cancelling waits for a transaction that holds the user, without blocking it', async () => {
  const user = await invitee();
  const waiting = 'update users set login_mail_address = null, next_login_mail_address = $2 where uuid = $1';
  await app.owner.query(waiting, [user.uuid, user.mail]);
  await ended((await post('bulkSendMail', { sendType: 'registration', userIds: [user.userId] })).body.sendId);
  const [{ uuid }] = (await mails({ keyword: user.mail })).body.results;
  const other = await app.owner.connect();
  try {
    await other.query('begin');
    await other.query('select from users where uuid = $1 for update', [user.uuid]);
    const cancelled = post('cancelRegistrationMails', { uuids: [uuid] });
    const locks = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await other.query(locks)).rowCount, patiently).toBeGreaterThan(0);
    await other.query("set local lock_timeout = '10s'");
    await other.query('update registration_mails set opened_at = now() where uuid = $1', [uuid]);
    await other.query('commit');
    expect((await cancelled).body).toEqual({ cancelled: 1 });
  } finally {
    await other.query('rollback');
    other.release();
  }
});

it('emails all matching users only if their number is the one the administrator was shown', async () => {
  await app.owner.query(
    `insert into users (tenant_id, uuid, user_id, status, next_login_mail_address)
     select $1, gen_random_uuid(), 'crowd-' || n, 'registering', 'crowd-' || n || '@crowd.example' from generate_series(1, 1203) n`,
    [tenant.tenantId],
  );
  const all = { sendType: 'registration', condition: { userId: 'crowd-' } };
  const refused = await post('bulkSendMail', { ...all, expectedCount: 1202 });
  expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([
    409,
    'conflict',
    'expectedCount',
  ]);
  const { sendId } = (await post('bulkSendMail', { ...all, expectedCount: 1203 })).body;
  expect(await ended(sendId)).toMatchObject({ total: 1203, sent: 1203, refused: 0 });
  const { rows } = await app.owner.query(
    "select count(*)::int as mails, count(distinct recipient)::int as receivers from mail_outbox where recipient like 'crowd-%'",
  );
  expect(rows).toEqual([{ mails: 1203, receivers: 1203 }]);
  const page = await mails({ sendId, count: 500 });
  expect([page.body.results.length, page.body.totalResults]).toEqual([500, 1203]);
  const rest = await mails({ sendId, count: 500, cursor: page.body.next });
  const back = await mails({ sendId, count: 500, cursor: rest.body.previous });
  expect(back.body.results).toEqual(page.body.results);
  expect(new Set([...page.body.results, ...rest.body.results].map(({ userId }) => userId)).size).toBe(1000);
});

it('guides are sent to active users, the MFA guide only to those without MFA', async () => {
  const [plain, guarded, waiting] = [await makeUser(app, tenant), await makeUser(app, tenant), await invitee()];
  await addAuthenticator(app, guarded);
  const userIds = [plain.userId, guarded.userId, waiting.userId];
  const login = await ended((await post('bulkSendMail', { sendType: 'loginGuide', userIds })).body.sendId);
  expect(login).toMatchObject({ sent: 2, refusals: [{ userId: waiting.userId, reason: 'notActive' }] });
  const [guide] = await mailsOfKind(app, plain.mail, 'loginGuide');
  expect(guide?.text).toContain(`tenant ID ${tenant.tenantId} and the user ID ${plain.userId}`);
  expect(guide?.text).toContain(`${app.url}/portal/login.html`);
  const mfa = await ended((await post('bulkSendMail', { sendType: 'mfaGuide', userIds })).body.sendId);
  expect([mfa.sent, mfa.refused]).toEqual([1, 2]);
  expect((await mailsOfKind(app, plain.mail, 'mfaGuide'))[0]?.text).toContain('/portal/account/mfa_settings');
});

it('a pending address gets a new link, and the old one ends', async () => {
  const user = await makeUser(app, tenant);
  const next = `next-${user.mail}`;
  const path = `/api/auth/tenants/${tenant.tenantId}/users/${user.userId}`;
  await app.call('PUT', path, { token: signedIn.token, body: { loginMailAddress: next } });
  const first = exchangeCodeIn((await mailsOfKind(app, next, 'loginMailAddressConfirmation'))[0]);
  const begun = await post('sendUserLoginMailAddressConfirmation/multi', { userIds: [user.userId, admin.userId] });
  expect(await ended(begun.body.sendId)).toMatchObject({
    sendType: 'loginMailAddressConfirmation',
    sent: 1,
    refusals: [{ userId: admin.userId, reason: 'nothingWaiting' }],
  });
  const confirm = (exchangeCode: string) =>
    app.call('POST', '/api/account/confirmLoginMailAddress', { body: { exchangeCode } });
  const second = exchangeCodeIn((await mailsOfKind(app, next, 'loginMailAddressConfirmation', 2)).at(-1));
  expect((await confirm(first)).status).toBe(410);
  expect((await confirm(second)).body).toMatchObject({ loginMailAddress: next });
});

it('each user gets a different PIN, readable only in the email; refused if the tenant uses no PINs', async () => {
  const users = [await makeUser(app, tenant), await makeUser(app, tenant)];
  const userIds = users.map(({ userId }) => userId);
  expect(await ended((await post('bulkSendMail', { sendType: 'userCode', userIds })).body.sendId)).toMatchObject({
    sent: 2,
  });
  const pins: string[] = [];
  for (const user of users) {
    const [mail] = await mailsOfKind(app, user.mail, 'userCode');
    const pin = /PIN: (\d{6,})\n/.exec(mail?.text ?? '')?.[1] ?? '';
    pins.push(pin);
    const { rows } = await app.owner.query('select user_code_hash as hash from users where uuid = $1', [user.uuid]);
    expect(rows[0].hash).toEqual(app.tools.keyedHash('userCode', tenant.tenantId, pin));
  }
  expect(new Set(pins).size).toBe(2);
  const strict = await makeTenant(app, { securityPolicy: { loginPolicy: { userCode: { enabled: false } } } });
  const other = await makeUser(app, strict, { roles: ['PowerUser'] });
  const { token } = await signIn(app, other);
  expect((await post('bulkSendMail', { sendType: 'userCode', userIds: [other.userId] }, token)).status).toBe(403);
});

/** A stored mailing that has not started. */
async function waitingRun(user: TestUser, operator: TestUser, sendType = 'loginGuide'): Promise<string> {
  const run = newUuid();
  await app.owner.query(
    "insert into mail_runs (tenant_id, uuid, send_type, total, operator_uuid, operator_user_id, created_at) values ($1, $2, $4, 1, $3, 'x', now())",
    [user.tenantId, run, operator.uuid, sendType],
  );
  await app.owner.query('insert into mail_run_targets (tenant_id, run_uuid, user_uuid) values ($1, $2, $3)', [
    user.tenantId,
    run,
    user.uuid,
  ]);
  return run;
}

it('a cancelled bulk email sends nothing more', async () => {
  const user = await makeUser(app, tenant);
  const run = await waitingRun(user, admin);
  const cancel = () => app.call('POST', `/api/portal/bulkSendMail/${run}/cancel`, { token: signedIn.token });
  expect((await cancel()).body).toMatchObject({ status: 'cancelled', sent: 0 });
  expect((await cancel()).status).toBe(200);
  await app.tools.jobs.wake('mailRun', { tenantId: tenant.tenantId, runUuid: run });
  const after = await makeUser(app, tenant);
  await ended((await post('bulkSendMail', { sendType: 'loginGuide', userIds: [after.userId] })).body.sendId);
  expect((await app.mails(user.mail)).length).toBe(0);
});

it.each([
  ['demoted', 'loginGuide', "update users set roles = '{User}' where uuid = $1"],
  ['deactivated', 'registration', "update users set status = 'inactive' where uuid = $1"],
  ['deleted', 'loginGuide', 'delete from users where uuid = $1'],
])('a bulk email ends if its administrator was %s in the meantime', async (_, sendType, become) => {
  const operator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const user = sendType === 'registration' ? await invitee() : await makeUser(app, tenant);
  const run = await waitingRun(user, operator, sendType);
  await app.owner.query(become, [operator.uuid]);
  await app.tools.jobs.wake('mailRun', { tenantId: tenant.tenantId, runUuid: run });
  await expect.poll(async () => (await get(`bulkSendMail/${run}`)).body.status, patiently).toBe('cancelled');
  expect((await app.mails(user.mail)).length).toBe(0);
  const log = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/systemOperation`, {
    token: signedIn.token,
    body: { condition: { targetType: 'mailRun' } },
  });
  expect(log.body.results[0]).toMatchObject({
    targetId: run,
    changes: { status: { before: 'processing', after: 'cancelled' } },
  });
});

it('a bulk email of PINs ends when PINs are turned off; one of a locked administrator continues', async () => {
  const strict = await makeTenant(app, { securityPolicy: { loginPolicy: { userCode: { enabled: false } } } });
  const other = await makeUser(app, strict, { roles: ['PowerUser'] });
  const { token } = await signIn(app, other);
  const run = await waitingRun(other, other, 'userCode');
  await app.tools.jobs.wake('mailRun', { tenantId: strict.tenantId, runUuid: run });
  await expect.poll(async () => (await get(`bulkSendMail/${run}`, token)).body.status, patiently).toBe('cancelled');
  expect(await app.mails(other.mail)).toEqual([]);

  const locked = await makeUser(app, tenant, { roles: ['PowerUser'], status: 'locked' });
  const user = await makeUser(app, tenant);
  const going = await waitingRun(user, locked);
  await app.tools.jobs.wake('mailRun', { tenantId: tenant.tenantId, runUuid: going });
  expect(await ended(going)).toMatchObject({ sent: 1 });
});

it('a user deactivated before registering is listed as not active', async () => {
  const user = await invitee({ status: 'inactive' });
  const { sendId } = (await post('bulkSendMail', { sendType: 'registration', userIds: [user.userId] })).body;
  expect((await ended(sendId)).refusals).toEqual([{ userId: user.userId, reason: 'notActive' }]);
});

it('users of another tenant count as unknown, and nobody is emailed', async () => {
  const stranger = await makeUser(app, await makeTenant(app), { userId: 'stranger' });
  const own = await makeUser(app, tenant);
  for (const userId of [stranger.userId, 'nobody-at-all']) {
    const refused = await post('bulkSendMail', { sendType: 'loginGuide', userIds: [own.userId, userId] });
    expect([refused.status, refused.body[0].message_id]).toEqual([400, 'invalid_params_userIds']);
  }
  expect(await app.mails(own.mail)).toEqual([]);
  const { body } = await mails({ sendId: '01890000-0000-7000-8000-000000000000' });
  expect(body).toMatchObject({ results: [], totalResults: 0 });
});

it.each([
  [{ sendType: 'registration' }, 'userIds'],
  [{ sendType: 'registration', userIds: [] }, 'userIds'],
  [{ sendType: 'registration', userIds: ['a', 'A'] }, 'userIds'],
  [{ sendType: 'registration', userIds: ['a'], condition: {}, expectedCount: 1 }, 'userIds'],
  [{ sendType: 'registration', condition: {} }, 'expectedCount'],
  [{ sendType: 'loginGuide', userIds: ['a'], expiresInDays: 3 }, 'expiresInDays'],
  [{ sendType: 'registration', userIds: ['a'], expiresInDays: 91 }, 'expiresInDays'],
  [{ sendType: 'passwordChanged', userIds: ['a'] }, 'sendType'],
])('%j is refused', async (body, field) => {
  const refused = await post('bulkSendMail', body);
  expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([400, 'invalid_params', field]);
});

it('emails no reset links where passwords are closed to users, except to administrators', async () => {
  const user = await makeUser(app, tenant);
  const save = (loginPolicy: object) =>
    app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
      tenant.tenantId,
      JSON.stringify({ loginPolicy }),
    ]);
  await save({ siteLoginRoles: { password: ['PowerUser'] } });
  try {
    const userIds = [user.userId, admin.userId];
    const done = await ended((await post('bulkSendMail', { sendType: 'passwordReset', userIds })).body.sendId);
    expect(done).toMatchObject({ sent: 1, refusals: [{ userId: user.userId, reason: 'signsInElsewhere' }] });
  } finally {
    await save({});
  }
});
