import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#test/app.ts';
import { makeUser, type TestTenant } from '#test/factories.ts';
import { carryOut, type Importing, preview, startImporting } from '#test/imports.ts';
import { exchangeCodeIn, mailsOfKind, openReset } from '#test/mailed-links.ts';

/** Users whom a file makes active: they have no password, and choose one once their address is confirmed. */

const PASSWORD = 'copper meadow 93 window';
let app: TestApp;
let tenant: TestTenant;
let importing: Importing;
beforeAll(async () => {
  ({ app, tenant, importing } = await startImporting());
});
afterAll(() => app.close());

const file = (...lines: string[]) => ['operation,userId,status,loginMailAddress', ...lines].join('\r\n');

it('they are counted beside those who are to register, in the preview and at the end', async () => {
  const found = await preview(
    importing,
    file(
      'create,in.1,active,',
      'create,in.2,active,',
      'create,in.3,active,',
      'create,yet.1,registering,',
      'create,yet.2,,',
    ),
  );
  expect(found).toMatchObject({ counts: { create: 5 }, createsActive: 3 });
  // Who is there meanwhile is not made.
  await makeUser(app, tenant, { userId: 'in.2' });
  await makeUser(app, tenant, { userId: 'yet.2' });
  const ended = await carryOut(importing, found.importId);
  expect(ended).toMatchObject({ status: 'completed', counts: { create: 3, wrong: 2 }, createsActive: 2 });
});

it('one who has confirmed the address learns that a password is missing, and chooses one as if it were forgotten', async () => {
  const mail = 'hana@x.example';
  await carryOut(importing, (await preview(importing, file(`create,hana,active,${mail}`))).importId);
  const user = { ...tenant, userId: 'hana', uuid: '', mail, password: PASSWORD };
  const signsIn = async () => {
    const body = { type: 'userId', tenantId: tenant.tenantId, credentials: 'hana', password: PASSWORD };
    return (await app.call('POST', '/api/auth/login/user', { body })).status;
  };
  await app.call('POST', '/api/portal/sendUserLoginMailAddressConfirmation/multi', {
    token: importing.token,
    body: { userIds: ['hana'] },
  });
  const exchangeCode = exchangeCodeIn((await mailsOfKind(app, mail, 'loginMailAddressConfirmation'))[0]);
  const confirmed = await app.call('POST', '/api/account/confirmLoginMailAddress', { body: { exchangeCode } });
  expect([confirmed.status, confirmed.body]).toEqual([
    200,
    { tenantId: tenant.tenantId, userId: 'hana', loginMailAddress: mail, passwordAssigned: false, passwordOpen: true },
  ]);
  expect(await signsIn()).toBe(401);
  const temporaryCode = await openReset(app, user);
  const chosen = { temporaryCode, password: PASSWORD, tenantId: tenant.tenantId };
  expect((await app.call('POST', '/api/account/resetPassword', { body: chosen })).status).toBe(204);
  expect(await signsIn()).toBe(200);
});
