import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, startTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { addProvider, roundTrip, signInWith } from '#test/federation.ts';
import { type OpenidProvider, startOpenidProvider } from '#test/openid-provider.ts';
import * as saml from '#test/saml/connection.ts';
import { sweepUnknownUsers } from '../../platform/db/across-tenants.ts';
import { saveUnknown } from './queries.ts';

let app: TestApp;
let provider: OpenidProvider;
let tenant: TestTenant;
let admin: { token: string };
beforeAll(async () => {
  app = await startTestApp({ OUTGOING_ALLOW: '127.0.0.1' });
  provider = await startOpenidProvider();
});
afterAll(async () => {
  await app.close();
  await provider.close();
});
beforeEach(async () => {
  provider.misbehave = {};
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
});

const pathOf = ({ tenantId }: TestTenant) => `/api/auth/tenants/${tenantId}/oidcs/acme`;
const listed = async () => (await app.call('GET', `${pathOf(tenant)}/unknownUsers`, { token: admin.token })).body;
const update = (more: Record<string, unknown>) =>
  app.call('PUT', pathOf(tenant), {
    token: admin.token,
    body: { displayName: 'Acme', clientId: 'portico', enabled: true, ...more },
  });
const come = async (...subjects: (string | Record<string, unknown>)[]) => {
  for (const one of subjects)
    await roundTrip(app, tenant.tenantId, provider, typeof one === 'string' ? { sub: one } : { sub: 'x', ...one });
};
const causes = (list: { results: { subject: string; cause: string | null }[] }) =>
  Object.fromEntries(list.results.map(({ subject, cause }) => [subject, cause]));

describe('of an OpenID provider', () => {
  it('each is counted once, with what the provider says, and adding users then does just that', async () => {
    await addProvider(app, tenant, admin, provider);
    const taro = { sub: 'taro', family_name: 'Yamada', given_name: 'Taro', email: 'Taro@acme.example' };
    await come(taro, 'hanako', taro);
    const list = await listed();
    expect(list).toMatchObject({ days: 30, isFull: false, added: 2, refused: 0, room: null });
    expect(list.results).toMatchObject([
      {
        subject: 'taro',
        familyName: 'Yamada',
        mailAddress: 'Taro@acme.example',
        isProven: false,
        cause: null,
        times: 2,
      },
      { subject: 'hanako', mailAddress: null, times: 1 },
    ]);
    await update({ jitProvisioning: true });
    expect((await signInWith(app, tenant.tenantId, provider, taro)).body.status).toBe('completed');
    expect(causes(await listed())).toEqual({ hanako: null });
  });

  it('asks for an address that the ID token lacks, as where users are added', async () => {
    await addProvider(app, tenant, admin, provider);
    provider.misbehave.userinfo = { sub: 'quiet', email: 'quiet@acme.example' };
    await come('quiet');
    expect((await listed()).results).toMatchObject([{ mailAddress: 'quiet@acme.example' }]);
  });

  it('tells why some would be refused, by the settings of now', async () => {
    const owner = await makeUser(app, tenant);
    await addProvider(app, tenant, admin, provider);
    const at = (sub: string, email: string) => ({ sub, email, email_verified: true });
    await come(
      at('owner', owner.mail.toUpperCase()),
      at('first', 'one@acme.example'),
      at('second', 'ONE@acme.example'),
    );
    await come(at('other', 'one@other.example'), 'silent', { sub: 'claimed', email: 'two@acme.example' });
    expect(causes(await listed())).toEqual({
      ...{ owner: 'address_taken', first: null, second: 'address_taken' },
      ...{ other: null, silent: null, claimed: null },
    });
    await app.owner.query('update tenants set user_limit = 4 where tenant_id = $1', [tenant.tenantId]);
    expect(await listed()).toMatchObject({ room: 2, added: 2, refused: 4 });
    await app.owner.query('update tenants set user_limit = null where tenant_id = $1', [tenant.tenantId]);
    await update({ enabledDomains: ['acme.example'] });
    expect(causes(await listed())).toEqual({
      ...{ owner: 'domain_not_allowed', first: null, second: 'address_taken' },
      ...{ other: 'domain_not_allowed', silent: 'address_missing', claimed: 'address_unverified' },
    });
    // Whom its domains refuse is remembered too.
    await come(at('late', 'late@other.example'));
    expect(causes(await listed())).toMatchObject({ late: 'domain_not_allowed' });
  });

  it('says that a proven address counts at once', async () => {
    const { body } = await addProvider(app, tenant, admin, provider);
    await app.owner.query(
      `insert into email_domains (tenant_id, uuid, domain, proof_value, created_at, proven_at, connection)
       values ($1, gen_random_uuid(), 'acme.example', 'x', now(), now(), $2)`,
      [tenant.tenantId, body.uuid],
    );
    await come({ sub: 'a', email: 'a@acme.example', email_verified: true }, { sub: 'b', email: 'b@acme.example' });
    const proven = (await listed()).results.map((one: { subject: string; isProven: boolean }) => [
      one.subject,
      one.isProven,
    ]);
    expect(Object.fromEntries(proven)).toEqual({ a: true, b: false });
  });

  it('nobody is remembered whom the provider did not sign for this tenant’s client', async () => {
    await addProvider(app, tenant, admin, provider);
    provider.misbehave = { foreignKey: true };
    await come('forged');
    provider.misbehave = { claims: (good) => ({ ...good, aud: 'somebody-else' }) };
    await come('of another');
    expect(await listed()).toMatchObject({ added: 0, refused: 0, results: [] });
  });

  it('keeps no name or address in the clear, and nothing of a deleted connection', async () => {
    await addProvider(app, tenant, admin, provider);
    await come({ sub: 'secret-subject', email: 'secret@acme.example' });
    const rows = () => app.owner.query('select * from unknown_users where tenant_id = $1', [tenant.tenantId]);
    const [row] = (await rows()).rows;
    expect(Object.values(row).map(String).join()).not.toMatch(/secret/);
    expect(row.sealed_claims.toString('latin1')).not.toMatch(/secret/);
    await app.call('DELETE', pathOf(tenant), { token: admin.token });
    expect((await rows()).rowCount).toBe(0);
  });

  it('is for administrators of the tenant alone', async () => {
    await addProvider(app, tenant, admin, provider);
    const { token } = await signIn(app, await makeUser(app, tenant));
    const elsewhere = await makeTenant(app);
    const stranger = await signIn(app, await makeUser(app, elsewhere, { roles: ['PowerUser'] }));
    const path = `${pathOf(tenant)}/unknownUsers`;
    const of = async (given: { token?: string }) => (await app.call('GET', path, given)).status;
    expect([await of({}), await of({ token }), await of({ token: stranger.token })]).toEqual([401, 403, 404]);
  });

  it('is forgotten after 30 days, and of too many the oldest', async () => {
    const { body } = await addProvider(app, tenant, admin, provider);
    await come('old', 'new');
    const age = (days: number) =>
      app.owner.query(
        `update unknown_users set last_at = $3::timestamptz - make_interval(days => $2) where times = 1 and tenant_id = $1
         and first_at = (select min(first_at) from unknown_users where tenant_id = $1)`,
        [tenant.tenantId, days, app.tools.clock()],
      );
    await age(29);
    expect(Object.keys(causes(await listed())).sort()).toEqual(['new', 'old']);
    await age(31);
    expect(Object.keys(causes(await listed()))).toEqual(['new']);
    await sweepUnknownUsers(app.tools.db.pool, app.tools.clock(), 1000);
    const left = () => app.owner.query('select from unknown_users where tenant_id = $1', [tenant.tenantId]);
    expect((await left()).rowCount).toBe(1);
    await app.owner.query(
      `insert into unknown_users (tenant_id, connection, subject_hash, sealed_claims, first_at, last_at)
       select tenant_id, connection, n::text, sealed_claims, first_at, last_at - interval '1 day'
       from unknown_users, generate_series(1, 999) n where tenant_id = $1`,
      [tenant.tenantId],
    );
    const row = { connection: body.uuid, subject_hash: 'one more', sealed_claims: Buffer.alloc(1) };
    await app.tools.db.inTenant(tenant.tenantId, (tx) => saveUnknown(tx, row, app.tools.clock()));
    expect((await left()).rowCount).toBe(1000);
  });
});

describe('of a SAML connection', () => {
  let shared: TestApp;
  beforeAll(async () => {
    shared = await sharedTestApp();
  });
  afterAll(() => shared.close());

  it('who is new is remembered, by an answer that is right and once for each', async () => {
    const place = await makeTenant(shared);
    const { token } = await signIn(shared, await makeUser(shared, place, { roles: ['PowerUser'] }));
    const connected = await saml.connect(shared, { ...place, token }, { jitProvisioning: false });
    const attributes = { mail: ['hanako@company.example'], sn: ['Sato'] };
    const come = (nameId: string) => saml.signInBySaml(shared, connected, { nameId, attributes });
    await expect(come('hanako')).rejects.toThrow('rp_account_not_federated');
    await expect(come('hanako')).rejects.toThrow('rp_account_not_federated');
    const asked = await saml.ask(shared, connected);
    const xml = saml.answerTo(connected, asked, { nameId: 'wrong', issuer: 'https://other.example' });
    await saml.bring(shared, connected, asked, xml);
    const path = `${saml.samlsPath(place.tenantId)}/${connected.samlId}/unknownUsers`;
    const { body } = await shared.call('GET', path, { token });
    expect(body).toMatchObject({ added: 1, refused: 0 });
    expect(body.results).toMatchObject([{ subject: 'hanako', familyName: 'Sato', times: 2, cause: null }]);
    const missing = await shared.call('GET', path.replace('Entra', 'none'), { token });
    expect(missing.status).toBe(404);
  });
});
