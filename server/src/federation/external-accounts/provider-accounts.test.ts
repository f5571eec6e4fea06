import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '#test/app.ts';
import {
  makeTenant,
  makeUser,
  portalTokens,
  type SignedIn,
  signIn,
  type TestTenant,
  type TestUser,
} from '#test/factories.ts';
import { addProvider, roundTrip, signInWith } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import * as saml from '#test/saml/connection.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: SignedIn;
let boss: TestUser;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  boss = await makeUser(app, tenant, { roles: ['PowerUser'] });
  admin = await signIn(app, boss);
  await addProvider(app, tenant, admin, provider);
  user = await makeUser(app, tenant, { withoutPassword: true });
});

type Answer = Awaited<ReturnType<TestApp['call']>>;
const path = (of = user) => `/api/auth/tenants/${tenant.tenantId}/users/${of.userId}`;
const add = (body: object, of = user, token = admin.token) =>
  app.call('POST', `${path(of)}/openidProviderAccounts`, { token, body: { opId: 'acme', ...body } });
const remove = (uuid: string, of = user, token = admin.token) =>
  app.call('DELETE', `${path(of)}/openidProviderAccounts/${uuid}`, { token });
const idOf = ({ status, body }: Answer) => [status, body?.[0]?.message_id];
const isUnknown = async (sub: string) =>
  (await roundTrip(app, tenant.tenantId, provider, { sub })).told.get('federationError') === 'rp_account_not_federated';
const kindsTo = async (mail: string) => (await app.mails(mail)).map(({ kind }) => kind);

describe('an account that an administrator names', () => {
  it('is readable, told to its user and logged, and signs them in until it is taken away', async () => {
    const before = await app.call('GET', path(), { token: admin.token });
    expect(before.body).toMatchObject({ linkedOpenidProvider: null, allowedOpenidProviderAccounts: [] });
    const added = await add({ subjectSubId: 'sub-1' });
    expect(added.body).toMatchObject({ linkedOpenidProvider: 'acme', userId: user.userId });
    const [account] = added.body.allowedOpenidProviderAccounts;
    expect(account).toMatchObject({ type: 'openid', opId: 'acme', subjectSubId: 'sub-1', displayName: 'Acme' });
    expect((await signInWith(app, tenant.tenantId, provider, { sub: 'sub-1' })).body.uuid).toBe(user.uuid);
    expect(await kindsTo(user.mail)).toEqual(['externalAccountLinked']);
    // Once more changes and tells nothing.
    expect((await add({ subjectSubId: 'sub-1' })).body.allowedOpenidProviderAccounts).toHaveLength(1);
    const removed = await remove(account.uuid);
    expect(removed.body).toMatchObject({ linkedOpenidProvider: null, allowedOpenidProviderAccounts: [] });
    expect(await isUnknown('sub-1')).toBe(true);
    expect(await kindsTo(user.mail)).toEqual(['externalAccountLinked', 'externalAccountUnlinked']);
    const { rows } = await app.owner.query(
      `select type, operator_uuid, changes -> 'externalAccounts' as change from system_operation_log
        where target_id = $1 and type like 'user.externalAccount%' order by at, id`,
      [user.uuid],
    );
    const said = { opId: 'acme', subjectSubId: 'sub-1', displayName: 'Acme' };
    expect(rows).toEqual([
      { type: 'user.externalAccountLinked', operator_uuid: boss.uuid, change: { after: said } },
      { type: 'user.externalAccountUnlinked', operator_uuid: boss.uuid, change: { before: said } },
    ]);
    expect(idOf(await remove(account.uuid))).toEqual([404, 'not_found']);
  });

  it('signs no administrator in whom its user has become, until they prove it themselves', async () => {
    await add({ subjectSubId: 'sub-1' });
    const promoted = await app.call('PUT', path(), { token: admin.token, body: { roles: ['User', 'PowerUser'] } });
    expect(promoted.status).toBe(200);
    const refused = await signInWith(app, tenant.tenantId, provider, { sub: 'sub-1' });
    expect(idOf(refused)).toEqual([404, 'domain_not_exists']);
    await app.owner.query('update openid_provider_accounts set named = false where user_uuid = $1', [user.uuid]);
    expect((await signInWith(app, tenant.tenantId, provider, { sub: 'sub-1' })).status).toBe(200);
  });

  it('may be one of a SAML provider, named by its NameID', async () => {
    const connected = await saml.connect(
      app,
      { tenantId: tenant.tenantId, token: admin.token },
      { jitProvisioning: false },
    );
    const added = await add({ type: 'saml', opId: 'entra', subjectSubId: 'name-1' });
    expect(added.body.allowedOpenidProviderAccounts).toMatchObject([{ type: 'saml', opId: 'Entra' }]);
    expect((await saml.signInBySaml(app, connected, { nameId: 'name-1' })).body.uuid).toBe(user.uuid);
  });

  it('of Entra ID is a directory and an object', async () => {
    const entra = { opId: 'entra', kind: 'office365', issuer: undefined };
    expect((await addProvider(app, tenant, admin, provider, entra)).status).toBe(200);
    const [tid, oid] = ['0A1B2C3D-0000-4000-8000-000000000001', '0a1b2c3d-0000-4000-8000-00000000000F'];
    expect(idOf(await add({ opId: 'entra', subjectSubId: 'taro@acme.example' }))).toEqual([400, 'invalid_params']);
    const added = await add({ opId: 'entra', subjectSubId: `${tid}.${oid}` });
    expect(added.body.allowedOpenidProviderAccounts[0].subjectSubId).toBe(`${tid}.${oid}`.toLowerCase());
  });
});

describe('is refused', () => {
  it('for oneself, for administrators and agents: nobody else proves what signs them in', async () => {
    const other = await makeUser(app, tenant, { roles: ['User', 'PowerUser'] });
    const agent = await makeUser(app, tenant, { userId: 'agent:sync' });
    for (const one of [boss, other, agent])
      expect(idOf(await add({ subjectSubId: 'mine' }, one))).toEqual([403, 'forbidden']);
    expect(await isUnknown('mine')).toBe(true);
  });

  it('for an account that is somebody’s, and for a second one of a provider', async () => {
    await add({ subjectSubId: 'taken' });
    const other = await makeUser(app, tenant);
    expect(idOf(await add({ subjectSubId: 'taken' }, other))).toEqual([409, 'other_idp_account_federated']);
    expect(idOf(await add({ subjectSubId: 'second' }))).toEqual([409, 'other_idp_account_federated']);
  });

  it('for a provider or user that is not there, also in another tenant', async () => {
    expect((await add({ opId: 'none', subjectSubId: 'a' })).body[0].message_id).toBe('domain_not_exists');
    expect((await add({ type: 'saml', subjectSubId: 'a' })).body[0].message_id).toBe('domain_not_exists');
    const place = await makeTenant(app);
    const stranger = await signIn(app, await makeUser(app, place, { roles: ['PowerUser'] }));
    expect(idOf(await add({ subjectSubId: 'a' }, user, stranger.token))).toEqual([404, 'not_found']);
    const missing = { ...user, userId: 'nobody' };
    expect(idOf(await add({ subjectSubId: 'a' }, missing))).toEqual([404, 'not_found']);
  });

  it.each([['a\u0000b'], [''], ['x'.repeat(256)]])('for the name %j', async (subjectSubId) => {
    expect((await add({ subjectSubId })).status).toBe(400);
  });

  it('to users, and to administrators whose proof is old', async () => {
    const { body } = await add({ subjectSubId: 'sub-1' });
    const [{ uuid }] = body.allowedOpenidProviderAccounts;
    const plain = await signIn(app, await makeUser(app, tenant));
    expect(idOf(await add({ subjectSubId: 'b' }, user, plain.token))).toEqual([403, 'forbidden']);
    expect(idOf(await remove(uuid, user, plain.token))).toEqual([403, 'forbidden']);
    app.advance(16 * 60_000);
    const stale = await portalTokens(app, admin.cookie);
    expect(idOf(await add({ subjectSubId: 'b' }, user, stale.token))).toEqual([403, 'reauthentication_required']);
    expect(idOf(await remove(uuid, user, stale.token))).toEqual([403, 'reauthentication_required']);
  });
});

it('one’s own account is unlinked on the account page alone', async () => {
  await app.owner.query(
    `insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id, display_name)
      select tenant_id, gen_random_uuid(), $1, uuid::text, 'own', 'Acme' from openid_connections where tenant_id = $2`,
    [boss.uuid, tenant.tenantId],
  );
  const { body } = await app.call('GET', path(boss), { token: admin.token });
  expect(idOf(await remove(body.allowedOpenidProviderAccounts[0].uuid, boss))).toEqual([403, 'forbidden']);
});

it('a link whose provider is gone is shown, and is none', async () => {
  await app.owner.query(
    `insert into openid_provider_accounts (tenant_id, uuid, user_uuid, op_id, subject_sub_id, display_name)
      values ($1, gen_random_uuid(), $2, gen_random_uuid()::text, 'old', 'Old')`,
    [tenant.tenantId, user.uuid],
  );
  const { body } = await app.call('GET', path(), { token: admin.token });
  expect(body).toMatchObject({ linkedOpenidProvider: null, allowedOpenidProviderAccounts: [{ type: null }] });
});
