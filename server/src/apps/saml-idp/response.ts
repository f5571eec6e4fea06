import { type KeyObject, randomBytes } from 'node:crypto';
import { SAML_ASSERTION_SECONDS } from '#contract/limits.ts';
import type { AttributeNameFormat, NameIdFormat, SigningOption } from '#contract/apps/saml-idp-values.ts';
import { encryptedAssertion } from '../../platform/saml/encryption.ts';
import { SAML, SAMLP } from '../../platform/saml/read.ts';
import { type Signer, signatureOf } from '../../platform/saml/sign.ts';
import { attribute, type Xml, xml } from '../../platform/saml/write.ts';

/** Clocks of service providers may be this much behind; part of the life of an assertion. */
const SKEW_SECONDS = 60;

/** An ID that is an NCName: 160 random bits. */
const newMessageId = () => `_${randomBytes(20).toString('hex')}`;

const formatUris: Record<NameIdFormat, string> = {
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
  emailAddress: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  unspecified: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
};
export const uriOfFormat = (format: NameIdFormat) => formatUris[format];
/** Null: we do not offer that format. */
export const formatOfUri = (uri: string): NameIdFormat | null =>
  (Object.entries(formatUris).find(([, known]) => known === uri)?.[0] as NameIdFormat | undefined) ?? null;

const attributeFormatUri = (format: AttributeNameFormat) => `urn:oasis:names:tc:SAML:2.0:attrname-format:${format}`;

const instant = (at: Date) => at.toISOString();
const after = (at: Date, seconds: number) => instant(new Date(at.getTime() + seconds * 1000));

export interface Statement {
  name: string;
  nameFormat: AttributeNameFormat;
  values: readonly string[];
}

export interface Subject {
  nameId: string;
  format: NameIdFormat;
  sessionIndex: string;
  /** When the user last proved their identity. */
  provedAt: Date;
  sessionEndsAt: Date;
  contextClass: string;
  statements: readonly Statement[];
}

export interface Envelope {
  issuer: string;
  /** Where the answer is sent. */
  acsUrl: string;
  audience: string;
  /** Null: nobody asked. */
  inResponseTo: string | null;
  signingOption: SigningOption;
  signer: Signer;
  /** Whom the assertion is encrypted for; null: nobody. */
  encryptFor?: KeyObject | null;
  now: Date;
}

// What is written here is in exclusive canonical form (xml/sign.ts): attributes in the order of their names, namespaces
// declared where they are used first.
const issuerXml = (issuer: string) => xml`<saml:Issuer${attribute('xmlns:saml', SAML)}>${issuer}</saml:Issuer>`;

/** The same in an assertion and in a request to sign out: service providers compare all of it (SAML core 3.3.4). */
const nameIdXml = (
  { issuer, audience }: Pick<Envelope, 'issuer' | 'audience'>,
  { nameId, format }: Pick<Subject, 'nameId' | 'format'>,
  namespace: string | null,
): Xml =>
  xml`<saml:NameID${attribute('xmlns:saml', namespace)}${attribute('Format', uriOfFormat(format))}${format === 'persistent' ? xml`${attribute('NameQualifier', issuer)}${attribute('SPNameQualifier', audience)}` : null}>${nameId}</saml:NameID>`;

function assertionXml(
  { issuer, acsUrl, audience, inResponseTo, now }: Envelope,
  subject: Subject,
  id: string,
  signature: Xml | null,
): Xml {
  const [notBefore, notOnOrAfter] = [after(now, -SKEW_SECONDS), after(now, SAML_ASSERTION_SECONDS - SKEW_SECONDS)];
  const name = nameIdXml({ issuer, audience }, subject, null);
  const confirmation = xml`<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData${attribute('InResponseTo', inResponseTo)}${attribute('NotOnOrAfter', notOnOrAfter)}${attribute('Recipient', acsUrl)}></saml:SubjectConfirmationData></saml:SubjectConfirmation>`;
  const conditions = xml`<saml:Conditions${attribute('NotBefore', notBefore)}${attribute('NotOnOrAfter', notOnOrAfter)}><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
  const authn = xml`<saml:AuthnStatement${attribute('AuthnInstant', instant(subject.provedAt))}${attribute('SessionIndex', subject.sessionIndex)}${attribute('SessionNotOnOrAfter', instant(subject.sessionEndsAt))}><saml:AuthnContext><saml:AuthnContextClassRef>${subject.contextClass}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`;
  const statements = subject.statements.filter(({ values }) => values.length > 0).map(statementXml);
  const attributes =
    statements.length === 0 ? null : xml`<saml:AttributeStatement>${statements}</saml:AttributeStatement>`;
  return xml`<saml:Assertion${attribute('xmlns:saml', SAML)}${attribute('ID', id)}${attribute('IssueInstant', instant(now))} Version="2.0"><saml:Issuer>${issuer}</saml:Issuer>${signature}<saml:Subject>${name}${confirmation}</saml:Subject>${conditions}${authn}${attributes}</saml:Assertion>`;
}

const statementXml = ({ name, nameFormat, values }: Statement): Xml =>
  xml`<saml:Attribute${attribute('Name', name)}${attribute('NameFormat', attributeFormatUri(nameFormat))}>${values.map((value) => xml`<saml:AttributeValue>${value}</saml:AttributeValue>`)}</saml:Attribute>`;

const statusUri = (code: string) => `urn:oasis:names:tc:SAML:2.0:status:${code}`;

function statusXml(codes: readonly string[]): Xml {
  const [top = 'Success', second] = codes;
  const inner = second ? xml`<samlp:StatusCode${attribute('Value', statusUri(second))}></samlp:StatusCode>` : null;
  return xml`<samlp:Status><samlp:StatusCode${attribute('Value', statusUri(top))}>${inner}</samlp:StatusCode></samlp:Status>`;
}

const responseXml = (
  kind: 'Response' | 'LogoutResponse',
  given: Pick<Envelope, 'issuer' | 'inResponseTo' | 'now'> & { destination: string; id: string },
  signature: Xml | null,
  content: Xml,
): Xml => {
  const head = xml`${attribute('xmlns:samlp', SAMLP)}${attribute('Destination', given.destination)}${attribute('ID', given.id)}${attribute('InResponseTo', given.inResponseTo)}${attribute('IssueInstant', instant(given.now))} Version="2.0"`;
  const inside = xml`${issuerXml(given.issuer)}${signature}${content}`;
  return kind === 'Response'
    ? xml`<samlp:Response${head}>${inside}</samlp:Response>`
    : xml`<samlp:LogoutResponse${head}>${inside}</samlp:LogoutResponse>`;
};

/** The answer that signs a user in, signed as the service provider wants it. */
export function writeResponse(envelope: Envelope, subject: Subject): string {
  const { signingOption, signer } = envelope;
  const [id, assertionId] = [newMessageId(), newMessageId()];
  const assertion = (signature: Xml | null) => assertionXml(envelope, subject, assertionId, signature);
  const inner =
    signingOption === 'response' ? assertion(null) : assertion(signatureOf(assertion(null), assertionId, signer));
  const sealed = envelope.encryptFor ? encryptedAssertion(inner, envelope.encryptFor) : inner;
  const content = xml`${statusXml(['Success'])}${sealed}`;
  const response = (signature: Xml | null) =>
    responseXml('Response', { ...envelope, destination: envelope.acsUrl, id }, signature, content);
  return (signingOption === 'assertion' ? response(null) : response(signatureOf(response(null), id, signer))).text;
}

/** The answer that signs nobody in, always signed. */
export function writeRefusal(
  envelope: Envelope,
  codes: readonly [top: 'Requester' | 'Responder', second: string],
): string {
  const id = newMessageId();
  const response = (signature: Xml | null) =>
    responseXml('Response', { ...envelope, destination: envelope.acsUrl, id }, signature, statusXml(codes));
  return response(signatureOf(response(null), id, envelope.signer)).text;
}

/** The answer to a request to sign out. */
export function writeLogoutResponse(
  given: Pick<Envelope, 'issuer' | 'inResponseTo' | 'now' | 'signer'> & { destination: string },
  codes: readonly string[],
): string {
  const id = newMessageId();
  const response = (signature: Xml | null) =>
    responseXml('LogoutResponse', { ...given, id }, signature, statusXml(codes));
  return response(signatureOf(response(null), id, given.signer)).text;
}
