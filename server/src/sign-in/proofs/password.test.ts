import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, PASSWORD, type TestTenant, type TestUser } from '#test/factories.ts';
import { createPasswordHasher } from '../../platform/crypto/password-hash.ts';

/** The cost of a sign-in with a password, equal for all accounts, and the counting of failures. */

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const WRONG = 'not the password';
const login = (body: object, password = WRONG, from = '203.0.113.1') =>
  app.call('POST', '/api/auth/login/user', { body: { password, ...body }, headers: { 'x-forwarded-for': from } });
const byId = (userId: string, { tenantId } = tenant) => ({ type: 'userId', tenantId, credentials: userId });
const byMailAlone = (mail: string) => ({ type: 'loginMailAddress', credentials: mail });

/** Password checks and reads in a tenant, in order, until a request is answered. */
async function costOf(act: () => Promise<{ status: number }>) {
  const { hasher, db } = app.tools;
  const { verify } = hasher;
  const { reading } = db;
  const cost = { checks: 0, looks: 0 };
  hasher.verify = (...given) => {
    cost.checks += 1;
    return verify(...given);
  };
  db.reading = (tenantId, work) => {
    cost.looks += 1;
    return reading(tenantId, work);
  };
  try {
    return [(await act()).status, cost.checks, cost.looks];
  } finally {
    Object.assign(hasher, { verify });
    Object.assign(db, { reading });
  }
}

describe('a refused sign-in costs as much', () => {
  it('in a tenant for a name that nobody has as for one that is wrong or locked', async () => {
    const [user, locked] = [await makeUser(app, tenant), await makeUser(app, tenant, { status: 'locked' })];
    expect(await costOf(() => login(byId('nobody')))).toEqual([401, 1, 1]);
    expect(await costOf(() => login(byId(user.userId)))).toEqual([401, 1, 1]);
    expect(await costOf(() => login(byId(locked.userId), PASSWORD))).toEqual([401, 1, 1]);
  });

  it('by an address alone for one that nobody has as for that of one account or two', async () => {
    const [one, two] = ['one@cost.example', 'two@cost.example'];
    await makeUser(app, tenant, { mail: one });
    for (const place of [tenant, await makeTenant(app)]) await makeUser(app, place, { mail: two });
    expect(await costOf(() => login(byMailAlone('none@cost.example')))).toEqual([401, 2, 1]);
    expect(await costOf(() => login(byMailAlone(one)))).toEqual([401, 2, 1]);
    expect(await costOf(() => login(byMailAlone(two)))).toEqual([401, 2, 2]);
  });

  it('nothing once the tries of a name are used up', async () => {
    const user = await makeUser(app, tenant);
    await login(byId(user.userId));
    await app.owner.query('update throttles set count = 30');
    expect(await costOf(() => login(byId(user.userId), PASSWORD))).toEqual([429, 0, 0]);
    await app.owner.query('delete from throttles');
  });
});

it('a hash of other parameters is replaced by the first right password, and by that one only', async () => {
  const user = await makeUser(app, tenant);
  const older = await createPasswordHasher({ work: { memoryCost: 128, timeCost: 1, parallelism: 1 } }).hash(PASSWORD);
  await app.owner.query('update user_passwords set password_hash = $2 where user_uuid = $1', [user.uuid, older]);
  const stored = async () =>
    (await app.owner.query('select password_hash from user_passwords where user_uuid = $1', [user.uuid])).rows[0]
      .password_hash as string;
  await login(byId(user.userId));
  expect(await stored()).toBe(older);
  for (let time = 0; time < 2; time += 1) {
    const before = await stored();
    expect((await login(byId(user.userId), PASSWORD)).status).toBe(200);
    expect([time, (await stored()) === before]).toEqual([time, time === 1]);
  }
  expect(app.tools.hasher.needsRehash(await stored())).toBe(false);
});

describe('of tries at unknown names a tenant sees a thousand an hour', () => {
  const rowsOf = async ({ tenantId }: TestTenant) =>
    Number((await app.owner.query('select count(*) from login_log where tenant_id = $1', [tenantId])).rows[0].count);
  /** Sets all counts, as if there had been so many attempts. */
  const tried = (times: number) => app.owner.query('update throttles set count = $1', [times]);
  const guess = async (place: TestTenant, userId: string, from: string) =>
    expect((await login(byId(userId, place), WRONG, from)).status).toBe(401);

  it('from however many networks, and the next ones when the hour is over', async () => {
    const place = await makeTenant(app);
    await guess(place, 'ghost', '198.51.100.1');
    await tried(999);
    await guess(place, 'ghost', '198.51.100.2');
    expect(await rowsOf(place)).toBe(2);
    await guess(place, 'ghost', '198.51.100.3');
    expect(await rowsOf(place)).toBe(2);
    app.advance(3_600_000);
    await guess(place, 'ghost', '198.51.100.4');
    expect(await rowsOf(place)).toBe(3);
  });

  it('and all of those at names that are known, which take nothing from the others', async () => {
    const place = await makeTenant(app);
    const user: TestUser = await makeUser(app, place);
    await guess(place, user.userId, '198.51.100.5');
    await tried(1000);
    await guess(place, 'ghost', '198.51.100.6');
    expect(await rowsOf(place)).toBe(2);
    await tried(1000);
    await guess(place, user.userId, '198.51.100.7');
    expect(await rowsOf(place)).toBe(3);
  });
});
