import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser } from '#test/factories.ts';
import { mailRequestsAnswered, mailsOfKind } from '#test/mailed-links.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const ask = (mailAddress: string) => app.call('POST', '/api/account/sendIdInformation', { body: { mailAddress } });
const brief = (tenantId: string) => app.call('GET', `/api/account/tenants/${encodeURIComponent(tenantId)}/brief`);
const accountsBrief = (query: string) => app.call('GET', `/api/account/myAccounts/brief${query}`);

it('mails every account of the address that can be signed in to, in one mail to the address on record', async () => {
  const [one, two] = [await makeTenant(app, { name: 'Garden Club' }), await makeTenant(app, { name: 'Rowing Club' })];
  const closed = await makeTenant(app);
  await makeUser(app, one, { userId: 'hanako', mail: 'Hanako@example.com' });
  await makeUser(app, two, { userId: 'h.yamada', mail: 'hanako@example.com', status: 'locked' });
  await makeUser(app, await makeTenant(app), { userId: 'gone', mail: 'hanako@example.com', status: 'inactive' });
  await makeUser(app, closed, { userId: 'closed', mail: 'hanako@example.com' });
  await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [closed.tenantId]);
  expect((await ask('HANAKO@EXAMPLE.COM')).status).toBe(204);
  const mails = await mailsOfKind(app, 'hanako@example.com', 'idInformation');
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain(`Tenant ID ${one.tenantId}, user ID hanako\n`);
  expect(mails[0]?.text).toContain(`Tenant ID ${two.tenantId}, user ID h.yamada`);
  expect(mails[0]?.text).toMatch(/Garden Club.*Rowing Club/);
  expect(mails[0]?.text).not.toMatch(/gone|closed/);
  // Not in a tenant's outbox: it contains IDs of several tenants.
  const { rows } = await app.owner.query("select tenant_id, recipient from mail_outbox where kind = 'idInformation'");
  expect(rows).toEqual([{ tenant_id: '-', recipient: expect.stringMatching(/^hanako@example\.com$/i) }]);
});

it('says the same to a stranger and mails nothing', async () => {
  const before = await app.owner.query('select from mail_outbox');
  expect((await ask('nobody@example.com')).status).toBe(204);
  await mailRequestsAnswered(app);
  expect((await app.owner.query('select from mail_outbox')).rowCount).toBe(before.rowCount);
});

it('answers an unknown tenant like one with the defaults, and names neither', async () => {
  const tenant = await makeTenant(app);
  const suspended = await makeTenant(app);
  await app.owner.query("update tenants set status = 'suspended' where tenant_id = $1", [suspended.tenantId]);
  for (const tenantId of [tenant.tenantId, suspended.tenantId, 'no-such-tenant', '-', 'Not An Id']) {
    const answer = await brief(tenantId);
    expect([answer.status, answer.body]).toEqual([
      200,
      { tenantId, loginTypes: ['loginMailAddress', 'userId'], providers: [] },
    ]);
  }
  const byId = await makeTenant(app, { securityPolicy: { loginPolicy: { siteLoginType: 'userId' } } });
  expect((await brief(byId.tenantId)).body.loginTypes).toEqual(['userId']);
});

it('answers every address alike', async () => {
  const user = await makeUser(app, await makeTenant(app));
  for (const address of [user.mail, 'nobody@example.com', 'no address']) {
    const answer = await accountsBrief(`?loginMailAddress=${encodeURIComponent(address)}`);
    expect([answer.status, answer.body]).toEqual([200, { loginTypes: ['loginMailAddress', 'userId'], providers: [] }]);
  }
  expect((await accountsBrief('')).status).toBe(400);
  expect((await accountsBrief('?loginMailAddress=a&loginMailAddress=b')).status).toBe(400);
});
