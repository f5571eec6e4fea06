import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '#server/crypto/uuid.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';
import { availableServices } from '../available-services/available-services.ts';
import { explainLicenses } from './reasons.ts';

let app: TestApp;
let operate: Operate;
let tenant: TestTenant;
let admin: TestUser;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await startTestApp();
  operate = await makeOperator(app);
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  signedIn = await signIn(app, admin);
});
afterAll(() => app.close());

const reasonsOf = (user: TestUser, token = signedIn.token) =>
  app.call('GET', `/api/service/tenants/${tenant.tenantId}/users/${user.userId}/licenses?locale=en`, { token });

it('says why somebody can use a licence, and what would change it', async () => {
  const user = await makeUser(app, tenant);
  const serviceClass = await makeService(operate, { names: { en: 'Print Flow' } });
  const licenseId = await makeLicense(operate, tenant.tenantId, { serviceClass, volume: 1 });
  const only = async () => (await reasonsOf(user)).body.results[0];
  expect(await only()).toMatchObject({
    licenseId,
    serviceName: 'Print Flow',
    usable: false,
    ground: 'none',
    seatsLeft: 1,
    remedy: 'permit',
  });
  const permissions = `/api/service/tenants/${tenant.tenantId}/availableServices/${serviceClass}/licenses/${licenseId}/userPermissions`;
  const permit = { permissions: [{ userId: user.userId, permitted: true }] };
  await app.call('POST', permissions, { token: signedIn.token, body: permit });
  expect(await only()).toMatchObject({ usable: true, ground: 'direct', seatsLeft: 0, remedy: 'withdraw' });
  expect((await reasonsOf(admin)).body.results[0]).toMatchObject({ usable: false, remedy: 'freeSeat' });
  await operate('POST', `/tenants/${tenant.tenantId}/licenses/${licenseId}/suspend`);
  expect(await only()).toMatchObject({ usable: false, status: 'suspended', remedy: 'resume' });
});

it('is for those who may read licences, of their own tenant', async () => {
  const user = await makeUser(app, tenant);
  expect((await reasonsOf(user, (await signIn(app, user)).token)).status).toBe(403);
  const stranger = await makeUser(app, await makeTenant(app));
  expect((await reasonsOf(stranger)).body[0].message_id).toBe('not_found');
});

const SERVICES = 20;
const LICENSES = 50;
const USERS = 200;

/** One of some values, by chance. */
const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;

it('agrees with what people see, over ten thousand cases by chance', async () => {
  const crowd = await makeTenant(app);
  const { tenantId } = crowd;
  const services = await Promise.all(Array.from({ length: SERVICES }, () => makeService(operate)));
  for (let made = 0; made < LICENSES; made += 1) {
    const roles = any([{}, { availableRoles: ['User'] }, { availableRoles: ['PowerUser'] }]);
    await makeLicense(operate, tenantId, { serviceClass: any(services), ...roles });
  }
  const { owner } = app;
  await owner.query(
    `update licenses set all_users = random() < 0.4,
       suspended_at = case when random() < 0.2 then now() end,
       starts_at = case when random() < 0.2 then now() + interval '9 years' end,
       expires_at = case when random() < 0.2 then timestamptz '2001-01-01' end where tenant_id = $1`,
    [tenantId],
  );
  await owner.query(`update services set enabled = random() < 0.8 where service_class = any ($1)`, [services]);
  const uuids = Array.from({ length: USERS }, newUuid);
  await owner.query(
    `insert into users (tenant_id, uuid, user_id, status, roles)
     select $1, uuid, 'u' || uuid, 'active', case when random() < 0.3 then '{PowerUser}'::text[] when random() < 0.5 then '{User,PowerUser}' else '{User}' end
     from unnest($2::uuid[]) uuid`,
    [tenantId, uuids],
  );
  await owner.query(
    `insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
     select l.tenant_id, u.uuid, l.license_id, l.generation, not l.all_users, is_available_to(l.available_roles, u.roles)
     from licenses l join users u on u.tenant_id = l.tenant_id where l.tenant_id = $1 and random() < 0.4`,
    [tenantId],
  );
  const now = app.tools.clock();
  const cases = { usable: 0, not: 0 };
  for (const userUuid of uuids) {
    const { seen, reasons } = await app.tools.db.inTenant(tenantId, async (tx) => {
      const caller = { uuid: userUuid, permissions: new Set<string>() } as never;
      const icons = await availableServices(tx, caller, { query: '', locale: 'en', sort: 'appName' }, now);
      return {
        seen: icons.map(({ appClass }) => appClass),
        reasons: await explainLicenses(tx, { userUuid, locale: 'en', now }),
      };
    });
    const usable = reasons.filter((one) => one.usable).map(({ serviceClass }) => serviceClass);
    cases.usable += usable.length;
    cases.not += reasons.length - usable.length;
    expect([...new Set(usable)].sort()).toEqual([...seen].sort());
  }
  expect(cases.usable + cases.not).toBe(LICENSES * USERS);
  expect(Math.min(cases.usable, cases.not)).toBeGreaterThan(500);
});
