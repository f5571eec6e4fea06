import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
let signedIn: SignedIn;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  signedIn = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'], userId: 'chief' }));
});
afterAll(() => app.close());

const path = '/api/portal/userRegisterUrl';
const make = (body: object) => app.call('POST', path, { token: signedIn.token, body });
const change = (uuid: string, body: object, token = signedIn.token) =>
  app.call('PUT', `${path}/${uuid}`, { token, body });
const refusal = ({ status, body }: { status: number; body: { message_id: string; field?: string }[] }) => [
  status,
  body[0]?.message_id,
  body[0]?.field,
];
const register = (uuid: string, many: number) =>
  app.owner.query('update registration_urls set users_count = $2 where uuid = $1', [uuid, many]);

it('a URL is created, listed, changed and ended, each with a log entry', async () => {
  const made = (
    await make({ role: 'User', expiresIn: 3600, usersLimit: 5, enabledDomains: ['b.example', '@A.example'] })
  ).body;
  expect(made).toMatchObject({
    role: 'User',
    tenantId: tenant.tenantId,
    usersLimit: 5,
    usersCount: 0,
    state: 'open',
    createdBy: 'chief',
  });
  expect(made.enabledDomains).toEqual(['b.example', 'a.example']);
  expect(made.url).toMatch(
    new RegExp(`^${app.url}/portal/self-register\\.html\\?code=${tenant.tenantId}\\.[\\w-]{43}$`),
  );
  const listed = await app.call('GET', path, { token: signedIn.token });
  expect(listed.body.results).toEqual([made]);
  const secret = made.url.split('.').at(-1);
  const { rows } = await app.owner.query('select u::text as row from registration_urls u');
  expect(JSON.stringify(rows)).not.toContain(secret);
  expect((await change(made.uuid, { usersLimit: 7, enabledDomains: [] })).body).toMatchObject({
    usersLimit: 7,
    enabledDomains: [],
  });
  expect((await app.call('DELETE', `${path}/${made.uuid}`, { token: signedIn.token })).status).toBe(204);
  expect(refusal(await change(made.uuid, { usersLimit: 9 }))).toEqual([409, 'conflict', undefined]);
  const log = await app.owner.query(
    "select operation, changes from system_operation_log where target_type = 'registrationUrl' and target_id = $1 order by id",
    [made.uuid],
  );
  expect(log.rows.map(({ operation }) => operation)).toEqual(['create', 'update', 'delete']);
  expect(log.rows[1].changes).toEqual({
    usersLimit: { before: 5, after: 7 },
    enabledDomains: { before: ['b.example', 'a.example'], after: [] },
  });
});

it('its domains cannot change, nor its seats drop below the users registered', async () => {
  const { uuid } = (await make({ expiresIn: 3600, usersLimit: 5, enabledDomains: ['a.example'] })).body;
  await register(uuid, 3);
  expect(refusal(await change(uuid, { enabledDomains: ['b.example'] }))).toEqual([
    409,
    'cannot_update_enabledDomains',
    'enabledDomains',
  ]);
  expect((await change(uuid, { enabledDomains: ['a.example'], usersLimit: 3 })).body).toMatchObject({ state: 'full' });
  expect(refusal(await change(uuid, { usersLimit: 2 }))).toEqual([409, 'limit_below_registered', 'usersLimit']);
  expect((await change(uuid, { usersLimit: 4 })).body).toMatchObject({ state: 'open', usersCount: 3 });
});

it('at most 200 are open at a time; ended, expired and ownerless ones do not count', async () => {
  const busy = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, busy, { roles: ['PowerUser'], userId: 'chief' }));
  const makeThere = () => app.call('POST', path, { token, body: { expiresIn: 3600, usersLimit: 5 } });
  await app.owner.query(
    `insert into registration_urls (tenant_id, uuid, secret_hash, sealed_secret, role, users_limit, expires_at, ended_at, created_by, created_by_uuid, created_at)
     select $1, gen_random_uuid(), sha256(n::text::bytea), '', 'User', 1, now() + case n % 8 when 0 then -1 else 1 end * interval '1 hour',
       case n % 8 when 1 then now() end, 'chief', case n % 8 when 2 then gen_random_uuid() end, now() from generate_series(1, 318) n`,
    [busy.tenantId],
  );
  expect((await makeThere()).status).toBe(200);
  expect(refusal(await makeThere())).toEqual([409, 'exceeded_registration_urls', undefined]);
});

it('another tenant cannot see it', async () => {
  const { uuid } = (await make({ expiresIn: 3600, usersLimit: 5 })).body;
  const { token } = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  expect((await app.call('GET', path, { token })).body).toEqual({ results: [] });
  expect((await change(uuid, { usersLimit: 9 }, token)).status).toBe(404);
  expect((await app.call('DELETE', `${path}/${uuid}`, { token })).status).toBe(404);
});

it.each([
  [{ expiresIn: 3600, usersLimit: 1, enabledDomains: ['nodot'] }, 'invalid_params_enabledDomains', 'enabledDomains'],
  [
    { expiresIn: 3600, usersLimit: 1, enabledDomains: ['a.example', 'A.example'] },
    'invalid_params_enabledDomains',
    'enabledDomains',
  ],
  [{ expiresIn: 3600, usersLimit: 0 }, 'invalid_params', 'usersLimit'],
  [{ expiresIn: 1, usersLimit: 1 }, 'invalid_params', 'expiresIn'],
  [{ expiresIn: 3600, usersLimit: 1, role: 'Owner' }, 'invalid_params', 'role'],
  [{ expiresIn: 3600, usersLimit: 1, licenseIds: 'all' }, 'invalid_params', 'licenseIds'],
])('%j is refused', async (body, id, field) => {
  expect(refusal(await make(body))).toEqual([400, id, field]);
});
