import { X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { BadXml, childOf, readXml, SAML, SAMLP, textOf, type XmlElement } from './read.ts';
import { isQuerySigned, readSigned } from './verify.ts';

/** Why a message is refused. */
export type MessageMistake =
  | 'request'
  | 'signatureMissing'
  | 'signatureWrong'
  | 'certificateMissing'
  | 'certificateExpired'
  | 'destination'
  | 'tooOld';

/** A message that is refused: its sender's administrators learn the cause, the log the reason. */
export class RefusedMessage extends Error {
  readonly why: MessageMistake;
  readonly detail: string | null;

  constructor(why: MessageMistake, reason: string, detail: string | null = null) {
    super(reason);
    this.why = why;
    this.detail = detail;
  }
}

/** Longer than the standard's 80 bytes, which not all keep to. */
const MOST_RELAY_STATE = 1024;
const isRelayState = (value: string) =>
  Buffer.byteLength(value) <= MOST_RELAY_STATE && !/\p{Cc}/u.test(value) && value.isWellFormed();

/** A request is a few kilobytes with its signature and certificate. */
const MOST_BYTES = 64 * 1024;
const OLDEST_MS = 10 * 60_000;
const SKEW_MS = 2 * 60_000;

/** A message as it came, by either binding; nothing of it is trusted. */
export interface RawMessage {
  text: string;
  root: XmlElement;
  relayState: string | null;
  /** The signature of a redirect, which covers the query as it was sent. */
  query: { signed: string; algorithm: string; signature: string } | null;
}

const bad = (reason: string) => new RefusedMessage('request', reason);

function toText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw bad('not UTF-8');
  }
}

function decode(value: string, deflated: boolean): string {
  if (value.length > 2 * MOST_BYTES) throw bad('too large');
  if (!/^[A-Za-z0-9+/\s]+=*\s*$/.test(value)) throw bad('not Base64');
  const bytes = Buffer.from(value, 'base64');
  if (!deflated) return toText(bytes);
  let inflated: Buffer;
  try {
    inflated = inflateRawSync(bytes, { maxOutputLength: MOST_BYTES });
  } catch {
    throw bad('not deflated, or too large');
  }
  return toText(inflated);
}

function toMessage(text: string, relayState: string | null, query: RawMessage['query']): RawMessage {
  if (relayState !== null && !isRelayState(relayState)) throw bad('a relay state that is too long or not plain');
  try {
    return { text, root: readXml(text, { mostBytes: MOST_BYTES }), relayState, query };
  } catch (error) {
    if (error instanceof BadXml) throw bad(error.message);
    throw error;
  }
}

/** The parameter that holds a message. */
export type Kind = 'SAMLRequest' | 'SAMLResponse';

/** Reads a message of the redirect binding from the query, as it was sent. Throws `RefusedMessage`. */
export function fromQuery(query: string, kind: Kind = 'SAMLRequest'): RawMessage {
  const names = [kind, 'RelayState', 'SigAlg', 'Signature'];
  const sent = query.split('&').map((part) => [part.split('=')[0] ?? '', part] as const);
  const known = sent.filter(([name]) => names.includes(name));
  if (new Set(known.map(([name]) => name)).size !== known.length) throw bad('a parameter is given twice');
  const raw = new Map(known);
  const value = (name: string) => {
    const part = raw.get(name);
    return part === undefined ? null : new URLSearchParams(part).get(name);
  };
  const [signature, algorithm] = [value('Signature'), value('SigAlg')];
  if ((signature === null) !== (algorithm === null)) throw bad('half a signature');
  const signed = [kind, 'RelayState', 'SigAlg'].flatMap((name) => raw.get(name) ?? []).join('&');
  const proof = signature !== null && algorithm !== null ? { signed, algorithm, signature } : null;
  // An empty relay state is none.
  return toMessage(decode(value(kind) ?? '', true), value('RelayState') || null, proof);
}

/** Reads a message of the POST binding. Throws `RefusedMessage`. */
export function fromForm(form: URLSearchParams, kind: Kind = 'SAMLRequest'): RawMessage {
  if (form.getAll(kind).length !== 1 || form.getAll('RelayState').length > 1)
    throw bad('a parameter is missing or given twice');
  return toMessage(decode(form.get(kind) ?? '', false), form.get('RelayState') || null, null);
}

/** Who says that it sent the message. Throws `RefusedMessage`. */
export function issuerOf({ root }: RawMessage): string {
  try {
    const issuer = textOf(childOf(root, SAML, 'Issuer'));
    if (issuer === '') throw bad('no issuer');
    return issuer;
  } catch (error) {
    throw error instanceof BadXml ? bad(error.message) : error;
  }
}

export interface KnownSender {
  entityId: string;
  signatureDemanded: boolean;
  certifications: readonly { certificate: Buffer; expiresAt: Date; active: boolean }[];
}

/** Whether a message carries a signature, of whatever worth. */
const carriesSignature = ({ root, query }: RawMessage) =>
  query !== null || root.children.some(({ local }) => local === 'Signature');

/**
 * The root of a message whose signature was checked where there has to be one; `signed` says whether it was. From here
 * on only what is returned may be read. Throws `RefusedMessage`.
 */
export function verified(message: RawMessage, sender: KnownSender, now: Date): { root: XmlElement; signed: boolean } {
  const active = sender.certifications.filter((one) => one.active);
  const carries = carriesSignature(message);
  if (!carries && sender.signatureDemanded) throw new RefusedMessage('signatureMissing', 'the request is not signed');
  // Without a certificate a signature cannot be checked, and nobody demanded one.
  if (active.length === 0 && !sender.signatureDemanded) return { root: message.root, signed: false };
  if (active.length === 0) throw new RefusedMessage('certificateMissing', 'no active certificate');
  if (!carries) return { root: message.root, signed: false };
  const valid = (expired: boolean) => {
    for (const { certificate } of active.filter(({ expiresAt }) => expiresAt <= now === expired)) {
      const root = signedRoot(message, certificate);
      if (root) return root;
    }
    return null;
  };
  const root = valid(false);
  if (root) return { root, signed: true };
  if (valid(true)) throw new RefusedMessage('certificateExpired', 'signed with an expired certificate');
  throw new RefusedMessage('signatureWrong', 'the signature is not of an active certificate');
}

function signedRoot({ text, root, query }: RawMessage, certificate: Buffer): XmlElement | null {
  const { publicKey } = new X509Certificate(certificate);
  if (query !== null) return isQuerySigned(query.signed, query.algorithm, query.signature, publicKey) ? root : null;
  return readSigned(text, root.attributes.ID ?? '', publicKey, MOST_BYTES);
}

/** What all requests must say. Returns their ID. Throws `RefusedMessage`. */
export function checkHead(
  root: XmlElement,
  {
    kind,
    destination,
    entityId,
    signed,
    now,
  }: { kind: string; destination: string; entityId: string; signed: boolean; now: Date },
): string {
  const { ID: id = '', Version: version, IssueInstant: issued = '', Destination: to } = root.attributes;
  if (root.uri !== SAMLP || root.local !== kind) throw bad('another message');
  if (version !== '2.0') throw bad('another version');
  if (!/^[A-Za-z_][\w.-]{0,199}$/.test(id)) throw bad('no ID');
  if (textOf(childOf(root, SAML, 'Issuer')) !== entityId) throw bad('another issuer is signed');
  // SAML bindings 3.4.5.2 and 3.5.5.2: a signed message names where it is sent.
  if (to === undefined ? signed : to !== destination)
    throw new RefusedMessage('destination', 'meant for another address', to ?? null);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(issued) ? Date.parse(issued) : Number.NaN;
  if (!(at > now.getTime() - OLDEST_MS && at < now.getTime() + SKEW_MS))
    throw new RefusedMessage('tooOld', 'issued too long ago, or in the future');
  return id;
}
