import { createRequire } from 'node:module';
import type { TestCertificate } from './certificate.ts';

/** An identity provider that nobody here wrote (samlify): it reads our metadata and our request, we read its metadata and its answer. */

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
  parseLogoutRequest(sp: Entity, binding: string, request: object): Promise<{ extract: { nameID: string } }>;
  createLogoutResponse(sp: Entity, asked: object, binding: string, relayState: string): { context: string };
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

const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

export interface Peer {
  metadata: string;
  /** Writes answers to requests of the service provider with this metadata, in base64. */
  issuer(spMetadata: string): (requestId: string, who: Named) => Promise<string>;
  /** Reads a request of the service provider with this metadata: its ID, and the answer in base64. */
  answer(spMetadata: string, samlRequest: string, who: Named): Promise<{ requestId: string; response: string }>;
  /** Checks a signed request to sign out, by redirect: who it names, and the address with the signed answer. */
  signOut(spMetadata: string, query: string): Promise<{ nameId: string; back: string }>;
}

/** Whom an answer names. */
export interface Named {
  nameId: string;
  attributes?: Readonly<Record<string, string>>;
}

export function makePeer(given: {
  entityId: string;
  ssoUrl: string;
  sloUrl?: string;
  certificate: Pick<TestCertificate, 'pem' | 'privateKey'>;
}): Peer {
  const { entityId, ssoUrl, sloUrl, certificate } = given;
  const idp = IdentityProvider({
    entityID: entityId,
    signingCert: certificate.pem,
    privateKey: certificate.privateKey,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: [EMAIL],
    singleSignOnService: [{ Binding: REDIRECT, Location: ssoUrl }],
    ...(sloUrl && { singleLogoutService: [{ Binding: REDIRECT, Location: sloUrl }], wantLogoutRequestSigned: true }),
    loginResponseTemplate: { ...SamlLib.defaultLoginResponseTemplate, attributes: [] },
  });
  let answers = 0;
  const issuer = (spMetadata: string) => {
    const sp = ServiceProvider({ metadata: spMetadata });
    const acsUrl = /AssertionConsumerService\b[^>]*\bLocation="([^"]*)"/.exec(spMetadata)?.[1] ?? '';
    const audience = /\bentityID="([^"]*)"/.exec(spMetadata)?.[1] ?? '';
    return async (requestId: string, { nameId, attributes = {} }: Named) => {
      const now = new Date();
      const later = new Date(now.getTime() + 300_000).toISOString();
      answers += 1;
      const id = `_peer-${now.getTime()}-${answers}`;
      const values = {
        ...{ ID: id, AssertionID: `${id}-a`, Issuer: entityId, InResponseTo: requestId },
        ...{ Destination: acsUrl, AssertionConsumerServiceURL: acsUrl, SubjectRecipient: acsUrl, Audience: audience },
        ...{ IssueInstant: now.toISOString(), ConditionsNotBefore: now.toISOString(), ConditionsNotOnOrAfter: later },
        ...{ SubjectConfirmationDataNotOnOrAfter: later, NameID: nameId, NameIDFormat: EMAIL },
        AttributeStatement: '',
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      };
      const statement = `<saml:AuthnStatement AuthnInstant="${now.toISOString()}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
      const replace = (template: string) => ({
        id,
        context: SamlLib.replaceTagsByValue(
          template.replace('{AuthnStatement}', statement + statementOf(attributes)),
          values,
        ),
      });
      const asked = { extract: { request: { id: requestId } } };
      return (await idp.createLoginResponse(sp, asked, 'post', { email: nameId }, replace)).context;
    };
  };
  return {
    metadata: idp.getMetadata(),
    issuer,
    answer: async (spMetadata, samlRequest, who) => {
      const sp = ServiceProvider({ metadata: spMetadata });
      const { extract } = await idp.parseLoginRequest(sp, 'redirect', { query: { SAMLRequest: samlRequest } });
      const requestId = extract.request.id;
      return { requestId, response: await issuer(spMetadata)(requestId, who) };
    },
    signOut: async (spMetadata, query) => {
      const sp = ServiceProvider({ metadata: withOneKey(spMetadata), wantLogoutResponseSigned: true });
      const values = Object.fromEntries(new URLSearchParams(query));
      const octetString = query.replace(/&Signature=.*/, '');
      const asked = await idp.parseLogoutRequest(sp, 'redirect', { query: values, octetString });
      const { context: back } = idp.createLogoutResponse(sp, asked, 'redirect', values.RelayState ?? '');
      return { nameId: asked.extract.nameID, back };
    },
  };
}

function statementOf(attributes: Readonly<Record<string, string>>): string {
  const all = Object.entries(attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
  );
  return all.length === 0 ? '' : `<saml:AttributeStatement>${all.join('')}</saml:AttributeStatement>`;
}

/** Messages by redirect are checked by this library with the one signing certificate of the metadata: the first. */
function withOneKey(metadata: string): string {
  const [first, ...others] = metadata.match(/<md:KeyDescriptor use="signing">.*?<\/md:KeyDescriptor>/gs) ?? [];
  return first ? others.reduce((text, other) => text.replace(other, ''), metadata) : metadata;
}
