import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '#server/platform/crypto/uuid.ts';
import type { Tx } from '#server/platform/db/transaction.ts';
import { startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';
import { doorFacts, findAccount } from '../../sign-in/account.ts';
import { refusalOf } from '../../sign-in/may.ts';
import { availableServices } from '../available-services/available-services.ts';
import { searchPermittedDevices } from '../permissions/search.ts';
import { permittedServices } from '../permitted-services/permitted-services.ts';
import { explainLicenses } from './reasons.ts';

/** The explanation always agrees with the functions that decide. */

let app: TestApp;
let operate: Operate;
beforeAll(async () => {
  app = await startTestApp();
  operate = await makeOperator(app);
});
afterAll(() => app.close());

const SERVICES = 20;
const LICENSES = 50;
const HOLDERS = 200;
const TYPES = ['PorticoMfp', 'PowerMeter', 'PfuScanner'];

/** One of some values, by chance. */
const any = <T>(values: readonly T[]): T => values[Math.floor(Math.random() * values.length)] as T;
const some = <T>(values: readonly T[]): T[] => values.filter(() => Math.random() < 0.5);
const orAll = <T>(values: T[]) => (values.length === 0 ? null : values);

/** A tenant with random licenses of one type, in every state. */
async function makeCrowd(volumeType: 'user' | 'device') {
  const { tenantId } = await makeTenant(app);
  const services = await Promise.all(Array.from({ length: SERVICES }, () => makeService(operate)));
  for (let made = 0; made < LICENSES; made += 1) {
    const roles = any([{}, { availableRoles: ['User'] }, { availableRoles: ['PowerUser'] }]);
    const types = volumeType === 'device' ? { availableDeviceTypes: orAll(some(TYPES)) } : {};
    await makeLicense(operate, tenantId, { serviceClass: any(services), volumeType, ...roles, ...types });
  }
  const { owner } = app;
  await owner.query(
    `update licenses set all_users = volume_type = 'user' and random() < 0.4,
       all_device_types = case when volume_type = 'device' and random() < 0.6
         then array(select t from unnest($2::text[]) t where random() < 0.6 and tenant_id <> '') else '{}' end,
       suspended_at = case when random() < 0.1 then now() end,
       starts_at = case when random() < 0.1 then now() + interval '9 years' end,
       expires_at = case when random() < 0.1 then timestamptz '2001-01-01' end where tenant_id = $1`,
    [tenantId, TYPES],
  );
  await owner.query(`update services set enabled = random() < 0.8 where service_class = any ($1)`, [services]);
  return tenantId;
}

const anyRoles = `case when random() < 0.3 then '{PowerUser}'::text[] when random() < 0.5 then '{User,PowerUser}' else '{User}' end`;
const uuids = Array.from({ length: HOLDERS }, newUuid);

/**
 * Asks for the explanation of every holder and compares each with `decided`. Both results occur often enough: about
 * 1,100 of the rarer one, ± 200.
 */
async function expectAgreement(
  tenantId: string,
  type: 'user' | 'device',
  decided: (tx: Tx, uuid: string, now: Date) => Promise<string[]>,
) {
  const now = app.tools.clock();
  const cases = { usable: 0, not: 0 };
  for (const uuid of uuids) {
    await app.tools.db.inTenant(tenantId, async (tx) => {
      const reasons = await explainLicenses(tx, { type, uuid, locale: 'en', now });
      const usable = reasons.filter((one) => one.usable).map(({ licenseId }) => licenseId);
      expect(usable.sort()).toEqual((await decided(tx, uuid, now)).sort());
      cases.usable += usable.length;
      cases.not += reasons.length - usable.length;
    });
  }
  expect(cases.usable + cases.not).toBe(LICENSES * HOLDERS);
  expect(Math.min(cases.usable, cases.not)).toBeGreaterThan(500);
}

/** Locks: one expired, two active, one without an end. */
const lockEnds = () =>
  [-1, 1, 60, null].map((minutes) => minutes && new Date(app.tools.clock().getTime() + minutes * 60_000));

it('agrees with who is let in, what people see and what services are told, over ten thousand cases by chance', async () => {
  const tenantId = await makeCrowd('user');
  const met = new Set<string>();
  await app.owner.query(
    `insert into users (tenant_id, uuid, user_id, roles, status, was_registering, locked_until, failed_streak)
     select $1, uuid, 'u' || uuid, ${anyRoles}, status,
       status = 'inactive' and random() < 0.3,
       case when status in ('locked', 'active') then ($3::timestamptz[])[1 + floor(random() * 4)] end,
       case when random() < 0.05 then 100 else 0 end
     from (select uuid, (array['active', 'active', 'active', 'active', 'active', 'inactive', 'registering', 'locked', 'locked'])
       [1 + floor(random() * 9)] as status from unnest($2::uuid[]) uuid) u`,
    [tenantId, uuids, lockEnds()],
  );
  await app.owner.query(
    `insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
     select l.tenant_id, u.uuid, l.license_id, l.generation, not l.all_users, is_available_to(l.available_roles, u.roles)
     from licenses l join users u on u.tenant_id = l.tenant_id where l.tenant_id = $1 and random() < 0.4`,
    [tenantId],
  );
  await expectAgreement(tenantId, 'user', async (tx, uuid, now) => {
    const told = await permittedServices(app.tools, { tenantId, uuid });
    const caller = { uuid, permissions: new Set<string>() } as never;
    const icons = await availableServices(tx, caller, { query: '', locale: 'en', sort: 'appClass' }, now);
    expect(icons.map(({ appClass }) => appClass)).toEqual(told.map(({ serviceClass }) => serviceClass));
    const account = await findAccount(tx, 'uuid', uuid);
    const proven = {
      ...{ stillProven: true, wayOffered: true, mayBeChosen: true },
      oneTimeUntil: account?.one_time_until ?? null,
    };
    const refused = account && refusalOf({ ...doorFacts(account, 'known', now), ...proven }, 'step');
    met.add(String(refused?.reason));
    return refused === null ? told.flatMap((one) => one.permittedLicenses.map(({ licenseId }) => licenseId)) : [];
  });
  expect([...met].sort()).toEqual(['account_inactive', 'account_locked', 'revoked_or_expired', 'undefined']);
});

it('agrees with what a device is permitted and the permission screen shows, over ten thousand cases by chance', async () => {
  const tenantId = await makeCrowd('device');
  await app.owner.query(
    `insert into devices (tenant_id, uuid, device_id, serial_id, device_type, roles, created_at, updated_at)
     select $1, uuid, uuid, uuid, ($3::text[])[1 + floor(random() * 3)], ${anyRoles}, now(), now() from unnest($2::uuid[]) uuid`,
    [tenantId, uuids, TYPES],
  );
  await app.owner.query(
    `insert into license_devices (tenant_id, device_uuid, license_id, generation, permitted, counts)
     select l.tenant_id, d.uuid, l.license_id, l.generation, not d.device_type = any (l.all_device_types),
       is_available_to_device(l.available_roles, l.available_device_types, d.roles, d.device_type)
     from licenses l join devices d on d.tenant_id = l.tenant_id where l.tenant_id = $1 and random() < 0.4`,
    [tenantId],
  );
  await expectAgreement(tenantId, 'device', async (tx, uuid, now) => {
    const { rows } = await sql<{
      license_id: string;
    }>`select license_id from licenses_of_device(${uuid}, ${now})`.execute(tx);
    const permitted = rows.map((row) => row.license_id);
    const [first] = permitted;
    if (first) {
      const question = {
        condition: { deviceId: uuid },
        count: 1,
        page: 1,
        sort: 'deviceId',
        order: 'ascending',
      } as const;
      const [cell] = (await searchPermittedDevices({ tx, tenantId, now }, { ...question, licenseIds: [first] }))
        .results;
      expect(cell?.permissions).toEqual([{ licenseId: first, permitted: true, allowed: true }]);
    }
    return permitted;
  });
});
