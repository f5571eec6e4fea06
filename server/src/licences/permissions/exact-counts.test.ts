import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweepPermissions } from '#server/platform/db/across-tenants.ts';
import { type Answer, startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { makeLicense, makeOperator, makeService, type Operate } from '#test/services.ts';

/** Whatever happens to users, devices, roles and licenses, the seat counter equals a recount. */

let app: TestApp;
let operate: Operate;
let tenantId: string;
let token: string;
let serviceClass: string;
let licenseIds: string[];

const SEED = 20261121;
const ROUNDS = 60;
const AT_ONCE = 4;

/** Pseudo-random numbers, the same in every run. */
function dice(seed: number) {
  let state = seed;
  return (faces: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * faces);
  };
}

beforeAll(async () => {
  app = await startTestApp({ DATABASE_POOL_SIZE: '8' });
  operate = await makeOperator(app);
  const tenant = await makeTenant(app);
  ({ tenantId } = tenant);
  token = (await signIn(app, await makeUser(app, tenant, { userId: 'boss', roles: ['PowerUser'] }))).token;
  serviceClass = await makeService(operate);
  const kinds = [{}, { availableRoles: ['PowerUser'] }, { availableRoles: ['User'] }];
  const devices = [{}, { availableDeviceTypes: ['PorticoMfp'] }].map((kind) => ({ ...kind, volumeType: 'device' }));
  licenseIds = [];
  for (const kind of [...kinds, ...devices])
    licenseIds.push(await makeLicense(operate, tenantId, { serviceClass, volume: 25, ...kind }));
});
afterAll(() => app.close());

/** Users of a license derived from the rules row by row, without counters. */
const recountSql = `
  select l.license_id,
    (select count(*) from users u
     left join license_users p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid and p.license_id = l.license_id and p.generation = l.generation
     where l.volume_type = 'user' and u.tenant_id = l.tenant_id and coalesce(p.permitted, l.all_users)
       and (l.available_roles is null or l.available_roles && u.roles))
    + (select count(*) from devices d
     left join license_devices p on p.tenant_id = d.tenant_id and p.device_uuid = d.uuid and p.license_id = l.license_id and p.generation = l.generation
     where l.volume_type = 'device' and d.tenant_id = l.tenant_id and coalesce(p.permitted, d.device_type = any (l.all_device_types))
       and (l.available_roles is null or l.available_roles && d.roles)
       and (l.available_device_types is null or d.device_type = any (l.available_device_types))) as counted
  from licenses l where l.tenant_id = $1 order by 1`;

async function differences(): Promise<unknown[]> {
  const counted = await app.owner.query(recountSql, [tenantId]);
  const { results } = (await operate('GET', `/tenants/${tenantId}/licenses`)).body;
  return counted.rows.filter(
    (row) =>
      results.find((one: { licenseId: string }) => one.licenseId === row.license_id).usedVolume !== Number(row.counted),
  );
}

it('stays exact through acts at once', async () => {
  const roll = dice(SEED);
  const pick = <T>(list: readonly T[]): T => list[roll(list.length)] as T;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => roll(3) === 0);
  const roles = () => pick([['User'], ['PowerUser'], ['User', 'PowerUser'], ['PowerUser', 'User']]);
  const users = Array.from({ length: 30 }, (_, n) => `user-${n}`);
  const devices = Array.from({ length: 20 }, (_, n) => `device-${n}`);
  const call = (method: string, path: string, body?: object): Promise<Answer> =>
    app.call(method, path, { token, body });
  const on = (path: string, body: object) =>
    call('POST', `/api/service/tenants/${tenantId}/availableServices/${serviceClass}/licenses/${path}`, body);
  const wishes = (ids: string[], name: string) => ids.map((id) => ({ [name]: id, permitted: roll(2) === 0 }));
  const usersPath = `/api/auth/tenants/${tenantId}/users`;
  const devicesPath = `/api/device/tenants/${tenantId}/devices`;
  const acts: (() => Promise<Answer>)[] = [
    () => call('POST', usersPath, { userId: pick(users), roles: roles() }),
    () => call('POST', usersPath, { userId: pick(users), roles: roles() }),
    () => call('DELETE', `${usersPath}/${pick(users)}`),
    () => call('PUT', `${usersPath}/${pick(users)}`, { roles: roles() }),
    () =>
      operate('POST', `/tenants/${tenantId}/devices`, {
        reason: 'tests',
        devices: [{ serialId: pick(devices), deviceType: pick(['PorticoMfp', 'PowerMeter']) }],
      }),
    () => call('DELETE', `${devicesPath}/${pick(devices)}`),
    () => call('PUT', `${devicesPath}/${pick(devices)}`, { roles: roles() }),
    () => on(`${pick(licenseIds)}/userPermissions`, { permissions: wishes([pick(users)], 'userId') }),
    () => on(`${pick(licenseIds)}/userPermissions`, { permissions: wishes([pick(users)], 'userId') }),
    () => on(`${pick(licenseIds)}/devicePermissions`, { permissions: wishes([pick(devices)], 'deviceId') }),
    () => on(`${pick(licenseIds)}/allUserPermissions`, { permissions: roll(2) === 0, reversePermittedUsers: [] }),
    () => {
      const deviceTypeList = some(['PorticoMfp', 'PowerMeter']);
      return on(`${pick(licenseIds)}/allDevicePermissions`, { permissions: deviceTypeList.length > 0, deviceTypeList });
    },
    () =>
      operate('PUT', `/tenants/${tenantId}/licenses/${pick(licenseIds)}`, { availableRoles: pick([null, roles()]) }),
  ];
  let done = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => pick(acts)()));
    for (const answer of answers) expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
    done += answers.filter(({ status }) => status < 300).length;
    expect([round, await differences()]).toEqual([round, []]);
  }
  expect(done).toBeGreaterThan(ROUNDS);
  expect(await sweepPermissions(app.tools.db.pool, 10_000)).toBeGreaterThan(0);
  expect(await sweepPermissions(app.tools.db.pool, 10_000)).toBe(0);
  expect(await differences()).toEqual([]);
});

it('stays exact when many users change or go in one statement', async () => {
  const inserted = `insert into users (tenant_id, uuid, user_id, roles)
    select $1, gen_random_uuid(), 'many-' || n, case when n % 3 = 0 then '{PowerUser}'::text[] else '{User}' end from generate_series(1, 300) n`;
  await app.owner.query(inserted, [tenantId]);
  await app.owner.query(
    `insert into license_users (tenant_id, user_uuid, license_id, generation, permitted, counts)
     select u.tenant_id, u.uuid, l.license_id, l.generation, not l.all_users, l.available_roles is null or l.available_roles && u.roles
     from users u, licenses l where u.tenant_id = $1 and l.tenant_id = $1 and l.volume_type = 'user' and u.user_id like 'many-%' and u.user_id like '%' || $2`,
    [tenantId, '7'],
  );
  expect(await differences()).toEqual([]);
  await app.owner.query("update users set roles = '{PowerUser,User}' where tenant_id = $1 and user_id like 'many-1%'", [
    tenantId,
  ]);
  expect(await differences()).toEqual([]);
  await app.owner.query("update users set roles = '{User}' where tenant_id = $1 and user_id like 'many-%'", [tenantId]);
  expect(await differences()).toEqual([]);
  await app.owner.query("delete from users where tenant_id = $1 and user_id like 'many-%'", [tenantId]);
  expect(await differences()).toEqual([]);
});
