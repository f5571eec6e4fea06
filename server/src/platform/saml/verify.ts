import { type KeyObject, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { SignedXml } from 'xml-crypto';
import { DSIG, readXml, type XmlElement } from './read.ts';
import { ENVELOPED, EXCLUSIVE, RSA_SHA256, RSA_SHA512, SHA256, SHA512 } from './sign.ts';

/** Signature algorithms that are accepted, with their hashes: none with SHA-1. */
const hashes: Readonly<Record<string, string>> = { [RSA_SHA256]: 'sha256', [RSA_SHA512]: 'sha512' };

/** What of xmldom is used. Its types would give the whole server those of a browser. */
interface DomNode {
  namespaceURI?: string | null;
  localName?: string | null;
  childNodes: { length: number; item(at: number): DomNode };
}
interface DomParser {
  parseFromString(text: string, type: string): { documentElement: DomNode };
}
const require = createRequire(import.meta.url);
const { DOMParser } = require('@xmldom/xmldom') as {
  DOMParser: new (options: { errorHandler: Record<string, (message: string) => void> }) => DomParser;
};

/** The signatures that are children of the root. */
function signaturesOf(text: string): DomNode[] {
  const fatal = (message: string) => {
    throw new Error(message);
  };
  const parser = new DOMParser({ errorHandler: { warning: () => {}, error: fatal, fatalError: fatal } });
  const root = parser.parseFromString(text, 'text/xml').documentElement;
  const children = Array.from({ length: root.childNodes.length }, (_, at) => root.childNodes.item(at));
  return children.filter(({ namespaceURI, localName }) => namespaceURI === DSIG && localName === 'Signature');
}

/**
 * The root of a document as its signature covers it, read anew from the signed bytes alone; null if the signature is not
 * by that key, signs anything but the root, or uses another algorithm than those of `sign.ts`.
 * @param text a document that `readXml` has accepted
 */
export function readSigned(text: string, id: string, key: KeyObject, mostBytes: number): XmlElement | null {
  try {
    const [signature, ...more] = signaturesOf(text);
    if (!signature || more.length > 0) return null;
    const publicCert = key.export({ type: 'spki', format: 'pem' });
    const check = new SignedXml({ publicCert, getCertFromKeyInfo: () => null });
    check.loadSignature(signature as never);
    const [reference, ...others] = check.getReferences();
    const isPlain =
      reference !== undefined &&
      others.length === 0 &&
      String(check.signatureAlgorithm) in hashes &&
      String(check.canonicalizationAlgorithm) === EXCLUSIVE &&
      reference.uri === `#${id}` &&
      [SHA256, SHA512].includes(String(reference.digestAlgorithm)) &&
      reference.transforms.every((one) => one === ENVELOPED || one === EXCLUSIVE);
    if (!isPlain || !check.checkSignature(text)) return null;
    const [signed] = check.getSignedReferences();
    const root = signed === undefined ? null : readXml(signed, { mostBytes });
    return root?.attributes.ID === id ? root : null;
  } catch {
    return null;
  }
}

/** Whether the query of a redirect is signed by a key (SAML bindings 3.4.4.1). `signed` is its part as it was sent. */
export function isQuerySigned(signed: string, algorithm: string, signature: string, key: KeyObject): boolean {
  const hash = Object.hasOwn(hashes, algorithm) ? hashes[algorithm] : undefined;
  if (hash === undefined || !/^[A-Za-z0-9+/\s]+=*\s*$/.test(signature)) return false;
  return verify(hash, Buffer.from(signed), key, Buffer.from(signature, 'base64'));
}
