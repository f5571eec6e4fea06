import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

/** Attempts at unknown names are shown in the sign-in log of the named tenant. */

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let asked = 0;

beforeAll(async () => {
  app = await sharedTestApp('with a clock');
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['User', 'PowerUser'] }));
});
afterAll(() => app.close());

const guess = (body: object, address = '203.0.113.7') =>
  app.call('POST', '/api/auth/login/user', {
    body: { type: 'userId', password: 'a wrong password', ...body },
    headers: { 'x-forwarded-for': address },
  });
const logged = async (condition: object) => {
  const path = `/api/auth/tenants/${tenant.tenantId}/operations/search/logs/login`;
  return (await app.call('POST', path, { token: admin.token, body: { condition } })).body;
};
const rowsOf = async (tenantId: string) =>
  Number((await app.owner.query('select count(*) from login_log where tenant_id = $1', [tenantId])).rows[0].count);

it('shows the tenant what was typed, from where and why it was refused, and the caller nothing', async () => {
  const known = await makeUser(app, tenant);
  const [unknown, wrong] = [
    await guess({ tenantId: tenant.tenantId, credentials: '  Ghost ' }),
    await guess({ tenantId: tenant.tenantId, credentials: known.userId }),
  ];
  expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  expect((await logged({ userId: 'ghost' })).results).toMatchObject([
    {
      ...{ userId: 'Ghost', uuid: null, status: 'error', reason: 'account_not_exist', loginType: 'userId' },
      ...{ address: '203.0.113.7', requestId: unknown.headers.get('x-request-id') },
    },
  ]);
});

it('shows a mail address that nobody has where a tenant is named', async () => {
  const type = 'loginMailAddress';
  await guess({ type, tenantId: tenant.tenantId, credentials: 'ghost@places.example' });
  expect((await logged({ keyword: 'ghost@places' })).results).toMatchObject([
    { userId: 'ghost@places.example', loginType: type },
  ]);
});

it('keeps of what was typed visible characters only', async () => {
  await guess({ tenantId: tenant.tenantId, credentials: 'turned\u202Eround' });
  const [row] = (await logged({ keyword: 'turned' })).results;
  expect(row.userId).toBe('turned\uFFFDround');
});

it('writes nothing for a tenant that does not exist, nor into that of another', async () => {
  const other = await makeTenant(app);
  const before = await rowsOf(tenant.tenantId);
  const answers = [
    await guess({ tenantId: 'no-such-tenant', credentials: 'ghost' }),
    await guess({ tenantId: 'Not A Tenant', credentials: 'ghost' }),
    await guess({ credentials: 'ghost' }),
    await guess({ type: 'loginMailAddress', credentials: 'ghost@places.example' }),
  ];
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  expect([await rowsOf('no-such-tenant'), await rowsOf('-'), await rowsOf(other.tenantId)]).toEqual([0, 0, 0]);
  expect(await rowsOf(tenant.tenantId)).toBe(before);
});

it('does not let a stranger fill the log: 200 rows of one network in a quarter of an hour', async () => {
  const flooded = await makeTenant(app);
  // Many names, so that none of them is throttled by itself; in batches for the hasher.
  for (let batch = 0; batch < 21; batch += 1) {
    await Promise.all(
      Array.from({ length: 10 }, () => {
        asked += 1;
        return guess({ tenantId: flooded.tenantId, credentials: `ghost-${asked}` }, '198.51.100.9');
      }),
    );
  }
  expect(await rowsOf(flooded.tenantId)).toBe(200);
  await guess({ tenantId: flooded.tenantId, credentials: 'ghost' }, '198.51.100.10');
  expect(await rowsOf(flooded.tenantId)).toBe(201);
});
