import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { type Admin, idpOf, makeKey, makeSp } from '#test/saml.ts';
import { noticeExpiring } from './expiry-notices.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let as: Admin;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
  as = { app, tenantId: tenant.tenantId, token: (await signIn(app, administrator)).token };
});
afterAll(() => app.close());

const call = (method: string, samlSpId: string, body?: unknown) =>
  app.call(method, `/api/auth/tenants/${tenant.tenantId}/samlIdP/samlSps/${samlSpId}/expirationNotification`, {
    token: as.token,
    body,
  });
const run = () => app.tools.db.inTenant(tenant.tenantId, (tx) => noticeExpiring(app.tools, tx, app.tools.clock()));
const told = async (user: TestUser, kind = 'samlCertificateExpires') =>
  (await app.mails(user.mail)).filter((mail) => mail.kind === kind);
const age = (samlSpId: string, days: number) =>
  app.owner.query(
    'update saml_sp_certifications set expires_at = now() + make_interval(hours => $2) where saml_sp_id = $1',
    [samlSpId, days * 24 - 1],
  );

test('those named are told before a certificate expires, each stage once', async () => {
  const named = await makeUser(app, tenant);
  const sp = await makeSp(as, { displayName: 'Travel', certifications: [makeKey({ days: 300 }).certificate] });
  expect((await call('GET', sp.samlSpId)).body).toEqual({ beforeExpiration: null, userIds: [] });
  const given = { beforeExpiration: 30, userIds: [named.userId] };
  expect((await call('PUT', sp.samlSpId, { ...given, userIds: [named.userId.toUpperCase()] })).body).toEqual(given);
  expect(await run()).toBe(0);
  await age(sp.samlSpId, 29);
  expect([await run(), await run()]).toEqual([1, 0]);
  await age(sp.samlSpId, 6);
  expect([await run(), await run()]).toEqual([1, 0]);
  const mails = await told(named);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('Travel');
  expect(mails[0]?.text).toContain(`/portal/tenant/saml-idp-settings/${sp.samlSpId}?tab=certificates`);
  expect(await told(administrator)).toHaveLength(0);
  // Whoever was named and is there no more is replaced by the administrators.
  await app.owner.query("update users set status = 'inactive' where uuid = $1", [named.uuid]);
  await age(sp.samlSpId, 1);
  expect(await run()).toBe(1);
  expect([(await told(named)).length, (await told(administrator)).length]).toEqual([2, 1]);
});

test('nobody is told of a certificate or service provider that is off, nor without the setting', async () => {
  const make = async (given: Record<string, unknown>, notify: number | null) => {
    const certifications = [makeKey({ days: 300 }).certificate];
    const sp = await makeSp(as, { entityId: `urn:${Math.random()}`, certifications, ...given });
    await call('PUT', sp.samlSpId, { beforeExpiration: notify, userIds: [] });
    await age(sp.samlSpId, 3);
    return sp;
  };
  await make({ enabled: false }, 30);
  await make({}, null);
  await make({}, 2);
  const off = await make({}, 30);
  await app.owner.query('update saml_sp_certifications set active = false where saml_sp_id = $1', [off.samlSpId]);
  expect(await run()).toBe(0);
});

test('administrators are told of the certificate that signs', async () => {
  await idpOf(as);
  const expire = (days: number) =>
    app.owner.query(
      'update saml_idp_certificates set expires_at = now() + make_interval(hours => $2) where tenant_id = $1',
      [tenant.tenantId, days * 24 - 1],
    );
  await expire(61);
  expect(await run()).toBe(0);
  await expire(60);
  expect([await run(), await run()]).toEqual([1, 0]);
  expect(await told(administrator, 'samlSigningExpires')).toHaveLength(1);
});

test('users who do not exist and what was changed meanwhile are refused', async () => {
  const sp = await makeSp(as, { entityId: 'urn:notified' });
  const unknown = await call('PUT', sp.samlSpId, { beforeExpiration: 30, userIds: ['nobody-here'] });
  expect([unknown.status, unknown.body[0].message_id]).toEqual([400, 'invalid_params_userIds']);
  await call('PUT', sp.samlSpId, { beforeExpiration: 60, userIds: [] });
  const stale = { beforeExpiration: 7, userIds: [], expected: { beforeExpiration: 30 } };
  expect((await call('PUT', sp.samlSpId, stale)).body[0]).toMatchObject({
    message_id: 'conflict',
    field: 'beforeExpiration',
  });
});
