import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { SamlRefusal } from './refusal.ts';
import { childrenOf, countOf, type XmlElement } from './xml-tree.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const ENTITY = 'urn:oasis:names:tc:SAML:2.0:nameid-format:entity';

/** How far clocks may differ. */
const SKEW_MS = 60_000;
/** Longest name that can be a subject: longer ones are no names (SAML core 8.3.7: 256). */
const MOST_NAME = 256;

/** What a right answer says. */
export interface Expected {
  /** The identity provider. */
  issuer: string;
  /** Entity ID of ours that the assertion must be for. */
  audience: string;
  /** Our address that it must be sent to. */
  acsUrl: string;
  /** The request of this browser that it answers; null for an answer without a request. */
  requestId: string | null;
  now: Date;
}

/** A right answer. */
export interface SamlAnswer {
  nameId: string;
  nameIdFormat: string | null;
  /** Between whom the name is one, as the provider wrote it. */
  nameQualifier: string | null;
  spNameQualifier: string | null;
  assertionId: string;
  /** Until when the assertion would be accepted, so until when it must be remembered. */
  usableUntil: Date;
  sessionIndex: string | null;
  /** When the provider wants the session ended; null if it does not say. */
  sessionUntil: Date | null;
  authenticatedAt: Date;
  attributes: Record<string, string[]>;
  /** The key of ours that the assertion was encrypted for, where it was. */
  encryptedFor?: string;
}

/** What the provider itself refused, in the words of its status. */
export function refuseStatus(response: XmlElement): void {
  const [status, more] = childrenOf(response, PROTOCOL, 'Status');
  const [code] = status ? childrenOf(status, PROTOCOL, 'StatusCode') : [];
  const value = code?.attributes.get('Value');
  if (value === SUCCESS && !more) return;
  const inner = code && childrenOf(code, PROTOCOL, 'StatusCode')[0]?.attributes.get('Value');
  const message = status && childrenOf(status, PROTOCOL, 'StatusMessage')[0]?.text.trim();
  const found = [value, inner, message].filter(Boolean).join(' · ');
  throw new SamlRefusal('status', { found, expected: SUCCESS });
}

/**
 * Checks what an answer says: of the assertion only what is signed, and of the response what is signed or, where the
 * signature covers the assertion alone, what it says beside it, which can then only be refused. Throws `SamlRefusal`.
 */
export function checkContents(outer: XmlElement, signed: XmlElement, expected: Expected): SamlAnswer {
  const isResponseSigned = signed.local === 'Response' && signed.uri === PROTOCOL;
  const response = isResponseSigned ? signed : outer;
  const assertion = isResponseSigned ? only(childrenOf(signed, ASSERTION, 'Assertion'), 'assertion_count') : signed;
  demand(
    assertion.local === 'Assertion' && assertion.uri === ASSERTION && countOf(signed, 'Assertion') === 1,
    'assertion_count',
  );
  const assertionId = assertion.attributes.get('ID') ?? '';
  demand(assertionId !== '', 'assertion_count');
  checkResponse(response, isResponseSigned, expected);
  match('version', assertion.attributes.get('Version'), '2.0');
  match('issuer', only(childrenOf(assertion, ASSERTION, 'Issuer'), 'issuer').text, expected.issuer);
  notLater('issued_later', timeOf(assertion, 'IssueInstant'), expected.now);
  const subject = only(childrenOf(assertion, ASSERTION, 'Subject'), 'subject_count');
  const name = readName(subject);
  const confirmedUntil = checkConfirmation(subject, expected);
  const conditionsUntil = checkConditions(assertion, expected);
  const session = checkAuthentication(assertion, expected);
  return {
    ...name,
    assertionId,
    usableUntil: new Date(Math.min(confirmedUntil, conditionsUntil) + SKEW_MS),
    ...session,
    attributes: readAttributes(assertion),
  };
}

function checkResponse(response: XmlElement, isSigned: boolean, expected: Expected): void {
  match('version', response.attributes.get('Version'), '2.0');
  refuseStatus(response);
  const issuers = childrenOf(response, ASSERTION, 'Issuer');
  if (isSigned || issuers.length > 0) match('response_issuer', only(issuers, 'response_issuer').text, expected.issuer);
  const destination = response.attributes.get('Destination');
  if (isSigned || destination !== undefined) match('destination', destination, expected.acsUrl);
  const answered = response.attributes.get('InResponseTo') ?? null;
  if (isSigned || answered !== null || expected.requestId === null)
    match('response_request', answered, expected.requestId);
  notLater('issued_later', timeOf(response, 'IssueInstant'), expected.now);
}

/** Longest entity ID (SAML core 8.3.6). */
const MOST_QUALIFIER = 1024;

function readName(
  subject: XmlElement,
): Pick<SamlAnswer, 'nameId' | 'nameIdFormat' | 'nameQualifier' | 'spNameQualifier'> {
  const element = only(childrenOf(subject, ASSERTION, 'NameID'), 'name_id');
  const nameId = element.text.trim();
  const nameIdFormat = element.attributes.get('Format') ?? null;
  demand(nameId !== '' && nameId.length <= MOST_NAME && !hasControls(nameId), 'name_id', nameId);
  // It is another one each time, so it names nobody.
  demand(nameIdFormat !== TRANSIENT && nameIdFormat !== ENTITY, 'name_id_transient', nameIdFormat);
  const qualifier = (name: string) => {
    const value = element.attributes.get(name) ?? '';
    return value === '' || value.length > MOST_QUALIFIER ? null : value;
  };
  const qualifiers = { nameQualifier: qualifier('NameQualifier'), spNameQualifier: qualifier('SPNameQualifier') };
  return { nameId, nameIdFormat, ...qualifiers };
}

const hasControls = (text: string) => /\p{Cc}/u.test(text);

/** One bearer confirmation that fits is needed (SAML profiles 4.1.4.3); of several, the first one's mistake is told. */
function checkConfirmation(subject: XmlElement, expected: Expected): number {
  const bearers = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(
    (confirmation) => confirmation.attributes.get('Method') === BEARER,
  );
  demand(bearers.length > 0, 'not_bearer');
  const mistakes: unknown[] = [];
  for (const bearer of bearers) {
    try {
      return checkBearer(bearer, expected);
    } catch (error) {
      mistakes.push(error);
    }
  }
  throw mistakes[0];
}

function checkBearer(bearer: XmlElement, { acsUrl, requestId, now }: Expected): number {
  const data = only(childrenOf(bearer, ASSERTION, 'SubjectConfirmationData'), 'recipient');
  match('recipient', data.attributes.get('Recipient'), acsUrl);
  match('request', data.attributes.get('InResponseTo') ?? null, requestId);
  const until = timeOf(data, 'NotOnOrAfter');
  demand(until !== null && !Number.isNaN(until), 'confirmation_times');
  inTime(data, { early: 'confirmation_early', expired: 'confirmation_expired' }, now);
  return until as number;
}

function checkConditions(assertion: XmlElement, { audience, now }: Expected): number {
  const conditions = only(childrenOf(assertion, ASSERTION, 'Conditions'), 'conditions');
  inTime(conditions, { early: 'early', expired: 'expired' }, now);
  const restrictions = childrenOf(conditions, ASSERTION, 'AudienceRestriction');
  const audiences = restrictions.map((restriction) =>
    childrenOf(restriction, ASSERTION, 'Audience').map(({ text }) => text.trim()),
  );
  const isForUs = audiences.length > 0 && audiences.every((list) => list.includes(audience));
  demand(isForUs, 'audience', audiences.flat().join(' '), audience);
  return timeOf(conditions, 'NotOnOrAfter') ?? Number.POSITIVE_INFINITY;
}

function checkAuthentication(assertion: XmlElement, { now }: Expected) {
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  const [statement] = statements;
  if (!statement) throw new SamlRefusal('authentication');
  const at = timeOf(statement, 'AuthnInstant');
  demand(at !== null && !Number.isNaN(at), 'authentication', statement.attributes.get('AuthnInstant'));
  notLater('authentication_later', at, now);
  // Of several, the session ends with the first; an unreadable time makes the least unreadable.
  const ends = statements.flatMap((each) => timeOf(each, 'SessionNotOnOrAfter') ?? []);
  const until = ends.length === 0 ? null : Math.min(...ends);
  const said = statements.map((each) => each.attributes.get('SessionNotOnOrAfter')).filter(Boolean);
  demand(until === null || until + SKEW_MS > now.getTime(), 'session_expired', said.join(' '));
  return {
    authenticatedAt: new Date(at as number),
    sessionIndex: statement.attributes.get('SessionIndex') ?? null,
    sessionUntil: until === null ? null : new Date(until),
  };
}

function readAttributes(assertion: XmlElement): Record<string, string[]> {
  const read = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue').map(({ text }) => text.trim());
      const name = attribute.attributes.get('Name') ?? '';
      if (name !== '') read.set(name, [...(read.get(name) ?? []), ...values]);
    }
  }
  return Object.fromEntries(read);
}

/** Times of SAML are UTC; whatever else a parser of dates would take is no time. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Null if there is none, NaN if it is none. */
function timeOf(element: XmlElement, attribute: string): number | null {
  const value = element.attributes.get(attribute);
  if (value === undefined) return null;
  return TIME.test(value) ? Date.parse(value) : Number.NaN;
}

/** An unreadable time is neither early nor late enough. */
function inTime(element: XmlElement, cause: { early: SamlFailureCause; expired: SamlFailureCause }, now: Date): void {
  const [from, until] = [timeOf(element, 'NotBefore'), timeOf(element, 'NotOnOrAfter')];
  const at = now.toISOString();
  demand(from === null || from <= now.getTime() + SKEW_MS, cause.early, element.attributes.get('NotBefore'), at);
  demand(until === null || until + SKEW_MS > now.getTime(), cause.expired, element.attributes.get('NotOnOrAfter'), at);
}

function notLater(cause: SamlFailureCause, at: number | null, now: Date): void {
  demand(at !== null && at <= now.getTime() + SKEW_MS, cause, undefined, now.toISOString());
}

function only(found: readonly XmlElement[], cause: SamlFailureCause): XmlElement {
  const [one, more] = found;
  if (!one || more) throw new SamlRefusal(cause, { found: `${found.length}`, expected: '1' });
  return one;
}

function match(cause: SamlFailureCause, found: string | null | undefined, expected: string | null): void {
  demand((found ?? null) === expected, cause, found ?? '', expected ?? '');
}

function demand(holds: boolean, cause: SamlFailureCause, found?: string | null, expected?: string): void {
  if (!holds)
    throw new SamlRefusal(cause, { ...(found != null && { found }), ...(expected !== undefined && { expected }) });
}
