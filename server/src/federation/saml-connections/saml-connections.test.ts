import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { makeCertificate } from '#test/saml/certificate.ts';
import { connect, idpOf, samlsPath, signInBySaml } from '#test/saml/connection.ts';

let app: TestApp;
let tenant: TestTenant;
let token: string;
beforeAll(async () => {
  app = await sharedTestApp();
});
beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }))).token;
});
afterAll(() => app.close());

const call = (method: string, path = '', body?: object) =>
  app.call(method, `${samlsPath(tenant.tenantId)}${path}`, { token, ...(body && { body }) });
const idsOf = ({ status, body }: { status: number; body: { message_id: string; field?: string }[] }) => [
  status,
  body[0]?.message_id,
  body[0]?.field,
];
const DAY = 86_400_000;
const in_ = (days: number) => new Date(Date.now() + days * DAY);
const given = { displayName: 'Company', entityId: 'https://idp.example/entity', ssoUrl: 'https://idp.example/sso' };
const logged = async () =>
  (
    await app.owner.query(
      "select type, changes from system_operation_log where tenant_id = $1 and type like $2 and status = 'success' order by at, id",
      [tenant.tenantId, 'samlConnection.%'],
    )
  ).rows;

describe('a connection', () => {
  it('is added, changed with what was expected, and deleted with its links, and each is logged', async () => {
    const place = await connect(app, { ...tenant, token });
    expect((await signInBySaml(app, place, { nameId: 'x' })).status).toBe(200);
    expect(idsOf(await call('POST', '', { ...given, entityId: 'urn:b', samlId: 'ENTRA' }))).toEqual([
      409,
      'duplicated',
      'samlId',
    ]);
    expect(idsOf(await call('POST', '', { ...given, samlId: 'b' }))).toEqual([
      409,
      'duplicated_params_entityId',
      'entityId',
    ]);
    const { body: now } = await call('GET', '/entra');
    expect(now).toMatchObject({
      samlId: 'Entra',
      linkedUsers: 1,
      testedAt: null,
      certifications: [{ subject: 'CN=idp.example' }],
    });
    const renamed = {
      ...given,
      ssoUrl: now.ssoUrl,
      displayName: 'Renamed',
      enabled: true,
      expected: { displayName: 'Company' },
    };
    expect((await call('PUT', '/Entra', renamed)).body.displayName).toBe('Renamed');
    expect(idsOf(await call('PUT', '/Entra', { ...renamed, displayName: 'Third' }))).toEqual([
      409,
      'conflict',
      'displayName',
    ]);
    const moved = { ...renamed, entityId: 'urn:other', expected: {} };
    expect(idsOf(await call('PUT', '/Entra', moved))).toEqual([409, 'conflict', 'entityId']);
    expect((await call('DELETE', '/Entra')).status).toBe(204);
    expect(idsOf(await call('GET', '/Entra'))).toEqual([404, 'saml_not_exist', undefined]);
    const links = 'select count(*)::int as count from openid_provider_accounts where tenant_id = $1';
    expect((await app.owner.query(links, [tenant.tenantId])).rows).toEqual([{ count: 0 }]);
    const rows = await logged();
    expect(rows.map(({ type }) => type)).toEqual([
      'samlConnection.created',
      'samlConnection.changed',
      'samlConnection.deleted',
    ]);
    expect(rows[1].changes).toMatchObject({ displayName: { before: 'Company', after: 'Renamed' } });
  });

  it('is not enabled without a certificate, and keeps the last one while it is', async () => {
    expect(idsOf(await call('POST', '', { ...given, samlId: 'a', enabled: true }))).toEqual([
      409,
      'certification_unregistered',
      undefined,
    ]);
    await call('POST', '', { ...given, samlId: 'a' });
    expect(idsOf(await call('PUT', '/a', { ...given, enabled: true }))).toEqual([
      409,
      'certification_unregistered',
      undefined,
    ]);
    const { body } = await call('POST', '/a/certifications', { certification: idpOf('idp.example').pem });
    const path = `/a/certifications/${body.certifications[0].certificationId}`;
    expect((await call('PUT', '/a', { ...given, enabled: true })).body.enabled).toBe(true);
    expect(idsOf(await call('DELETE', path))).toEqual([409, 'cannot_delete_active_certification', undefined]);
    await call('PUT', '/a', { ...given, enabled: false });
    expect((await call('DELETE', path)).body.certifications).toEqual([]);
    expect((await logged()).map(({ type }) => type.split('.')[1])).toEqual([
      ...['created', 'certificateAdded', 'changed', 'changed', 'certificateDeleted'],
    ]);
  });

  it('takes five certificates that are valid, each once', async () => {
    await call('POST', '', { ...given, samlId: 'a' });
    const add = (certification: string) => call('POST', '/a/certifications', { certification });
    const bare = idpOf('1').pem.replace(/-----[A-Z ]+-----|\n/g, '');
    expect((await add(bare)).status).toBe(200);
    expect(idsOf(await add(idpOf('1').pem))).toEqual([409, 'duplicated', 'certification']);
    const bad = [
      makeCertificate({ from: in_(1) }).pem,
      makeCertificate({ bits: 512 }).pem,
      makeCertificate({ bits: 1024 }).pem,
      'not a certificate',
      'AAAA',
      idpOf('1').privateKey,
      '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----',
    ];
    for (const certification of bad)
      expect(idsOf(await add(certification))).toEqual([400, 'invalid_params', 'certification']);
    const past = makeCertificate({ from: in_(-9), until: in_(-1) }).pem;
    expect(idsOf(await add(past))).toEqual([409, 'certification_expired', 'certification']);
    for (const name of ['2', '3', '4', '5']) expect((await add(idpOf(name).pem)).status).toBe(200);
    expect(idsOf(await add(idpOf('6').pem))).toEqual([409, 'exceeded_certifications', undefined]);
  });

  it('refuses addresses that are none', async () => {
    const wrong = [
      { ssoUrl: 'http://idp.example/sso' },
      { ssoUrl: 'javascript:alert(1)' },
      { ssoUrl: 'https://u:p@idp.example/' },
      { entityId: 'no uri' },
      { entityId: '' },
      { samlId: 'a/b' },
      { samlId: '' },
      { trustedOrigin: 'https://idp.example/path' },
      { displayName: ' ' },
    ];
    for (const part of wrong) expect((await call('POST', '', { ...given, samlId: 'a', ...part })).status).toBe(400);
  });

  it('of one ID is added once by ten at once, and of twenty-five IDs twenty', async () => {
    const same = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', { ...given, samlId: 'same' })));
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
    for (let n = 0; n < 24; n += 1) await call('POST', '', { ...given, entityId: `urn:x:${n}`, samlId: `id-${n}` });
    expect((await call('GET')).body.totalResults).toBe(20);
  });
});

describe('metadata', () => {
  const DESCRIPTOR = 'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const key = (pem: string, use = 'signing') =>
    `<md:KeyDescriptor use="${use}"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${pem.replace(/-----[A-Z ]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
  const entity = (keys: string, more = '', id = 'https://idp.example/entity') =>
    `<md:EntityDescriptor ${DESCRIPTOR} entityID="${id}"${more}><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
  const list = (inner: string) => `<md:EntitiesDescriptor ${DESCRIPTOR}>${inner}</md:EntitiesDescriptor>`;
  const read = (metadata: string) =>
    app.call('POST', `/api/auth/tenants/${tenant.tenantId}/operations/saml/import`, { token, body: { metadata } });

  it('of one provider is read, alone or in a list, with its certificates for signatures', async () => {
    const good = entity(
      key(idpOf('1').pem) + key(idpOf('2').pem, 'encryption') + key(makeCertificate({ until: in_(-1) }).pem),
    );
    for (const metadata of [good, list(good), `\uFEFF<?xml version="1.0"?>${good}`]) {
      const { status, body } = await read(metadata);
      expect([status, body]).toMatchObject([200, { entityId: given.entityId, ssoUrl: given.ssoUrl, leftOut: 1 }]);
      expect(body.certifications).toMatchObject([{ subject: 'CN=1', certification: idpOf('1').pem }]);
    }
  });

  it('is refused for what is wrong with it', async () => {
    const one = entity(key(idpOf('1').pem));
    const cases: [string, unknown[]][] = [
      [`<!DOCTYPE x>${one}`, [400, 'invalid_params', 'metadata']],
      ['not XML', [400, 'invalid_params', 'metadata']],
      [list(one + entity(key(idpOf('1').pem), '', 'urn:two')), [400, 'invalid_params', 'entities']],
      [list(''), [400, 'invalid_params', 'entities']],
      ['<html/>', [400, 'invalid_params', 'entities']],
      [one.replaceAll('IDPSSODescriptor', 'SPSSODescriptor'), [400, 'invalid_params', 'entities']],
      [entity(key(idpOf('1').pem), ' validUntil="2020-01-01T00:00:00Z"'), [400, 'invalid_params', 'validUntil']],
      [entity(key(idpOf('1').pem), ' validUntil="whenever"'), [400, 'invalid_params', 'validUntil']],
      [one.replace('https://idp.example/sso', 'http://idp.example/sso'), [400, 'invalid_params', 'ssoUrl']],
      [one.replaceAll('HTTP-Redirect', 'SOAP'), [400, 'invalid_params', 'ssoUrl']],
      [entity('', '', 'urn:x'), [409, 'certification_unregistered', undefined]],
      [entity(key('AAAA')), [409, 'certification_unregistered', undefined]],
      [entity(key(makeCertificate({ until: in_(-1) }).pem)), [409, 'certification_expired', 'certification']],
    ];
    for (const [metadata, refused] of cases)
      expect([metadata.slice(0, 80), ...idsOf(await read(metadata))]).toEqual([metadata.slice(0, 80), ...refused]);
    expect((await read('x'.repeat(50_000_000))).status).toBe(413);
  });

  it('of ours is public, names the connection as it is written, and can be had before there is one', async () => {
    const place = await connect(app, { ...tenant, token });
    const path = new URL(place.entityId).pathname;
    const { status, body, headers } = await app.call('GET', path.replace('Entra', 'ENTRA'));
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/samlmetadata+xml'),
    ]);
    expect(body).toContain(`entityID="${place.entityId}"`);
    expect(body).toContain(`Location="${place.acsUrl}"`);
    expect((await app.call('GET', path.replace('Entra', 'none'))).status).toBe(404);
    const ahead = await app.call('GET', `/api/auth/tenants/${tenant.tenantId}/samlMetadata.json?samlId=next`, {
      token,
    });
    expect(ahead.body.acsUrl).toBe(`${app.url}/saml/sp/${tenant.tenantId}/next/acs`);
  });
});
