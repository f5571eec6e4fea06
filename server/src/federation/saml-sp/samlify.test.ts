import { createRequire } from 'node:module';
import { afterAll, expect, it } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn } from '#test/factories.ts';
import * as saml from '#test/saml/connection.ts';

/** An identity provider that nobody here wrote: it reads our metadata and our request, we read its metadata and its answer. */

// Its types declare a browser's globals.
const require = createRequire(import.meta.url);
interface Entity {
  getMetadata(): string;
  parseLoginRequest(sp: Entity, binding: string, request: object): Promise<{ extract: { request: { id: string } } }>;
  createLoginResponse(
    sp: Entity,
    asked: object,
    binding: string,
    user: object,
    replace: (template: string) => { id: string; context: string },
  ): Promise<{ context: string }>;
}
const { IdentityProvider, ServiceProvider, SamlLib, setSchemaValidator } = require('samlify') as {
  IdentityProvider: (given: object) => Entity;
  ServiceProvider: (given: object) => Entity;
  SamlLib: {
    defaultLoginResponseTemplate: { context: string };
    replaceTagsByValue(text: string, values: object): string;
  };
  setSchemaValidator(validator: object): void;
};
setSchemaValidator({ validate: () => Promise.resolve('not asked here') });

let app: TestApp;
afterAll(() => app.close());

it('signs a user in by the metadata that each side read of the other', async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  const { token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  const { pem, privateKey } = saml.idpOf('samlify.example');
  const issuer = 'https://samlify.example/metadata';
  const location = 'https://samlify.example/sso';
  const idp = IdentityProvider({
    entityID: issuer,
    signingCert: pem,
    privateKey,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: ['urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'],
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: location }],
    loginResponseTemplate: { ...SamlLib.defaultLoginResponseTemplate, attributes: [] },
  });
  const importPath = `/api/auth/tenants/${tenant.tenantId}/operations/saml/import`;
  const read = await app.call('POST', importPath, { token, body: { metadata: idp.getMetadata() } });
  expect(read.body).toMatchObject({ entityId: issuer, ssoUrl: location, leftOut: 0 });
  const connection = { samlId: 'peer', displayName: 'Peer', entityId: issuer, ssoUrl: location, enabled: true };
  const certifications = read.body.certifications.map((each: { certification: string }) => each.certification);
  const body = { ...connection, jitProvisioning: true, certifications };
  expect((await app.call('POST', saml.samlsPath(tenant.tenantId), { token, body })).status).toBe(200);

  const ours = await app.call('GET', `/saml/sp/${tenant.tenantId}/peer/metadata`);
  const sp = ServiceProvider({ metadata: ours.body });
  const asked = await saml.ask(app, { tenantId: tenant.tenantId, samlId: 'peer' });
  const acsUrl = `${app.url}/saml/sp/${tenant.tenantId}/peer/acs`;
  const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query: { SAMLRequest: asked.samlRequest } });
  expect(extract.request.id).toBe(asked.requestId);
  const now = new Date();
  const later = new Date(now.getTime() + 300_000).toISOString();
  const { context } = await idp.createLoginResponse(
    sp,
    { extract },
    'post',
    { email: 'peer@company.example' },
    (template) => {
      const values = {
        ...{
          ID: '_peer-response',
          AssertionID: `_peer${now.getTime()}`,
          Destination: acsUrl,
          AssertionConsumerServiceURL: acsUrl,
        },
        ...{
          Audience: `${app.url}/saml/sp/${tenant.tenantId}/peer/metadata`,
          SubjectRecipient: acsUrl,
          Issuer: issuer,
        },
        ...{ IssueInstant: now.toISOString(), ConditionsNotBefore: now.toISOString(), ConditionsNotOnOrAfter: later },
        ...{
          SubjectConfirmationDataNotOnOrAfter: later,
          InResponseTo: extract.request.id,
          NameID: 'peer@company.example',
        },
        ...{ NameIDFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress', AttributeStatement: '' },
        ...{ StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success' },
        AuthnStatement: `<saml:AuthnStatement AuthnInstant="${now.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
      };
      const filled = template.replace('{AuthnStatement}', values.AuthnStatement);
      return { id: '_peer-response', context: SamlLib.replaceTagsByValue(filled, values) };
    },
  );
  const came = await saml.bring(app, { acsUrl }, asked, Buffer.from(context, 'base64').toString());
  expect(came).toMatchObject({ purpose: 'signIn', exchangeCode: expect.any(String) });
});
