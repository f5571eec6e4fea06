import { randomBytes } from 'node:crypto';
import { SAML_ASSERTION_SECONDS } from '#contract/limits.ts';
import { RefusedMessage } from './message.ts';
import { childOf, childrenOf, SAML, SAMLP, textOf, type XmlElement } from './read.ts';
import { attribute, xml } from './write.ts';

const MOST_INDEXES = 50;

/** Whom a request signs out: the name at its sender and, if named, these sessions only. Throws `RefusedMessage`, `BadXml`. */
export function readLogoutRequest(root: XmlElement, now: Date): { nameId: string; indexes: string[] | null } {
  const { NotOnOrAfter: until } = root.attributes;
  if (until !== undefined && !(new Date(until) > now)) throw new RefusedMessage('tooOld', 'the request has expired');
  const nameId = textOf(childOf(root, SAML, 'NameID'));
  if (nameId === '') throw new RefusedMessage('request', 'no name');
  const indexes = childrenOf(root, SAMLP, 'SessionIndex').map(textOf);
  if (indexes.length > MOST_INDEXES) throw new RefusedMessage('request', 'too many sessions');
  return { nameId, indexes: indexes.length === 0 ? null : indexes };
}

/** The codes of an answer: the first one and, if it is there, the one in it. */
export function statusOf(root: XmlElement): string[] {
  const outer = childOf(childOf(root, SAMLP, 'Status'), SAMLP, 'StatusCode');
  return [outer, childOf(outer, SAMLP, 'StatusCode')].flatMap(
    (code) => code?.attributes.Value?.split(':').at(-1) ?? [],
  );
}

interface Head {
  issuer: string;
  destination: string;
  now: Date;
}

const newMessageId = () => `_${randomBytes(20).toString('hex')}`;
const issuerXml = (issuer: string) => xml`<saml:Issuer${attribute('xmlns:saml', SAML)}>${issuer}</saml:Issuer>`;

interface Named {
  nameId: string;
  format: string | null;
  sessionIndex: string | null;
  /** Entity IDs between which a persistent name is one (SAML core 8.3.7), as the assertion named them. */
  qualifiers?: { by: string | null; for: string | null };
}

/** A request to sign out, for the redirect binding: unsigned, because there the query is. */
export function writeLogoutRequest(
  { issuer, now, destination, id = newMessageId() }: Head & { id?: string },
  { nameId, format, sessionIndex, qualifiers }: Named,
): string {
  const until = new Date(now.getTime() + SAML_ASSERTION_SECONDS * 1000).toISOString();
  const index = sessionIndex === null ? null : xml`<samlp:SessionIndex>${sessionIndex}</samlp:SessionIndex>`;
  return xml`<samlp:LogoutRequest${attribute('xmlns:samlp', SAMLP)}${attribute('Destination', destination)}${attribute('ID', id)}${attribute('IssueInstant', now.toISOString())}${attribute('NotOnOrAfter', until)} Version="2.0">${issuerXml(issuer)}<saml:NameID${attribute('xmlns:saml', SAML)}${attribute('Format', format)}${attribute('NameQualifier', qualifiers?.by ?? null)}${attribute('SPNameQualifier', qualifiers?.for ?? null)}>${nameId}</saml:NameID>${index}</samlp:LogoutRequest>`
    .text;
}

const PARTIAL = xml`<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"></samlp:StatusCode>`;

/** The answer that a sign-out is done, here alone if `isPartial`, for the redirect binding. */
export const writeLogoutDone = ({ issuer, now, destination }: Head, inResponseTo: string, isPartial: boolean): string =>
  xml`<samlp:LogoutResponse${attribute('xmlns:samlp', SAMLP)}${attribute('Destination', destination)}${attribute('ID', newMessageId())}${attribute('InResponseTo', inResponseTo)}${attribute('IssueInstant', now.toISOString())} Version="2.0">${issuerXml(issuer)}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success">${isPartial ? PARTIAL : null}</samlp:StatusCode></samlp:Status></samlp:LogoutResponse>`
    .text;
