import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { makeClient, tokensFor } from '#test/oauth.ts';
import { ACS, type Admin, idpOf, makeKey, makeSp, SP_ENTITY } from '#test/saml.ts';

let app: TestApp;
let tenant: TestTenant;
let admin: SignedIn;
let as: Admin;
let base: string;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  as = { app, tenantId: tenant.tenantId, token: admin.token };
  base = `/api/auth/tenants/${tenant.tenantId}/samlIdP`;
});
afterAll(() => app.close());

const call = (method: string, path: string, body?: unknown, token = admin.token) =>
  app.call(method, base + path, { token, body });
const failed = ({ status, body }: { status: number; body: { message_id: string; field?: string }[] }) => [
  status,
  body[0]?.message_id,
];

test('a service provider is made, read, changed with what was expected, and goes', async () => {
  const sp = await makeSp(as, {
    entityId: 'urn:one',
    attributeStatements: [{ name: 'mail', source: 'loginMailAddress' }],
  });
  expect(sp).toMatchObject({
    displayName: 'Wiki',
    acsUrl: ACS,
    signingOption: 'both',
    enabled: true,
    icon: { enabled: false, data: null },
  });
  expect((await call('GET', `/samlSps/${sp.samlSpId}`)).body).toEqual(sp);
  expect((await call('GET', '/samlSps')).body.results).toContainEqual(sp);
  const { samlSpId, icon, certifications, startUrl, createdAt, updatedAt, ...input } = sp;
  const changed = await call('PUT', `/samlSps/${samlSpId}`, { ...input, displayName: 'Wiki 2', expected: input });
  expect(changed.body).toMatchObject({ ...input, displayName: 'Wiki 2' });
  const stale = {
    ...input,
    displayName: 'Wiki 3',
    attributeStatements: [],
    expected: { displayName: 'Wiki', attributeStatements: input.attributeStatements },
  };
  expect((await call('PUT', `/samlSps/${samlSpId}`, stale)).body[0]).toMatchObject({
    message_id: 'conflict',
    field: 'displayName',
  });
  expect((await call('DELETE', `/samlSps/${samlSpId}`)).status).toBe(204);
  expect(failed(await call('GET', `/samlSps/${samlSpId}`))).toEqual([404, 'not_found']);
  const { rows } = await app.owner.query(
    "select type, changes from system_operation_log where target_type = 'samlSp' and target_id = $1 and status = 'success' order by at",
    [samlSpId],
  );
  expect(rows.map(({ type }) => type)).toEqual(['samlSp.created', 'samlSp.changed', 'samlSp.deleted']);
  expect(rows[1].changes).toEqual({ displayName: { before: 'Wiki', after: 'Wiki 2' } });
});

test('an entity ID is registered once in a tenant', async () => {
  await makeSp(as, { entityId: 'urn:twice' });
  const again = await call('POST', '/samlSps', { displayName: 'x', entityId: 'urn:twice', acsUrl: ACS });
  expect([again.status, again.body[0]]).toMatchObject([
    409,
    { message_id: 'duplicated_params_entityId', field: 'entityId' },
  ]);
});

test.each([
  ['no name', { displayName: ' ' }],
  ['no entity ID', { entityId: '' }],
  ['a space in the entity ID', { entityId: 'a b' }],
  ['http beyond this machine', { acsUrl: 'http://sp.example/acs' }],
  ['a script', { acsUrl: 'javascript:alert(1)' }],
  ['a fragment', { acsUrl: `${ACS}#x` }],
  ['a user name in the address', { logoutUrl: 'https://a@sp.example/' }],
  ['a relay state of 1025 bytes', { relayState: 'é'.repeat(513) }],
  [
    'an attribute twice',
    {
      attributeStatements: [
        { name: 'a', source: 'userId' },
        { name: 'a', source: 'locale' },
      ],
    },
  ],
  ['an unknown source', { attributeStatements: [{ name: 'a', source: 'password' }] }],
  ['roles', { attributeStatements: [{ name: 'a', source: 'roles' }] }],
  ['an unknown field', { firstParty: true }],
])('a service provider with %s is refused', async (_, wrong) => {
  const answer = await call('POST', '/samlSps', { displayName: 'x', entityId: 'urn:wrong', acsUrl: ACS, ...wrong });
  expect(failed(answer)).toEqual([400, 'invalid_params']);
});

describe('certificates of a service provider', () => {
  test('are added, deactivated and deleted, five at most', async () => {
    const sp = await makeSp(as, { entityId: 'urn:certified', certifications: [makeKey().certificate] });
    const path = `/samlSps/${sp.samlSpId}/certifications`;
    const [first] = sp.certifications;
    expect(first).toMatchObject({ active: true, subject: 'CN=sp.example' });
    const same = await call('POST', path, { certification: (await makeSp(as, { entityId: 'urn:other' })).displayName });
    expect(failed(same)).toEqual([400, 'sp_setting_incorrect']);
    expect(failed(await call('DELETE', `${path}/${first?.certificationId}`))).toEqual([
      409,
      'cannot_delete_active_certification',
    ]);
    expect((await call('PUT', `${path}/${first?.certificationId}`, { active: false })).body.active).toBe(false);
    expect((await call('DELETE', `${path}/${first?.certificationId}`)).status).toBe(204);
    const five = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', path, { certification: makeKey().certificate })),
    );
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(failed(await call('POST', path, { certification: makeKey().certificate }))).toEqual([
      409,
      'exceeded_certifications',
    ]);
    expect((await call('GET', path)).body.results).toHaveLength(5);
  });

  test.each([
    ['an expired one', () => makeKey({ days: -0.5 }).certificate, 409, 'certification_expired'],
    ['one of 1024 bits', () => makeKey({ bits: 1024 }).certificate, 400, 'sp_setting_incorrect'],
    ['a key', () => makeKey().privatePem, 400, 'sp_setting_incorrect'],
    ['a text', () => 'not a certificate', 400, 'sp_setting_incorrect'],
  ])('do not include %s', async (_, certification, status, id) => {
    const sp = await makeSp(as, { entityId: `urn:${id}-${status}-${Math.random()}` });
    expect(
      failed(await call('POST', `/samlSps/${sp.samlSpId}/certifications`, { certification: certification() })),
    ).toEqual([status, id]);
  });
});

test('an icon is read by its content', async () => {
  const sp = await makeSp(as, { entityId: 'urn:icon' });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><script>alert(1)</script><path d="M0 0h8v8z"/></svg>';
  const changed = await call('PUT', `/samlSps/${sp.samlSpId}/icon`, {
    enabled: true,
    data: Buffer.from(svg).toString('base64'),
  });
  expect(changed.body.icon.enabled).toBe(true);
  expect(Buffer.from(changed.body.icon.data.split(',')[1], 'base64').toString()).not.toContain('script');
  expect(
    failed(
      await call('PUT', `/samlSps/${sp.samlSpId}/icon`, {
        enabled: true,
        data: Buffer.from('GIF89a').toString('base64'),
      }),
    ),
  ).toEqual([400, 'image_wrong_type']);
  const user = await signIn(app, await makeUser(app, tenant));
  const tiles = async () => (await app.call('GET', '/api/auth/me/samlApps', { token: user.token })).body.results;
  const { data: icon } = changed.body.icon;
  const tile = { samlSpId: sp.samlSpId, displayName: 'Wiki', startUrl: sp.startUrl, icon };
  expect(await tiles()).toEqual([tile]);
  expect((await call('GET', '/samlSps')).body.results).toContainEqual({
    ...changed.body,
    icon: { enabled: true, data: null },
  });
  expect((await call('PUT', `/samlSps/${sp.samlSpId}/icon`, { enabled: false })).body.icon.data).toBe(
    changed.body.icon.data,
  );
  expect(await tiles()).toEqual([]);
});

test("the tenant's own certificates: the next one is published before it signs", async () => {
  const before = await idpOf(as);
  expect(before.certifications.map(({ state }) => state)).toEqual(['current', 'next']);
  const [current, next] = before.certifications;
  const read = new X509Certificate(current?.pem ?? '');
  expect([read.verify(read.publicKey), read.subject, read.fingerprint256.replaceAll(':', '').toLowerCase()]).toEqual([
    true,
    `CN=${tenant.tenantId}`,
    current?.fingerprint,
  ]);
  const metadata = async () => (await fetch(before.metadataUrl)).text();
  const bare = (pem = '') => pem.replace(/-----[A-Z ]+-----|\n/g, '');
  expect(await metadata()).toContain(bare(next?.pem));
  expect(failed(await call('DELETE', `/certifications/${current?.certificationId}`))).toEqual([
    409,
    'cannot_delete_active_certification',
  ]);
  const { certifications: after } = (await call('POST', '/operations/switchCertification', {})).body;
  expect(after[0]).toMatchObject({ certificationId: next?.certificationId, active: true });
  expect(after.map(({ state }: { state: string }) => state)).toEqual(['current', 'next', 'retired']);
  expect(await metadata()).not.toContain(bare(current?.pem));
  expect((await call('DELETE', `/certifications/${current?.certificationId}`)).status).toBe(204);
  expect((await idpOf(as)).certifications.map(({ state }) => state)).toEqual(['current', 'next']);
  expect((await idpOf(as)).entityId).toBe(before.entityId);
});

describe('metadata', () => {
  const role = (inside: string, attributes = '') =>
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${SP_ENTITY}"${attributes}><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="true">${inside}</md:SPSSODescriptor></md:EntityDescriptor>`;
  const POST = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST';
  const acs = (location = 'https://sp.example/acs') =>
    `<md:AssertionConsumerService Binding="${POST}" Location="${location}" index="0"/>`;
  const read = (metadata: string) => call('POST', '/operations/readMetadata', { metadata });

  test('is read', async () => {
    const { certificate } = makeKey();
    const bare = certificate.replace(/-----[A-Z ]+-----/g, '');
    const key = `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
    const more = `<md:SingleLogoutService Binding="${POST}" Location="https://sp.example/slo"/><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:AssertionConsumerService Binding="${POST}" Location="https://sp.example/best" index="3" isDefault="true"/>`;
    const { body } = await read(`\uFEFF<?xml version="1.0"?><!-- by hand -->${role(key + acs() + more)}`);
    expect(body).toMatchObject({
      displayName: 'sp.example',
      entityId: SP_ENTITY,
      acsUrl: 'https://sp.example/best',
      logoutUrl: 'https://sp.example/slo',
      nameIdFormat: 'emailAddress',
      authnRequestsSigned: true,
    });
    expect(body.certifications).toHaveLength(1);
    const { certifications, ...input } = body;
    const made = await call('POST', '/samlSps', {
      ...input,
      certifications: certifications.map(({ pem }: { pem: string }) => pem),
    });
    expect(made.body.certifications).toHaveLength(1);
  });

  test('names no address for answers that nobody checked', async () => {
    const slo = (response: string) =>
      `<md:SingleLogoutService Binding="${POST}" Location="https://sp.example/slo" ResponseLocation="${response}"/>`;
    const logoutUrl = async (inside: string) => (await read(role(acs() + inside))).body.logoutUrl;
    expect(await logoutUrl(slo('https://sp.example/done'))).toBe('https://sp.example/done');
    for (const bad of ['javascript:alert(1)', 'http://sp.example/done', 'x'])
      expect(await logoutUrl(slo(bad))).toBeNull();
    // Answers to requests to sign in have one address only.
    const both = acs().replace(' index', ' ResponseLocation="https://evil.example/acs" index');
    expect((await read(role(both))).body.acsUrl).toBe('https://sp.example/acs');
  });

  test.each([
    ['nothing', ''],
    ['no XML', 'entityID: x'],
    ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${role(acs())}`],
    [
      'two entities',
      `<md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${role(acs())}${role(acs())}</md:EntitiesDescriptor>`,
    ],
    ['expired metadata', role(acs(), ' validUntil="2020-01-01T00:00:00Z"')],
    ['dates that are none', role(acs(), ' validUntil="soon"')],
    ['no service provider', '<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>'],
    ['no address', role('')],
    ['a script as address', role(acs('javascript:alert(1)'))],
    ['another namespace', role(acs()).replaceAll('SAML:2.0:metadata', 'SAML:1.0:metadata')],
    ['65 levels', `${'<a>'.repeat(65)}${'</a>'.repeat(65)}`],
  ])('is refused with %s', async (_, metadata) => {
    expect(failed(await read(metadata))).toEqual([400, 'sp_setting_incorrect']);
  });

  test('of 50 MB is refused before it is read', async () => {
    expect((await read('x'.repeat(1024 * 1024))).status).toBe(413);
  });
});

describe('who may', () => {
  test.each(['GET ', 'GET /samlSps', 'POST /samlSps', 'POST /operations/switchCertification'])(
    '%s: not users, nor apps of administrators',
    async (route) => {
      const [method = '', path = ''] = route.split(' ');
      const user = await signIn(app, await makeUser(app, tenant));
      const tokens = await tokensFor(app, await makeClient(app, tenant), admin.cookie, 'openid portal:powerUser:admin');
      const body = method === 'POST' ? {} : undefined;
      expect((await call(method, path, body, user.token)).status).toBe(403);
      expect(failed(await call(method, path, body, tokens.access_token))).toEqual([403, 'forbidden']);
    },
  );

  test('metadata is there once an administrator has opened the settings, and not of unknown tenants', async () => {
    const quiet = await makeTenant(app);
    for (const id of [quiet.tenantId, 'no-such-tenant', '-', 'UPPER'])
      expect((await fetch(`${app.url}/saml/idp/${id}/metadata`)).status).toBe(404);
  });
});
