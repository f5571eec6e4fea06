import type { SamlFailureCause } from '#contract/federation/saml-failures.ts';
import { type BadResponse, expiredIdp, idp, said } from './bad-responses.ts';
import { makeCertificate } from './certificate.ts';
import { CBC, encrypted, GCM, type HowEncrypted, RSA_1_5, RSA_OAEP } from './encrypted.ts';
import { responseXml, signed } from './response.ts';

/** Bad answers whose assertion is encrypted, each with the cause for which it must be refused. */

export const ours = makeCertificate({ name: 'portal.example' });
const stranger = makeCertificate({ name: 'stranger.example' });

type BadEncrypted = BadResponse & { keys?: 'none'; acceptsCbc?: boolean };
type Edit = (xml: string) => string;

const put =
  (from: string | RegExp, to: string | ((found: string) => string)): Edit =>
  (xml) => {
    const edited = xml.replace(from, (found) => (typeof to === 'string' ? to : to(found)));
    if (edited === xml) throw new Error(`nothing like ${from}`);
    return edited;
  };
const same: Edit = (xml) => xml;

/** Encrypted, changed, and then signed as a whole, as by a provider that errs. */
const outside = (name: string, cause: SamlFailureCause, how: HowEncrypted, edit: Edit = same): BadEncrypted => ({
  name: `${name} (response signed)`,
  cause,
  document: signed(edit(encrypted(responseXml(said), ours.publicKey, how)), 'response', idp),
});
/** Signed inside alone, so that anybody could change what is outside. */
const inside = (name: string, cause: SamlFailureCause, how: HowEncrypted, edit: Edit = same): BadEncrypted => ({
  name: `${name} (assertion signed)`,
  cause,
  document: edit(encrypted(signed(responseXml(said), 'assertion', idp), ours.publicKey, how)),
});
const both = (name: string, cause: SamlFailureCause, how: HowEncrypted, edit?: Edit): BadEncrypted[] => [
  outside(name, cause, how, edit),
  inside(name, cause, how, edit),
];

/** The last characters of the cipher of the assertion, or the first of it: its tag, or its nonce. */
const lastCipher = /[A-Za-z0-9+/]{8}(={0,2}<\/xenc:CipherValue><\/xenc:CipherData><\/xenc:EncryptedData>)/;
const other = (found: string) => `${found[0] === 'A' ? 'B' : 'A'}${found.slice(1)}`;
const ENCRYPTED_ASSERTION = /<saml:EncryptedAssertion>[\s\S]*<\/saml:EncryptedAssertion>/;
const KEY = /<xenc:EncryptedKey [\s\S]*<\/xenc:EncryptedKey>/;
const plainEvil = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(responseXml({ ...said, nameId: 'admin' }))?.[0] ?? '';
const nested =
  /<saml:EncryptedAssertion>[\s\S]*<\/saml:EncryptedAssertion>/.exec(
    encrypted(responseXml(said), ours.publicKey),
  )?.[0] ?? '';
const SAML = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

export const badEncrypted: BadEncrypted[] = [
  { ...outside('no key of ours was ever made', 'encrypted', {}), keys: 'none' },
  ...both('a tag that was changed', 'decryption', {}, put(lastCipher, other)),
  ...both(
    'a cipher cut short',
    'decryption',
    {},
    put(lastCipher, (found) => found.slice(8)),
  ),
  ...both('no cipher', 'decryption', {}, put(/(?<=<\/ds:KeyInfo><xenc:CipherData><xenc:CipherValue>)[^<]*/, '')),
  ...both(
    'a cipher that is no base64',
    'decryption',
    {},
    put(lastCipher, (found) => `****${found.slice(4)}`),
  ),
  {
    name: 'encrypted for a stranger (response signed)',
    cause: 'encryption_key',
    document: signed(encrypted(responseXml(said), stranger.publicKey), 'response', idp),
  },
  {
    name: 'encrypted for a stranger (assertion signed)',
    cause: 'encryption_key',
    document: encrypted(signed(responseXml(said), 'assertion', idp), stranger.publicKey),
  },
  ...both('RSA 1.5', 'encryption_algorithm', { key: RSA_1_5, digest: null }),
  ...both('RSA 1.5 that is called OAEP', 'encryption_key', { key: RSA_1_5, digest: null }, put(RSA_1_5, RSA_OAEP)),
  ...both('an OAEP with two hashes', 'encryption_algorithm', { digest: 'http://www.w3.org/2001/04/xmlenc#sha256' }),
  ...both('AES-CBC', 'encryption_algorithm', { data: CBC(256) }),
  { ...inside('AES-CBC, which is taken', 'encryption_unsigned', { data: CBC(256) }), acceptsCbc: true },
  { ...inside('AES-CBC of 128 bits, which is taken', 'encryption_unsigned', { data: CBC(128) }), acceptsCbc: true },
  {
    ...outside(
      'AES-CBC, which is taken, of a length that is none',
      'decryption',
      { data: CBC(256) },
      put(lastCipher, (found) => `AAAA${found}`),
    ),
    acceptsCbc: true,
  },
  {
    ...outside('AES-CBC, which is taken, changed afterwards', 'signature', { data: CBC(256) }),
    document: put(lastCipher, other)(outside('', 'signature', { data: CBC(256) }).document as string),
    acceptsCbc: true,
  },
  ...both('AES-GCM that is called AES-CBC', 'encryption_algorithm', {}, put(GCM(256), CBC(256))),
  ...both('Triple DES', 'encryption_algorithm', {}, put(GCM(256), 'http://www.w3.org/2001/04/xmlenc#tripledes-cbc')),
  ...both('a cipher nobody knows', 'encryption_algorithm', {}, put(GCM(256), 'toString')),
  ...both('a key of another length', 'encryption_key', {}, put(GCM(256), GCM(128))),
  {
    name: 'no signature at all',
    cause: 'unsigned',
    document: encrypted(responseXml(said), ours.publicKey),
  },
  {
    name: 'no signature at all, AES-CBC, which is taken',
    cause: 'encryption_unsigned',
    document: encrypted(responseXml(said), ours.publicKey, { data: CBC(256) }),
    acceptsCbc: true,
  },
  {
    name: 'signed by a stranger inside',
    cause: 'signature',
    document: encrypted(signed(responseXml(said), 'assertion', stranger), ours.publicKey),
  },
  {
    name: 'signed by a stranger outside, by the provider inside',
    cause: 'signature',
    document: signed(encrypted(signed(responseXml(said), 'assertion', idp), ours.publicKey), 'response', stranger),
  },
  {
    name: 'signed inside by an expired certificate',
    cause: 'certificate_expired',
    document: encrypted(signed(responseXml(said), 'assertion', expiredIdp), ours.publicKey),
    known: 'also expired',
  },
  {
    name: 'changed inside after it was signed',
    cause: 'signature',
    document: encrypted(put('>taro<', '>admin<')(signed(responseXml(said), 'assertion', idp)), ours.publicKey),
  },
  ...both(
    'two encrypted assertions',
    'encryption_shape',
    {},
    put(ENCRYPTED_ASSERTION, (found) => found + found),
  ),
  ...both(
    'an encrypted assertion beside a plain one',
    'encryption_shape',
    {},
    put('</samlp:Response>', `${plainEvil}</samlp:Response>`),
  ),
  ...both(
    'a plain assertion before an encrypted one',
    'encryption_shape',
    {},
    put(ENCRYPTED_ASSERTION, (found) => plainEvil + found),
  ),
  ...both(
    'an encrypted assertion in Extensions',
    'encryption_shape',
    {},
    put(ENCRYPTED_ASSERTION, (found) => `<samlp:Extensions>${found}</samlp:Extensions>`),
  ),
  ...both('encrypted twice', 'encryption_shape', {
    plain: nested.replace('<saml:EncryptedAssertion', (tag) => `${tag} ${SAML}`),
  }),
  ...both('an encrypted assertion in the encrypted one', 'encryption_shape', {
    plain: plainEvil.replace('</saml:Assertion>', () => `<saml:Advice>${nested}</saml:Advice></saml:Assertion>`),
  }),
  ...both('something else encrypted', 'encryption_shape', { plain: '<x xmlns="urn:x"/>' }),
  ...both('a response encrypted', 'encryption_shape', { plain: responseXml(said) }),
  ...both('an assertion of no namespace encrypted', 'encryption_shape', { plain: '<Assertion ID="_a"/>' }),
  ...both('text encrypted', 'encryption_shape', { plain: 'taro' }),
  ...both('a DOCTYPE encrypted', 'not_xml', { plain: `<!DOCTYPE x>${plainEvil}` }),
  ...both('65 levels encrypted', 'too_deep', { plain: '<x>'.repeat(65) + '</x>'.repeat(65) }),
  ...both('the content of an element', 'encryption_shape', { type: 'http://www.w3.org/2001/04/xmlenc#Content' }),
  ...both('two assertions encrypted', 'encryption_shape', { plain: plainEvil + plainEvil }),
  ...both('an end of what it stands in', 'not_xml', { plain: `${plainEvil}</within><within>` }),
  ...both('no key', 'encryption_shape', {}, put(KEY, '')),
  ...both(
    'two keys',
    'encryption_shape',
    {},
    put(KEY, (found) => found + found),
  ),
  ...both('no data', 'encryption_shape', {}, put(/<xenc:EncryptedData [\s\S]*<\/xenc:EncryptedData>/, '')),
  ...both(
    'a cipher to be fetched',
    'encryption_shape',
    {},
    put(
      /<xenc:CipherValue>[^<]*<\/xenc:CipherValue>(?=<\/xenc:CipherData><\/xenc:EncryptedData>)/,
      '<xenc:CipherReference URI="https://evil.example"/>',
    ),
  ),
  inside('a cipher of 300 kB', 'too_large', { plain: 'A'.repeat(300_000) }),
  inside(
    'for another address',
    'destination',
    {},
    put(/ Destination="[^"]*"/, ' Destination="https://other.example/acs"'),
  ),
  {
    name: 'an answer to another request inside',
    cause: 'request',
    document: encrypted(
      signed(put(/(?<=Data[^>]*) InResponseTo="[^"]*"/, ' InResponseTo="_other"')(responseXml(said)), 'assertion', idp),
      ours.publicKey,
    ),
  },
  {
    name: 'another audience inside',
    cause: 'audience',
    document: signed(
      encrypted(put(`>${said.audience}<`, '>https://other.example<')(responseXml(said)), ours.publicKey),
      'response',
      idp,
    ),
  },
];
