import { SamlRefusal } from './refusal.ts';
import { checkContents, type Expected, refuseStatus, type SamlAnswer } from './verify-contents.ts';
import { type TrustedCertificate, verifySignature } from './verify-signature.ts';
import { type Decryption, verifyEncrypted } from './verify-encrypted.ts';
import { countOf, readElement } from './xml-tree.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';

/** Largest document; real ones have 4 to 20 kB. */
const MOST_BYTES = 256 * 1024;

/**
 * Verifies the answer of an identity provider (federation.md): first what keeps the parsers safe, then the signature, then
 * everything else, on what is signed. That the assertion was not used before is the caller's to check, in the database.
 * Throws `SamlRefusal`.
 */
export function verifyResponse(
  document: Buffer,
  certificates: readonly TrustedCertificate[],
  expected: Expected,
  decryption: Decryption = { keys: [], acceptsCbc: false },
): SamlAnswer {
  if (certificates.length === 0) throw new SamlRefusal('no_certificate');
  if (certificates.every(({ expiresAt }) => expiresAt <= expected.now)) throw new SamlRefusal('certificates_expired');
  if (document.length > MOST_BYTES) throw new SamlRefusal('too_large', { found: `${document.length}` });
  const text = document.toString('utf8');
  const response = readElement(text);
  if (response.local !== 'Response' || response.uri !== PROTOCOL) {
    throw new SamlRefusal('not_a_response', { found: response.local, expected: 'Response' });
  }
  // A refusal by the provider has no assertion, and often no signature.
  refuseStatus(response);
  if (countOf(response, 'EncryptedAssertion') > 0)
    return verifyEncrypted({ text, response }, certificates, expected, decryption);
  const assertions = countOf(response, 'Assertion');
  if (assertions !== 1) throw new SamlRefusal('assertion_count', { found: `${assertions}`, expected: '1' });
  const verified = verifySignature(text, certificates, expected.now);
  if (verified.xml === undefined) throw new SamlRefusal(verified.cause, verified);
  return checkContents(response, readElement(verified.xml), expected);
}
