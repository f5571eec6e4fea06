import {
  type DecryptionKey,
  decrypt,
  ELEMENT,
  type Encrypted,
  isCbc,
  Undecryptable,
  XENC,
  XENC11,
} from '../../platform/saml/encryption.ts';
import { DSIG, SAML } from '../../platform/saml/read.ts';
import { attribute } from '../../platform/saml/write.ts';
import { SamlRefusal } from './refusal.ts';
import { checkContents, type Expected, type SamlAnswer } from './verify-contents.ts';
import { type TrustedCertificate, verifySignature } from './verify-signature.ts';
import { childrenOf, countOf, readElement, type XmlElement } from './xml-tree.ts';

/** How an encrypted assertion may be read. */
export interface Decryption {
  /** Keys of ours that a provider may have encrypted for; none: nothing of ours was ever published. */
  keys: readonly DecryptionKey[];
  /** Whether AES-CBC is taken. */
  acceptsCbc: boolean;
}

const refuse = (cause: 'encryption_shape' | 'encrypted', found?: string): never => {
  throw new SamlRefusal(cause, found === undefined ? {} : { found });
};

/**
 * Verifies an answer whose assertion is encrypted. What is signed over the encrypted part is checked before anything is
 * deciphered; where only the assertion inside is signed, it must be encrypted in a way that shows changes, and its signature
 * is checked then. Throws `SamlRefusal`.
 */
export function verifyEncrypted(
  { text, response }: { text: string; response: XmlElement },
  certificates: readonly TrustedCertificate[],
  expected: Expected,
  decryption: Decryption,
): SamlAnswer {
  refuseOthers(response);
  const outer = verifySignature(text, certificates, expected.now);
  if (outer.xml !== undefined) {
    const signed = readElement(outer.xml);
    const { plain, kid } = open(signed, decryption, true);
    const assertion = readAssertion(plain);
    const children = signed.children.map((child) => (child.local === 'EncryptedAssertion' ? assertion : child));
    return { ...checkContents(response, { ...signed, children }, expected), encryptedFor: kid };
  }
  if (outer.cause !== 'unsigned') throw new SamlRefusal(outer.cause, outer);
  const { plain, kid } = open(response, decryption, false);
  readAssertion(plain);
  const inner = verifySignature(plain, certificates, expected.now);
  if (inner.xml === undefined) throw new SamlRefusal(inner.cause, inner);
  return { ...checkContents(response, readElement(inner.xml), expected), encryptedFor: kid };
}

/** What was encrypted, within the namespaces of the place where it was: products write it as if it stood there. */
function open(response: XmlElement, { keys, acceptsCbc }: Decryption, isSigned: boolean) {
  const { encrypted, namespaces } = encryptedOf(response);
  if (keys.length === 0) refuse('encrypted');
  const declared = [...namespaces].map(([prefix, uri]) => attribute(prefix ? `xmlns:${prefix}` : 'xmlns', uri).text);
  const within = (plain: string) => `<within${declared.join('')}>${plain}</within>`;
  try {
    if (isCbc(encrypted) && !acceptsCbc) throw new Undecryptable('algorithm', encrypted.algorithm);
    if (isCbc(encrypted) && !isSigned) throw new SamlRefusal('encryption_unsigned', { found: encrypted.algorithm });
    const { plain, kid } = decrypt(encrypted, keys);
    return { plain: within(plain), kid };
  } catch (error) {
    if (!(error instanceof Undecryptable)) throw error;
    throw new SamlRefusal(causeOf[error.why], error.detail === null ? {} : { found: error.detail });
  }
}

const causeOf = { algorithm: 'encryption_algorithm', key: 'encryption_key', broken: 'decryption' } as const;

/** One encrypted assertion and nothing else. */
function refuseOthers(response: XmlElement): void {
  const assertions = countOf(response, 'Assertion');
  if (assertions > 0) refuse('encryption_shape', `Assertion: ${assertions}`);
  for (const name of ['EncryptedAssertion', 'EncryptedData', 'EncryptedKey'])
    if (countOf(response, name) !== 1) refuse('encryption_shape', `${name}: ${countOf(response, name)}`);
}

/** The one encrypted assertion of a response, with the namespaces there. */
function encryptedOf(response: XmlElement): { encrypted: Encrypted; namespaces: Map<string, string> } {
  refuseOthers(response);
  const element = one(response, SAML, 'EncryptedAssertion');
  const data = one(element, XENC, 'EncryptedData');
  const type = data.attributes.get('Type') ?? ELEMENT;
  if (type !== ELEMENT) refuse('encryption_shape', type);
  // Beside what it opens, or in it.
  const [info] = childrenOf(data, DSIG, 'KeyInfo');
  const key = [info, element].flatMap((place) => (place ? childrenOf(place, XENC, 'EncryptedKey') : []))[0];
  if (!key) return refuse('encryption_shape', 'EncryptedKey');
  const method = one(key, XENC, 'EncryptionMethod');
  const named = (uri: string, local: string) => childrenOf(method, uri, local)[0]?.attributes.get('Algorithm');
  const encrypted = {
    algorithm: one(data, XENC, 'EncryptionMethod').attributes.get('Algorithm') ?? '',
    cipher: cipherOf(data),
    key: {
      algorithm: method.attributes.get('Algorithm') ?? '',
      cipher: cipherOf(key),
      digest: named(DSIG, 'DigestMethod'),
      mask: named(XENC11, 'MGF'),
    },
  };
  const declared = [response, element, data].flatMap((place) => Object.entries(place.namespaces));
  return { encrypted, namespaces: new Map(declared) };
}

/** By value: nothing is fetched. */
const cipherOf = (element: XmlElement) => one(one(element, XENC, 'CipherData'), XENC, 'CipherValue').text;

function one(element: XmlElement, uri: string, local: string): XmlElement {
  const found = childrenOf(element, uri, local);
  return found.length === 1 && found[0] ? found[0] : refuse('encryption_shape', `${local}: ${found.length}`);
}

/** What was deciphered: an assertion with nothing encrypted in it. */
function readAssertion(text: string): XmlElement {
  const [assertion, more] = readElement(text).children;
  if (!assertion || more) return refuse('encryption_shape', `Assertion: ${more ? 2 : 0}`);
  const isPlain = ['EncryptedAssertion', 'EncryptedData'].every((name) => countOf(assertion, name) === 0);
  if (assertion.local !== 'Assertion' || assertion.uri !== SAML || !isPlain)
    refuse('encryption_shape', assertion.local);
  return assertion;
}
