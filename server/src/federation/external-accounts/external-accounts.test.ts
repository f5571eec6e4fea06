import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';

let app: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
});
afterAll(() => app.close());

const list = (token: string) => app.call('GET', '/api/auth/me/externalAccounts', { token });
const unlink = (token: string, uuid: string) => app.call('DELETE', `/api/auth/me/externalAccounts/${uuid}`, { token });

/** Accounts cannot be linked before federation exists, so the test inserts the row. */
async function link(user: TestUser, opId: string): Promise<string> {
  const uuid = randomUUID();
  await app.owner.query(
    'insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id, display_name) values ($1, $2, $3, $4, $5, $6)',
    [user.tenantId, uuid, user.uuid, opId, randomUUID(), `taro at ${opId}`],
  );
  return uuid;
}

/** Adds an OpenID connection of a name of its own. */
async function addConnection(): Promise<string> {
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const opId = `op-${randomUUID().slice(0, 8)}`;
  const given = {
    opId,
    displayName: opId,
    issuer: `https://${opId}.example`,
    clientId: 'portico',
    clientSecret: 'x',
    enabled: true,
  };
  const { body } = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oidcs`, {
    token: admin.token,
    body: given,
  });
  return body.uuid;
}

it('lists and unlinks one’s own, and tells by mail', async () => {
  const user = await makeUser(app, tenant);
  const [uuid] = [await link(user, 'office365'), await link(user, 'cybozu')];
  const { token } = await signIn(app, user);
  const { body } = await list(token);
  expect(body.results).toMatchObject([
    { uuid, opId: 'office365', displayName: 'taro at office365' },
    { opId: 'cybozu' },
  ]);
  expect(JSON.stringify(body)).not.toContain('subject');
  expect((await unlink(token, uuid)).status).toBe(204);
  expect((await unlink(token, uuid)).status).toBe(404);
  expect((await list(token)).body.totalResults).toBe(1);
  expect((await app.mails(user.mail)).map(({ kind }) => kind)).toEqual(['externalAccountUnlinked']);
});

it('keeps the last way to sign in of an account without a password, also against twenty at once', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  await app.owner.query('delete from user_passwords where user_uuid = $1', [user.uuid]);
  const uuids = [await link(user, await addConnection()), await link(user, await addConnection())];
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => unlink(token, uuids[n % 2] ?? '')));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await list(token)).body.totalResults).toBe(1);
  const [last] = (await list(token)).body.results;
  const refused = await unlink(token, last.uuid);
  expect([refused.status, refused.body[0].message_id]).toEqual([409, 'last_login_method']);
});

it('does not count links that came back from the bin after their connection was deleted', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  await app.owner.query('delete from user_passwords where user_uuid = $1', [user.uuid]);
  const [gone, live] = [await link(user, randomUUID()), await link(user, await addConnection())];
  const refused = await unlink(token, live);
  expect([refused.status, refused.body[0].message_id]).toEqual([409, 'last_login_method']);
  expect((await unlink(token, gone)).status).toBe(204);
  expect((await unlink(token, live)).status).toBe(409);
});

it('knows none of another user or tenant', async () => {
  const user = await makeUser(app, tenant);
  const uuid = await link(user, 'office365');
  const neighbour = await signIn(app, await makeUser(app, tenant));
  const stranger = await signIn(app, await makeUser(app, await makeTenant(app)));
  for (const { token } of [neighbour, stranger]) {
    expect((await unlink(token, uuid)).status).toBe(404);
    expect((await list(token)).body.totalResults).toBe(0);
  }
});

it('names the connection of an account by the ID that people know', async () => {
  const user = await makeUser(app, tenant);
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const body = { opId: 'acme', displayName: 'Acme', issuer: 'https://acme.example', clientId: 'portico' };
  const added = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oidcs`, {
    token: admin.token,
    body: { ...body, clientSecret: 'a secret' },
  });
  await link(user, added.body.uuid);
  const { token } = await signIn(app, user);
  expect((await list(token)).body.results).toMatchObject([{ opId: 'acme' }]);
});

it('keeps the last way that the policy opens: a closed password, or a provider that is off, is none', async () => {
  const user = await makeUser(app, tenant);
  const { token } = await signIn(app, user);
  const [first, second] = [await addConnection(), await addConnection()];
  const [kept, other] = [await link(user, first), await link(user, second)];
  const save = (loginPolicy: object) =>
    app.owner.query('update tenants set security_policy = $2 where tenant_id = $1', [
      tenant.tenantId,
      JSON.stringify({ loginPolicy }),
    ]);
  await app.owner.query('update openid_connections set enabled = false where uuid = $1', [second]);
  try {
    await save({ siteLoginRoles: { password: ['PowerUser'] } });
    const refused = await unlink(token, kept);
    expect([refused.status, refused.body[0].message_id]).toEqual([409, 'last_login_method']);
    expect((await unlink(token, other)).status).toBe(204);
    await save({});
    expect((await unlink(token, kept)).status).toBe(204);
  } finally {
    await save({});
  }
});
