import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueCode } from '#server/credentials/one-time-codes/one-time-codes.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { quickest } from '#test/busyness.ts';
import { makeTenant, makeUser, signIn, type TestUser } from '#test/factories.ts';
import { mailRequestsAnswered, mailsOfKind } from '#test/mailed-links.ts';
import { answerWaiting, startMailRequests } from './mail-requests.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

const ask = (mailAddress: string, path = 'sendResetPasswordConfirmation') =>
  app.call('POST', `/api/account/${path}`, { body: { mailAddress } });

/** The state of a request whose process died before processing it. */
const leaveBehind = (data: Record<string, unknown>) =>
  app.tools.db.inTenant('-', (tx) =>
    issueCode(tx, {
      tenantId: '-',
      kind: 'ticket',
      purpose: 'mailRequest',
      userUuid: null,
      data,
      seconds: 3600,
      now: app.tools.clock(),
    }),
  );

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

it.each(['sendResetPasswordConfirmation', 'sendIdInformation'])(
  '%s takes as long for a stranger as for a known address',
  async (path) => {
    const tenant = await makeTenant(app);
    const time = async (mailAddress: string) => {
      const start = performance.now();
      expect((await ask(mailAddress, path)).status).toBe(204);
      return performance.now() - start;
    };
    for (let n = 0; n < 5; n += 1) await time(`warm-${n}@example.com`);
    /** How far apart they are, as a part of what is allowed; of others each time, who may be mailed so often only. */
    const apart = async () => {
      const known: TestUser[] = [];
      for (let n = 0; n < 30; n += 1) known.push(await makeUser(app, tenant));
      const times = { known: [] as number[], unknown: [] as number[] };
      // Five of a kind in a row: remaining work of one must not slow the next.
      for (let row = 0; row < 60; row += 5) {
        for (let n = row; n < row + 5; n += 1) times.known.push(await time(known[n % 30]?.mail ?? ''));
        for (let n = row; n < row + 5; n += 1) times.unknown.push(await time(`not-${known[n % 30]?.mail}`));
      }
      const [forKnown, forUnknown] = [median(times.known), median(times.unknown)];
      await mailRequestsAnswered(app);
      return Math.abs(forKnown - forUnknown) / Math.max(15, 0.25 * forUnknown);
    };
    expect(await quickest(1, apart)).toBeLessThan(1);
  },
);

it('stops who asks too often: by the typed address and by the client, known or not', async () => {
  const user = await makeUser(app, await makeTenant(app));
  for (const address of [user.mail, 'nobody@example.com']) {
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push((await ask(address)).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
  }
  expect(await mailsOfKind(app, user.mail, 'passwordReset', 5)).toHaveLength(5);
});

it('answers what a dead process left behind, and keeps nothing of it', async () => {
  const user = await makeUser(app, await makeTenant(app));
  await leaveBehind({ kind: 'resetPassword', mailAddress: user.mail });
  const stop = startMailRequests(app.tools);
  expect(await mailsOfKind(app, user.mail, 'passwordReset')).toHaveLength(1);
  await stop();
  await mailRequestsAnswered(app);
});

it('does not mail an account twice when a request is answered once more', async () => {
  const tenant = await makeTenant(app);
  const user = await makeUser(app, tenant);
  await ask(user.mail);
  await mailsOfKind(app, user.mail, 'passwordReset');
  await mailRequestsAnswered(app);
  // The state after a crash between the email's commit and the request's: the request is back with the same ID.
  const { rows } = await app.owner.query("select data->>'requestId' as id from one_time_codes where user_uuid = $1", [
    user.uuid,
  ]);
  await leaveBehind({ kind: 'resetPassword', mailAddress: user.mail });
  await app.owner.query("update one_time_codes set code_hash = $1 where tenant_id = '-' and purpose = 'mailRequest'", [
    Buffer.from(rows[0].id, 'base64url'),
  ]);
  await answerWaiting(app.tools);
  expect(await app.mails(user.mail)).toHaveLength(1);
});

it('tells nobody twice of having an account when a wish to register is answered once more', async () => {
  const tenant = await makeTenant(app);
  const user = await makeUser(app, tenant, { roles: ['PowerUser'] });
  const { token } = await signIn(app, user);
  const body = { expiresIn: 86_400, usersLimit: 10 };
  const { uuid: urlUuid } = (await app.call('POST', '/api/portal/userRegisterUrl', { token, body })).body;
  const hash = Buffer.from(user.uuid);
  for (let n = 0; n < 2; n += 1) {
    // The second run is as after a crash between the email's commit and the request's.
    await leaveBehind({ kind: 'registerUser', mailAddress: user.mail, tenantId: tenant.tenantId, urlUuid });
    await app.owner.query("update one_time_codes set code_hash = $1 where purpose = 'mailRequest'", [hash]);
    await answerWaiting(app.tools);
    await mailRequestsAnswered(app);
  }
  expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['alreadyRegistered']);
});

it('goes on with the others when one cannot be answered, and gives that one up in the end', async () => {
  const user = await makeUser(app, await makeTenant(app));
  await leaveBehind({ kind: 'nonsense', mailAddress: 'x@example.com' });
  await answerWaiting(app.tools);
  expect((await ask(user.mail)).status).toBe(204);
  expect(await mailsOfKind(app, user.mail, 'passwordReset')).toHaveLength(1);
  for (let n = 0; n < 15; n += 1) await answerWaiting(app.tools);
  const left = await app.owner.query("select wrong_count from one_time_codes where tenant_id = '-'");
  expect(left.rows).toEqual([{ wrong_count: 10 }]);
  await app.owner.query("delete from one_time_codes where tenant_id = '-'");
});

it('has one answer when several processes look at once', async () => {
  const user = await makeUser(app, await makeTenant(app));
  await leaveBehind({ kind: 'idInformation', mailAddress: user.mail });
  await Promise.all(Array.from({ length: 4 }, () => answerWaiting({ ...app.tools })));
  expect(await app.mails(user.mail)).toHaveLength(1);
});
