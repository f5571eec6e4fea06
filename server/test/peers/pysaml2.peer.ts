import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import { follow, idpOf, makeKey, makeSp, open } from '#test/saml.ts';
import * as saml from '#test/saml/connection.ts';
import { missing, type Pysaml2, startPysaml2 } from './pysaml2.ts';

describe.skipIf(missing() !== null)('pysaml2', () => {
  let app: TestApp;
  let peer: Pysaml2;
  beforeAll(async () => {
    app = await sharedTestApp();
    peer = startPysaml2();
  });
  afterAll(async () => {
    peer.close();
    await app.close();
  });

  async function makeAdministered() {
    const tenant = await makeTenant(app);
    const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
    return { tenant, as: { app, tenantId: tenant.tenantId, token } };
  }
  const metadataOf = async (address: string) => (await fetch(new URL(new URL(address).pathname, app.url))).text();

  /** Registered by what each side reads of the other's metadata. */
  async function makeServiceProvider(encrypted = false) {
    const { tenant, as } = await makeAdministered();
    const { metadataUrl } = await idpOf(as);
    const entityId = `https://pysaml2.example/${tenant.tenantId}`;
    const urls = { acsUrl: `${entityId}/acs`, logoutUrl: `${entityId}/slo` };
    const key = makeKey();
    const peerMetadata = await metadataOf(metadataUrl);
    await peer.ask('startSp', { entityId, ...urls, ...peer.filesOf(key), peerMetadata });
    const attributeStatements = [{ name: 'mail', source: 'loginMailAddress', nameFormat: 'basic' }];
    const options = { signingOption: 'both', authnRequestsSigned: true, certifications: [key.certificate] };
    const encryptionCertifications = encrypted ? [key.certificate] : [];
    await makeSp(as, { entityId, ...urls, ...options, encryptionCertifications, attributeStatements });
    const user = await makeUser(app, tenant);
    return { entityId, user, tenant, signed: await signIn(app, user) };
  }

  type Provider = Awaited<ReturnType<typeof makeServiceProvider>>;
  async function enter({ entityId, user, signed }: Provider): Promise<string> {
    const { requestId, url } = await peer.ask('begin', { entityId, relayState: 'deep/link' });
    const { posts } = await follow(app, String(url), signed.cookie);
    expect(posts?.RelayState).toBe('deep/link');
    const read = await peer.ask('read', { entityId, requestId, response: posts?.SAMLResponse });
    expect(read.attributes).toEqual({ mail: [user.mail] });
    return String(read.nameId);
  }

  test('as service provider: signs in, and out from there, in two tenants at once', async () => {
    const providers = await Promise.all([makeServiceProvider(), makeServiceProvider(true)]);
    const names = await Promise.all(providers.map(enter));
    expect(new Set(names).size).toBe(2);
    await Promise.all(
      providers.map(async (provider, at) => {
        const { entityId, signed } = provider;
        const { url } = await peer.ask('beginLogout', { entityId, nameId: names[at] });
        const { posts } = await open(app, String(url));
        expect(posts?.to).toBe(`${entityId}/slo`);
        expect(await peer.ask('readLogout', { entityId, response: posts?.SAMLResponse })).toEqual({ isDone: true });
        const again = await peer.ask('begin', { entityId, relayState: '' });
        expect((await follow(app, String(again.url), signed.cookie)).location?.pathname).toBe('/login.html');
      }),
    );
  });

  test('as service provider: a sign-out at the portal is understood, and its answer taken', async () => {
    const provider = await makeServiceProvider();
    const nameId = await enter(provider);
    const path = `/api/auth/tenants/${provider.tenant.tenantId}/samlIdP/samlSpLogoutUris`;
    const { body } = await app.call('GET', path, { cookie: provider.signed.cookie });
    const { searchParams } = new URL(body.samlSpLogoutUris[0]);
    const request = searchParams.get('SAMLRequest');
    const { url, left } = await peer.ask('takeLogout', { entityId: provider.entityId, nameId, request });
    expect(left).toBe(0);
    expect((await open(app, String(url))).status).toBe(200);
  });

  async function makeIdentityProvider() {
    const { tenant, as } = await makeAdministered();
    const entityId = `https://pysaml2.example/idp/${tenant.tenantId}`;
    const ssoUrl = `${entityId}/sso`;
    const key = makeKey();
    // Each side has to know the other first: ours has its addresses before it knows the certificate.
    const connected = await saml.connect(app, as, { samlId: 'py', entityId, ssoUrl });
    const peerMetadata = await metadataOf(connected.entityId);
    const { metadata } = await peer.ask('startIdp', { entityId, ssoUrl, ...peer.filesOf(key), peerMetadata });
    const importPath = `/api/auth/tenants/${tenant.tenantId}/operations/saml/import`;
    const read = await app.call('POST', importPath, { token: as.token, body: { metadata } });
    expect(read.body).toMatchObject({ entityId, ssoUrl, leftOut: 0 });
    const certificates = `${saml.samlsPath(tenant.tenantId)}/py/certifications`;
    const [{ certification }] = read.body.certifications;
    expect((await app.call('POST', certificates, { token: as.token, body: { certification } })).status).toBe(200);
    return { tenant, entityId, connected };
  }

  test.each([
    ['response and assertion', true],
    ['the assertion alone', false],
  ])('as identity provider: signs in by %s signed, in two tenants at once', async (_, signResponse) => {
    const providers = await Promise.all([makeIdentityProvider(), makeIdentityProvider()]);
    await Promise.all(
      providers.map(async ({ tenant, entityId, connected }) => {
        const asked = await saml.ask(app, { tenantId: tenant.tenantId, samlId: 'py' });
        const who = { nameId: 'hanako', attributes: { mail: ['hanako@company.example'], sn: ['Sato'] } };
        const { response } = await peer.ask('answer', { entityId, request: asked.samlRequest, signResponse, ...who });
        const { exchangeCode, federationError } = await saml.bring(app, connected, asked, String(response));
        expect(federationError).toBeUndefined();
        const body = { exchangeCode, withMyInfo: true };
        const done = await app.call('POST', '/api/account/exchangeToken', { cookie: asked.cookie, body });
        expect(done.body).toMatchObject({ status: 'completed', tenantId: tenant.tenantId });
      }),
    );
  });
});
