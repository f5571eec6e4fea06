import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type Answer, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import {
  answerTo,
  bring,
  connect,
  cookieOf,
  idpOf,
  readRequest,
  samlsPath,
  signInBySaml,
} from '#test/saml/connection.ts';

let app: TestApp;
let tenant: TestTenant;
let administrator: TestUser;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  administrator = await makeUser(app, tenant, { roles: ['PowerUser'] });
  token = (await signIn(app, administrator)).token;
});
afterAll(() => app.close());

const links = (id: string, type = 'saml', of = tenant) => `/api/auth/tenants/${of.tenantId}/setupLinks/${type}/${id}`;
const create = (id = 'Entra', type = 'saml') => app.call('POST', links(id, type), { token });
const secretOf = (made: Answer) => new URL(made.body.url).hash.replace('#link=', '');
const stateOf = async (id = 'Entra') => (await app.call('GET', links(id), { token })).body.link?.state;

const setup = '/api/auth/connectionSetup';
const open = (link: string) => app.call('POST', `${setup}/open`, { body: { link } });
const cookieFrom = (answer: Answer) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('__Host-portico-setup='))
    ?.split(';')[0] ?? '';
const guest = (cookie: string) => ({
  read: () => app.call('GET', setup, { cookie }),
  saml: (body: object) => app.call('PUT', `${setup}/saml`, { cookie, body }),
  openid: (body: object) => app.call('PUT', `${setup}/openid`, { cookie, body }),
  metadata: (metadata: string) => app.call('POST', `${setup}/metadata`, { cookie, body: { metadata } }),
  test: () => app.call('POST', `${setup}/test`, { cookie }),
  complete: () => app.call('POST', `${setup}/complete`, { cookie }),
});
type Guest = ReturnType<typeof guest>;
const values = { entityId: 'https://idp.example/entity', ssoUrl: 'https://idp.example/sso' };
const good = () => ({ ...values, certifications: [idpOf('idp.example').pem] });

/** A connection that waits for its values, with an opened link. */
async function prepare(samlId = 'Entra') {
  const pending = { entityId: `urn:portico:pending:${samlId}`, ssoUrl: 'https://pending.invalid/' };
  const body = { samlId, displayName: 'Company', ...pending };
  expect((await app.call('POST', samlsPath(tenant.tenantId), { token, body })).status).toBe(200);
  const made = await create(samlId);
  expect(made.status).toBe(200);
  const opened = await open(secretOf(made));
  expect(opened.status).toBe(200);
  return { link: secretOf(made), opened, cookie: cookieFrom(opened), as: guest(cookieFrom(opened)) };
}
/** All that a browser can do is answered as if there had never been a link. */
async function isOver(as: Guest): Promise<void> {
  const answers = [
    await as.read(),
    await as.saml(good()),
    await as.metadata('<x/>'),
    await as.test(),
    await as.complete(),
  ];
  const said = answers.map(({ status, body }) => [status, body[0].message_id, body[0].field]);
  expect(said).toEqual(answers.map(() => [410, 'revoked_or_expired', undefined]));
}

describe('a set-up link', () => {
  it('sets up its connection: values, a test, and the hand-over, each logged as the link', async () => {
    const { link, opened, as } = await prepare();
    const { name: tenantName } = (
      await app.owner.query('select name from tenants where tenant_id = $1', [tenant.tenantId])
    ).rows[0];
    const shows = { type: 'saml', tenantName, displayName: 'Company', openid: null, lastTest: null };
    expect(opened.body).toMatchObject(shows);
    expect(opened.body.saml).toMatchObject({ given: null, ours: { acsUrl: expect.stringContaining('/Entra/acs') } });
    expect(await stateOf()).toBe('opened');
    expect((await as.test()).body[0].message_id).toBe('certification_unregistered');
    const saved = await as.saml(good());
    expect(saved.body.saml.given).toEqual({ ...values, certificates: 1 });
    const begun = await as.test();
    const asked = readRequest(begun.body.url, cookieOf(begun));
    const { ours } = opened.body.saml;
    const connected = {
      tenantId: tenant.tenantId,
      samlId: 'Entra',
      issuer: values.entityId,
      idp: idpOf('idp.example'),
    };
    const place = { ...connected, entityId: ours.entityId, acsUrl: ours.acsUrl };
    const came = await bring(app, place, asked, answerTo(place, asked, { nameId: 'it@company.example' }));
    expect(came).toMatchObject({ page: '/portal/connection-setup.html', purpose: 'test' });
    expect(came.exchangeCode).toBeUndefined();
    expect((await as.read()).body.lastTest).toMatchObject({ cause: null, detail: { nameId: 'it@company.example' } });
    const shown = (await app.call('GET', `${samlsPath(tenant.tenantId)}/Entra`, { token })).body;
    expect(shown).toMatchObject({ ...values, enabled: false, testedAt: expect.any(String) });
    expect((await as.complete()).status).toBe(204);
    expect(await stateOf()).toBe('completed');
    await isOver(as);
    const { rows } = await app.owner.query(
      "select type, actor_type, actor_name, changes from system_operation_log where tenant_id = $1 and (type like 'setupLink.%' or type = 'samlConnection.changed') order by at, id",
      [tenant.tenantId],
    );
    const by = `link:${administrator.userId}`;
    expect(rows.map(({ type, actor_type, actor_name }) => [type, actor_type, actor_name])).toEqual([
      ['setupLink.created', 'person', administrator.userId],
      ['setupLink.opened', 'setupLink', by],
      ['samlConnection.changed', 'setupLink', by],
      ['setupLink.completed', 'setupLink', by],
    ]);
    expect(JSON.stringify(rows)).not.toContain(link.split('.')[1]);
    const stored = await app.owner.query('select * from connection_setup_links where tenant_id = $1', [
      tenant.tenantId,
    ]);
    expect(JSON.stringify(stored.rows)).not.toContain(link.split('.')[1]);
  });

  it('opens once, also for two at once, and answers strangers, spent, revoked and expired ones alike', async () => {
    const { link } = await prepare();
    const second = secretOf(await create());
    const both = await Promise.all([open(second), open(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    const revoked = secretOf(await create());
    expect((await app.call('DELETE', links('Entra'), { token })).status).toBe(204);
    expect((await app.call('DELETE', links('Entra'), { token })).status).toBe(404);
    expect(await stateOf()).toBe('revoked');
    const expired = secretOf(await create());
    const past =
      "update connection_setup_links set expires_at = now() - interval '1 s' where tenant_id = $1 and revoked_at is null";
    await app.owner.query(past, [tenant.tenantId]);
    expect(await stateOf()).toBe('expired');
    const other = await makeTenant(app);
    const elsewhere = `${other.tenantId}.${expired.split('.')[1]}`;
    const answers = [];
    for (const one of [link, second, revoked, expired, elsewhere, `nobody.${'A'.repeat(43)}`, 'x', ''])
      answers.push(await open(one));
    const said = answers.map(({ status, body, headers }) => [
      status,
      body[0].message_id,
      headers.getSetCookie().length,
    ]);
    expect(said).toEqual(answers.map(() => [410, 'revoked_or_expired', 0]));
    for (const cookie of ['', `__Host-portico-setup=${expired}`, `__Host-portico-setup=nobody.${'A'.repeat(43)}`])
      await isOver(guest(cookie));
  });

  it('ends when it is revoked, expires, is replaced, or its connection goes, works or has users', async () => {
    const ends: [string, (id: string) => Promise<unknown>][] = [
      ['revoked', (id) => app.call('DELETE', links(id), { token })],
      ['replaced', (id) => create(id)],
      ['deleted', (id) => app.call('DELETE', `${samlsPath(tenant.tenantId)}/${id}`, { token })],
      ['on', (id) => app.owner.query('update saml_connections set enabled = true where saml_id = $1', [id])],
      [
        'expired',
        () =>
          app.owner.query(
            "update connection_setup_links set expires_at = now() - interval '1 s' where tenant_id = $1",
            [tenant.tenantId],
          ),
      ],
    ];
    for (const [name, end] of ends) {
      const { as } = await prepare(name);
      expect((await as.read()).status).toBe(200);
      await end(name);
      await isOver(as);
    }
    const { as } = await prepare('maker');
    await app.owner.query("update users set roles = '{User}' where uuid = $1", [administrator.uuid]);
    await isOver(as);
  });

  it('is not made for a connection that is on or has users, nor by others', async () => {
    const place = await connect(app, { ...tenant, token });
    expect([(await create()).status, (await create('nothing')).status]).toEqual([409, 404]);
    expect((await create('Entra', 'openid')).status).toBe(404);
    await signInBySaml(app, place, { nameId: 'x' });
    await app.owner.query('update saml_connections set enabled = false where tenant_id = $1', [tenant.tenantId]);
    expect((await create()).status).toBe(409);
    const ordinary = (await signIn(app, await makeUser(app, tenant))).token;
    const other = await makeTenant(app);
    const stranger = (await signIn(app, await makeUser(app, other, { roles: ['PowerUser'] }))).token;
    for (const [by, status] of [
      [ordinary, 403],
      [stranger, 404],
    ] as const)
      for (const method of ['GET', 'POST', 'DELETE'])
        expect((await app.call(method, links('Entra'), { token: by })).status).toBe(status);
  });

  it('is not made for, and ends with, a connection whose users lie in the bin, who would come back', async () => {
    const place = await connect(app, { ...tenant, token });
    const { body } = await signInBySaml(app, place, { nameId: 'x' });
    await app.owner.query('update saml_connections set enabled = false where tenant_id = $1', [tenant.tenantId]);
    const users = `/api/auth/tenants/${tenant.tenantId}`;
    const remove = () => app.call('DELETE', `${users}/users/${body.me.userId}`, { token });
    expect((await remove()).status).toBe(204);
    expect((await create()).status).toBe(409);
    const path = `${samlsPath(tenant.tenantId)}/Entra`;
    const shown = (await app.call('GET', path, { token })).body;
    const fields = ['displayName', 'ssoUrl', 'sloUrl', 'signRequests', 'enabled', 'jitProvisioning'];
    const kept = Object.fromEntries(fields.map((field) => [field, shown[field]]));
    const change = () => app.call('PUT', path, { token, body: { ...kept, entityId: 'urn:other' } });
    const refused = await change();
    expect([refused.status, refused.body[0].field]).toEqual([409, 'entityId']);
    const restored = await app.call('POST', `${users}/deletedUsers/${body.me.uuid}/restore`, { token, body: {} });
    expect(restored.status).toBe(200);
    const links = 'select from openid_provider_accounts where user_uuid = $1';
    expect((await app.owner.query(links, [body.me.uuid])).rowCount).toBe(1);
    // Gone for good, they keep nothing.
    await remove();
    await app.owner.query("update deleted_users set expires_at = now() - interval '1 s' where uuid = $1", [
      body.me.uuid,
    ]);
    const made = await create();
    expect(made.status).toBe(200);
    const as = guest(cookieFrom(await open(secretOf(made))));
    expect((await as.read()).status).toBe(200);
    await app.owner.query("update deleted_users set expires_at = now() + interval '1 day' where uuid = $1", [
      body.me.uuid,
    ]);
    await isOver(as);
  });

  it('is forgotten thirty days after it has ended, when another is made', async () => {
    await prepare();
    await create();
    const count = async () =>
      (await app.owner.query('select from connection_setup_links where tenant_id = $1', [tenant.tenantId])).rowCount;
    const past = (days: number) =>
      app.owner.query(
        "update connection_setup_links set revoked_at = now() - $2 * interval '1 day' where tenant_id = $1 and revoked_at is not null",
        [tenant.tenantId, days],
      );
    await past(29);
    await create();
    expect(await count()).toBe(3);
    await past(31);
    await create();
    expect(await count()).toBe(2);
  });

  it('reaches no other connection, and tells nothing of it', async () => {
    const taken = await connect(app, { ...tenant, token }, { samlId: 'other', entityId: 'urn:taken' });
    const { as } = await prepare();
    const refused = await as.saml({ ...good(), entityId: taken.issuer });
    expect([refused.status, refused.body[0].message_id, refused.body[0].field]).toEqual([
      400,
      'invalid_params',
      'entityId',
    ]);
    const wrong = await as.openid({ clientId: 'x', clientSecret: 'y' });
    expect([wrong.status, wrong.body[0].message_id]).toEqual([410, 'revoked_or_expired']);
    // What is not its own to change is refused, not left out.
    for (const more of [{ enabled: true }, { samlId: 'other' }, { jitProvisioning: true }])
      expect((await as.saml({ ...good(), ...more })).status).toBe(400);
    await as.saml(good());
    const { body } = await app.call('GET', `${samlsPath(tenant.tenantId)}/other`, { token });
    expect(body).toMatchObject({ entityId: 'urn:taken', enabled: true, ssoUrl: 'https://idp.example/sso?tenant=1' });
  });

  it('a test under way comes to nothing once the link is revoked', async () => {
    const { as, opened } = await prepare();
    await as.saml(good());
    const begun = await as.test();
    const asked = readRequest(begun.body.url, cookieOf(begun));
    await app.call('DELETE', links('Entra'), { token });
    const { ours } = opened.body.saml;
    const place = {
      tenantId: tenant.tenantId,
      samlId: 'Entra',
      issuer: values.entityId,
      idp: idpOf('idp.example'),
      ...ours,
    };
    const came = await bring(app, place, asked, answerTo(place, asked, { nameId: 'x' }));
    expect(came.federationError).toBe('login_expired');
    expect((await app.call('GET', `${samlsPath(tenant.tenantId)}/Entra`, { token })).body.testedAt).toBeNull();
  });
});

it('enters the client of an OpenID provider, whose secret is never shown or logged', async () => {
  const given = { opId: 'acme', displayName: 'Acme', issuer: 'https://accounts.example.com' };
  const body = { ...given, clientId: 'pending', clientSecret: 'pending' };
  expect((await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/oidcs`, { token, body })).status).toBe(200);
  const opened = await open(secretOf(await create('acme', 'openid')));
  expect(opened.body).toMatchObject({ type: 'openid', saml: null, openid: { clientId: null, issuer: given.issuer } });
  const as = guest(cookieFrom(opened));
  const saved = await as.openid({ clientId: 'portico', clientSecret: 'very-secret' });
  expect(saved.body.openid.clientId).toBe('portico');
  expect(JSON.stringify(saved.body)).not.toContain('very-secret');
  expect((await as.saml(good())).status).toBe(410);
  const { rows } = await app.owner.query(
    "select actor_type, target_id, changes from system_operation_log where tenant_id = $1 and type = 'openidConnection.changed'",
    [tenant.tenantId],
  );
  expect(rows).toEqual([
    {
      actor_type: 'setupLink',
      target_id: 'acme',
      changes: { clientId: { before: 'pending', after: 'portico' }, clientSecret: {} },
    },
  ]);
});
