import { createRequire } from 'node:module';
import type { TestCertificate } from './certificate.ts';

// The types of the library declare a browser's globals.
const require = createRequire(import.meta.url);
const { SignedXml } = require('xml-crypto') as { SignedXml: new (options: object) => Signer };
interface Signer {
  CanonicalizationAlgorithms: Record<string, unknown>;
  addReference(reference: object): void;
  computeSignature(xml: string, options: object): void;
  getSignedXml(): string;
}

/** What an answer says. Undefined leaves an element or attribute out. */
export interface Said {
  now: Date;
  acsUrl: string;
  audience: string;
  issuer: string;
  requestId: string | null;
  nameId?: string;
  nameIdFormat?: string;
  assertionId?: string;
  attributes?: Record<string, string[]>;
}

const iso = (now: Date, seconds = 0) => new Date(now.getTime() + seconds * 1000).toISOString();
const escaped = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** A right answer, unsigned. */
export function responseXml(said: Said): string {
  const { now, acsUrl, audience, issuer, requestId } = said;
  const answers = requestId === null ? '' : ` InResponseTo="${requestId}"`;
  const assertionId = said.assertionId ?? '_a1';
  const format = said.nameIdFormat ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
  const attributes = Object.entries(said.attributes ?? { mail: ['taro@example.com'] })
    .map(([name, values]) => {
      const texts = values.map((value) => `<saml:AttributeValue>${escaped(value)}</saml:AttributeValue>`).join('');
      return `<saml:Attribute Name="${name}">${texts}</saml:Attribute>`;
    })
    .join('');
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r1" Version="2.0" IssueInstant="${iso(now)}" Destination="${acsUrl}"${answers}><saml:Issuer>${escaped(issuer)}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${assertionId}" Version="2.0" IssueInstant="${iso(now)}"><saml:Issuer>${escaped(issuer)}</saml:Issuer><saml:Subject><saml:NameID Format="${format}">${escaped(said.nameId ?? 'taro')}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${answers} NotOnOrAfter="${iso(now, 300)}" Recipient="${acsUrl}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${iso(now, -30)}" NotOnOrAfter="${iso(now, 240)}"><saml:AudienceRestriction><saml:Audience>${escaped(audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${iso(now, -5)}" SessionIndex="_s1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`;
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const FIND = {
  response: "/*[local-name(.)='Response']",
  assertion: "/*[local-name(.)='Response']/*[local-name(.)='Assertion']",
};
export type SignedPart = keyof typeof FIND;

export interface HowSigned {
  signature?: string;
  digest?: string;
  canonicalization?: string;
  transforms?: string[];
}

/** Signs the response or its assertion, after the issuer. */
export function signed(xml: string, part: SignedPart, certificate: TestCertificate, how: HowSigned = {}): string {
  const signer = new SignedXml({
    privateKey: certificate.privateKey,
    publicCert: certificate.pem,
    signatureAlgorithm: how.signature ?? 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: how.canonicalization ?? EXCLUSIVE,
  });
  signer.addReference({
    xpath: FIND[part],
    digestAlgorithm: how.digest ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: how.transforms ?? [ENVELOPED, EXCLUSIVE],
  });
  const place = (location: object) => signer.computeSignature(xml, { prefix: 'ds', location });
  try {
    place({ reference: `${FIND[part]}/*[local-name(.)='Issuer']`, action: 'after' });
  } catch {
    place({ reference: FIND[part], action: 'prepend' });
  }
  return signer.getSignedXml();
}
