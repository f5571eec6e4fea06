import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type SignedIn, type TestUser } from '#test/factories.ts';
import { follow, idpOf, makeKey, makeSp, open } from '#test/saml.ts';
import * as saml from '#test/saml/connection.ts';
import { makeBrowser } from './browser.ts';
import { missing, type PhpSite, type SimpleSamlPhp, startSimpleSamlPhp } from './simplesamlphp.ts';

describe.skipIf(missing() !== null)('SimpleSAMLphp', () => {
  let app: TestApp;
  let php: SimpleSamlPhp;
  const pairs: {
    site: PhpSite;
    user: TestUser;
    signed: SignedIn;
    tenantId: string;
    token: string;
    connected: saml.Connected;
  }[] = [];
  const idpKey = makeKey();

  beforeAll(async () => {
    app = await sharedTestApp();
    const metadataOf = async (address: string) => (await fetch(new URL(new URL(address).pathname, app.url))).text();
    const makePair = async (origin: string, at: number) => {
      const tenant = await makeTenant(app);
      const { tenantId } = tenant;
      const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
      const as = { app, tenantId, token };
      const { metadataUrl } = await idpOf(as);
      const idp = await metadataOf(metadataUrl);
      const site = { name: `site${at}`, entityId: `https://php.example/${at}`, key: makeKey() };
      await makeSp(as, {
        entityId: site.entityId,
        acsUrl: `${origin}/module.php/saml/sp/saml2-acs.php/${site.name}`,
        logoutUrl: `${origin}/module.php/saml/sp/saml2-logout.php/${site.name}`,
        ...{ signingOption: 'both', authnRequestsSigned: true, certifications: [site.key.certificate] },
        // The second site gets its assertions encrypted.
        encryptionCertifications: at === 2 ? [site.key.certificate] : [],
        attributeStatements: [{ name: 'mail', source: 'loginMailAddress', nameFormat: 'basic' }],
      });
      const ids = { entityId: `${origin}/saml2/idp/metadata.php`, ssoUrl: `${origin}/saml2/idp/SSOService.php` };
      const connected = await saml.connect(app, as, { samlId: 'php', acceptsCbc: true, ...ids });
      const certificates = `${saml.samlsPath(tenantId)}/php/certifications`;
      const body = { certification: idpKey.certificate };
      expect((await app.call('POST', certificates, { token, body })).status).toBe(200);
      const user = await makeUser(app, tenant);
      pairs.push({ site, user, tenantId, token, connected, signed: await signIn(app, user) });
      return { ...site, idp, sp: await metadataOf(connected.entityId) };
    };
    php = await startSimpleSamlPhp(async (origin) => {
      const sites = await Promise.all([1, 2].map((at) => makePair(origin, at)));
      return { sites, idpKey, sps: sites.map(({ sp }) => sp) };
    });
  });
  afterAll(async () => {
    await php.close();
    await app.close();
  });

  test('as service provider: signs in, and out from there, in two tenants at once', async () => {
    await Promise.all(
      pairs.map(async ({ site, user, signed }) => {
        const browser = makeBrowser(php.origin);
        const asked = await browser(`/${site.name}`);
        expect([asked.to, asked.text]).toEqual([expect.stringContaining('SAMLRequest='), expect.anything()]);
        const { posts } = await follow(app, asked.to, signed.cookie);
        const { SAMLResponse = '', RelayState } = posts ?? {};
        const back = await browser(posts?.to ?? '', { SAMLResponse, RelayState: RelayState ?? '' });
        expect([back.status, back.text.slice(0, 900)]).toEqual([303, expect.anything()]);
        expect(JSON.parse((await browser(back.to)).text)).toEqual({ mail: [user.mail] });
        const left = await browser(`/${site.name}?out=1`);
        expect(left.to).toContain('SAMLRequest=');
        const answered = (await open(app, left.to)).posts;
        const { SAMLResponse: answer = '', RelayState: state } = answered ?? {};
        const gone = await browser(answered?.to ?? '', { SAMLResponse: answer, RelayState: state ?? '' });
        expect((await browser(gone.to)).text).toBe('signed out');
      }),
    );
  });

  // It encrypts by AES-CBC alone, and signs its response.
  test.each([
    ['plain', false],
    ['encrypted', true],
  ])('as identity provider: signs in with %s assertions, in two tenants at once', async (_, encrypts) => {
    php.encrypt(encrypts);
    await Promise.all(
      pairs.map(async ({ connected, tenantId, token }) => {
        const begun = await app.call('POST', '/api/auth/saml/sp/request', { body: { tenantId, samlId: 'php' } });
        const asked = saml.readRequest(begun.body.url, saml.cookieOf(begun));
        const browser = makeBrowser(php.origin);
        let page = await browser(begun.body.url);
        for (let hops = 0; page.to !== '' && hops < 5; hops += 1) page = await browser(page.to);
        const response = /name="SAMLResponse" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
        expect([response === '', page.text.slice(0, 900)]).toEqual([false, expect.anything()]);
        const xml = Buffer.from(response.replaceAll('&#x2B;', '+').replaceAll('&#x3D;', '='), 'base64').toString();
        expect(xml.includes('EncryptedAssertion')).toBe(encrypts);
        const { exchangeCode, federationError } = await saml.bring(app, connected, asked, xml);
        const traces = await app.call('GET', `${saml.samlsPath(tenantId)}/php/traces`, { token });
        expect([federationError, traces.body.results[0].cause]).toEqual([undefined, null]);
        const body = { exchangeCode, withMyInfo: true };
        const done = await app.call('POST', '/api/account/exchangeToken', { cookie: asked.cookie, body });
        expect(done.body).toMatchObject({ status: 'completed', tenantId });
      }),
    );
  });
});
