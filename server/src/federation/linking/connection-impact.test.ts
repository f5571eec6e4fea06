import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { connect, samlsPath } from '#test/saml/connection.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: TestUser;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  admin = await makeUser(app, tenant, { roles: ['PowerUser'] });
  ({ token } = await signIn(app, admin));
  for (const opId of ['acme', 'other']) await addOpenid(opId);
});

const oidcs = () => `/api/auth/tenants/${tenant.tenantId}/oidcs`;
const addOpenid = (opId: string) =>
  app.call('POST', oidcs(), {
    token,
    body: { opId, displayName: opId, issuer: 'https://op.example', clientId: 'c', clientSecret: 's', enabled: true },
  });
const impact = async (opId = 'acme') => (await app.call('GET', `${oidcs()}/${opId}/impact`, { token })).body;
const link = (user: TestUser, opId = 'acme') =>
  app.owner.query(
    `insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id)
      select tenant_id, gen_random_uuid(), $1::uuid, uuid::text, $1::text from openid_connections where tenant_id = $2 and op_id = $3`,
    [user.uuid, tenant.tenantId, opId],
  );
const linked = async (given: Parameters<typeof makeUser>[2] = {}, ...opIds: string[]) => {
  const user = await makeUser(app, tenant, given);
  for (const opId of ['acme', ...opIds]) await link(user, opId);
  return user;
};
const set = (user: TestUser, columns: string) =>
  app.owner.query(`update users set ${columns} where uuid = $1`, [user.uuid]);
const saved = (body: object) => app.call('PUT', `/api/auth/tenants/${tenant.tenantId}`, { token, body });
const setEnabled = async (enabled: boolean, opId = 'acme') => {
  const { body } = await app.call('GET', `${oidcs()}/${opId}`, { token });
  const { displayName, clientId, jitProvisioning } = body;
  const expected = { enabled: body.enabled };
  return app.call('PUT', `${oidcs()}/${opId}`, {
    token,
    body: { displayName, clientId, jitProvisioning, enabled, expected },
  });
};
const idOf = (answer: { status: number; body: { message_id?: string }[] }) => [
  answer.status,
  answer.body[0]?.message_id,
];

it('counts whom a connection signs in, and who has no other way', async () => {
  await linked();
  await linked({ withoutPassword: true }, 'other');
  await linked({ withoutPassword: true, status: 'inactive' });
  await linked({ withoutPassword: true });
  await set(await linked({ withoutPassword: true }), 'login_mail_address = null');
  const zoe = await linked({ withoutPassword: true, roles: ['PowerUser'], userId: 'zoe' });
  await makeUser(app, tenant, { withoutPassword: true });
  await link(admin);
  const expected = {
    users: 6,
    withoutOther: 3,
    byMail: 2,
    administratorsTotal: 1,
    you: false,
    lastAdministrator: false,
  };
  expect(await impact()).toEqual({ ...expected, administrators: [expect.objectContaining({ userId: zoe.userId })] });
  expect(await impact('other')).toMatchObject({ users: 1, withoutOther: 0, administrators: [] });
});

it('follows the policy: a password that is closed is no other way, and a closed connection signs nobody in', async () => {
  await linked();
  await linked({ withoutPassword: true });
  const policy = (loginPolicy: object, securityPolicyVersion: number) =>
    saved({ securityPolicy: { loginPolicy }, securityPolicyVersion });
  expect((await policy({ siteLoginRoles: { password: ['PowerUser'] } }, 0)).status).toBe(200);
  expect(await impact()).toMatchObject({ users: 2, withoutOther: 2, byMail: 0 });
  expect((await policy({ oidc: { openidProviders: ['other'] } }, 1)).status).toBe(200);
  expect(await impact()).toMatchObject({ users: 0, withoutOther: 0 });
});

it('knows SAML connections, and one that is switched off is no other way', async () => {
  const { samlId } = await connect(app, { tenantId: tenant.tenantId, token });
  const user = await linked({ withoutPassword: true });
  await app.owner.query(
    `insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id)
      select tenant_id, gen_random_uuid(), $1, uuid::text, 'x' from saml_connections where tenant_id = $2`,
    [user.uuid, tenant.tenantId],
  );
  const ofSaml = async () => (await app.call('GET', `${samlsPath(tenant.tenantId)}/${samlId}/impact`, { token })).body;
  expect(await ofSaml()).toMatchObject({ users: 1, withoutOther: 0 });
  expect((await setEnabled(false)).status).toBe(200);
  expect(await ofSaml()).toMatchObject({ users: 1, withoutOther: 1, byMail: 1 });
  expect(await impact()).toMatchObject({ users: 0 });
});

/** Only providers sign in its administrators: no password, and no address to set one. */
async function withProviderAlone() {
  await link(admin);
  await app.owner.query('delete from user_passwords where user_uuid = $1', [admin.uuid]);
  await set(admin, 'login_mail_address = null, proven_mail_address = null');
}

it('the connection of the last administrator who can sign in is neither switched off nor deleted', async () => {
  await withProviderAlone();
  expect(await impact()).toMatchObject({ withoutOther: 1, you: true, lastAdministrator: true });
  expect(idOf(await setEnabled(false))).toEqual([409, 'last_administrator']);
  expect(idOf(await app.call('DELETE', `${oidcs()}/acme`, { token }))).toEqual([409, 'last_administrator']);
  await link(admin, 'other');
  expect(await impact()).toMatchObject({ withoutOther: 0, lastAdministrator: false });
  // Of both at once one stays.
  const answers = await Promise.all(
    ['acme', 'other'].map((opId) => app.call('DELETE', `${oidcs()}/${opId}`, { token })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
});

it('an account that is only named is no way in for an administrator', async () => {
  const names = (user: TestUser, opId: string) =>
    app.owner.query(
      `update openid_provider_accounts set named = true where user_uuid = $1 and op_id in (
        select uuid::text from openid_connections where op_id = $2)`,
      [user.uuid, opId],
    );
  const user = await linked({ withoutPassword: true }, 'other');
  await names(user, 'other');
  const zoe = await linked({ roles: ['PowerUser'], userId: 'zoe' }, 'other');
  await names(zoe, 'other');
  await set(zoe, 'login_mail_address = null, proven_mail_address = null');
  // By a policy without her password: acme signs her in, other does not.
  const closes = async (openidProviders: string[]) => {
    const securityPolicy = { loginPolicy: { siteLoginType: 'loginMailAddress', oidc: { openidProviders } } };
    const path = `/api/auth/tenants/${tenant.tenantId}/securityPolicy/operations/preview`;
    const { effects } = (await app.call('POST', path, { token, body: { securityPolicy } })).body;
    return effects.find(({ effect }: { effect: string }) => effect === 'noWayIn').users;
  };
  expect([await closes(['acme']), await closes(['other'])]).toEqual([0, 1]);
  await app.owner.query('delete from user_passwords where user_uuid = $1', [zoe.uuid]);
  expect(await impact('other')).toMatchObject({ users: 1, withoutOther: 0, administrators: [] });
  expect(await impact()).toMatchObject({ users: 2, withoutOther: 1, administrators: [{ userId: 'zoe' }] });
  await withProviderAlone();
  await link(admin, 'other');
  await names(admin, 'other');
  await names(zoe, 'acme');
  expect(await impact()).toMatchObject({ you: true, lastAdministrator: true });
  expect(idOf(await setEnabled(false))).toEqual([409, 'last_administrator']);
  expect((await app.call('DELETE', `${oidcs()}/other`, { token })).status).toBe(204);
});

it('another administrator with a password is enough', async () => {
  await withProviderAlone();
  await makeUser(app, tenant, { roles: ['PowerUser'] });
  expect(await impact()).toMatchObject({ you: true, lastAdministrator: false });
  expect((await setEnabled(false)).status).toBe(200);
});

it('names ten administrators and how many there are', async () => {
  for (let made = 0; made < 12; made += 1) await linked({ withoutPassword: true, roles: ['PowerUser'] });
  const { administrators, administratorsTotal } = await impact();
  expect([administrators.length, administratorsTotal]).toEqual([10, 12]);
});

it('is of the own tenant alone', async () => {
  const stranger = await signIn(app, await makeUser(app, await makeTenant(app), { roles: ['PowerUser'] }));
  expect((await app.call('GET', `${oidcs()}/acme/impact`, { token: stranger.token })).status).toBe(404);
  const user = await signIn(app, await makeUser(app, tenant));
  expect((await app.call('GET', `${oidcs()}/acme/impact`, { token: user.token })).status).toBe(403);
});
