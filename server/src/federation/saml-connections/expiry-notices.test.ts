import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeCertificate } from '#test/saml/certificate.ts';
import { connect, samlsPath } from '#test/saml/connection.ts';
import { noticeProviders } from './expiry-notices.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  token = (await signIn(app, administrator)).token;
});
afterAll(() => app.close());

const run = () => app.tools.db.inTenant(tenant.tenantId, (tx) => noticeProviders(app.tools, tx, app.tools.clock()));
const told = async () => (await app.mails(administrator.mail)).filter(({ kind }) => kind === 'samlProviderExpires');
const age = (days: number) =>
  app.owner.query('update saml_certificates set expires_at = now() + make_interval(hours => $2) where tenant_id = $1', [
    tenant.tenantId,
    days * 24 - 1,
  ]);

test('administrators are told before the last certificate of a provider expires, each stage once', async () => {
  await connect(app, { ...tenant, token });
  await age(61);
  expect(await run()).toBe(0);
  await age(60);
  expect([await run(), await run()]).toEqual([1, 0]);
  const [mail] = await told();
  expect(mail?.text).toContain(`/portal/tenant/saml-settings/Entra`);
  await age(20);
  expect([await run(), await run()]).toEqual([1, 0]);
  // Two workers at once tell once.
  await age(6);
  expect((await Promise.all([run(), run()])).sort()).toEqual([0, 1]);
  await age(-1);
  expect(await run()).toBe(0);
  expect(await told()).toHaveLength(3);
});

test('nobody is told of one whose successor is there, or of a provider that is off', async () => {
  await app.owner.query('update saml_certificates set noticed_days = null where tenant_id = $1', [tenant.tenantId]);
  await age(5);
  const certification = makeCertificate({ until: new Date(Date.now() + 300 * 86_400_000) }).pem;
  const path = `${samlsPath(tenant.tenantId)}/Entra`;
  expect((await app.call('POST', `${path}/certifications`, { token, body: { certification } })).status).toBe(200);
  expect(await run()).toBe(0);
  await app.owner.query('delete from saml_certificates where tenant_id = $1 and expires_at > now() + $2::interval', [
    tenant.tenantId,
    '200 days',
  ]);
  await app.owner.query('update saml_connections set enabled = false where tenant_id = $1', [tenant.tenantId]);
  expect(await run()).toBe(0);
  await app.owner.query('update saml_connections set enabled = true where tenant_id = $1', [tenant.tenantId]);
  expect(await run()).toBe(1);
});
