import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { badEncrypted, ours as portal } from '#test/saml/bad-encrypted.ts';
import { badResponses as badPlain, expiredIdp, idp, said } from '#test/saml/bad-responses.ts';
import { makeCertificate } from '#test/saml/certificate.ts';
import { CBC, encrypted, GCM } from '#test/saml/encrypted.ts';
import { responseXml, signed } from '#test/saml/response.ts';
import { samlFailureCauses } from '#contract/federation/saml-failures.ts';
import { SamlRefusal } from './refusal.ts';
import { verifyResponse } from './verify.ts';

const ours = { key: idp.publicKey, expiresAt: idp.until };
const old = { key: expiredIdp.publicKey, expiresAt: expiredIdp.until };
const keys = [{ kid: 'ours', key: createPrivateKey(portal.privateKey) }];
const verify = (
  document: string | Buffer,
  certificates = [ours],
  requestId = said.requestId,
  decryption = { keys, acceptsCbc: false },
) => verifyResponse(Buffer.from(document as string), certificates, { ...said, requestId }, decryption);
const badResponses: ((typeof badPlain)[number] & Partial<(typeof badEncrypted)[number]>)[] = [
  ...badPlain,
  ...badEncrypted,
];

const known = { none: [], 'expired only': [old], 'also expired': [ours, old] };

describe('a bad answer is refused for its own cause', () => {
  it.each(badResponses.map((bad) => [bad.name, bad] as const))('%s', (_, bad) => {
    const begun = performance.now();
    let refused: unknown = null;
    try {
      verify(
        bad.document,
        bad.known ? known[bad.known] : [ours],
        bad.requestId === undefined ? said.requestId : bad.requestId,
        { keys: bad.keys === 'none' ? [] : keys, acceptsCbc: bad.acceptsCbc ?? false },
      );
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(SamlRefusal);
    expect((refused as SamlRefusal).cause).toBe(bad.cause);
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it('and every cause has a document, but those outside of the document', () => {
    const seen = new Set(badResponses.map(({ cause }) => cause));
    const outside = [
      'unsolicited',
      'request_unknown',
      'connection_disabled',
      'session_gone',
      'replayed',
      'not_linked',
      'way_closed',
      'linked_to_another',
      'address_taken',
      'no_room',
      // Of registrations: registering.test.ts.
      'registration_gone',
      // Of requests to sign out: logout.test.ts.
      ...['logout_request', 'logout_unsigned', 'logout_too_old', 'logout_replayed'],
    ];
    expect(samlFailureCauses.filter((cause) => !seen.has(cause) && !outside.includes(cause))).toEqual([]);
    expect(badResponses.length).toBeGreaterThan(190);
  });
});

describe('a right answer is taken', () => {
  const xml = responseXml(said);
  it.each([
    ['response signed', signed(xml, 'response', idp)],
    ['assertion signed', signed(xml, 'assertion', idp)],
    ['both signed', signed(signed(xml, 'assertion', idp), 'response', idp)],
    ['RSA-SHA512', signed(xml, 'response', idp, { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' })],
    ['with an XML declaration', `<?xml version="1.0" encoding="UTF-8"?>\n${signed(xml, 'response', idp)}`],
    ['line ends of Windows', signed(xml.replace('<saml:Assertion', '\r\n<saml:Assertion'), 'response', idp)],
    [
      'unsigned response without issuer',
      signed(xml.replace(/<saml:Issuer>[^<]*<\/saml:Issuer>/, ''), 'assertion', idp),
    ],
    [
      '60 s old',
      signed(
        xml.replace(/ NotOnOrAfter="[^"]*"/g, ` NotOnOrAfter="${new Date(said.now.getTime() - 59_000).toISOString()}"`),
        'response',
        idp,
      ),
    ],
    [
      'two audiences',
      signed(
        xml.replace('<saml:Audience>', '<saml:Audience>https://other.example</saml:Audience><saml:Audience>'),
        'response',
        idp,
      ),
    ],
    [
      'a second confirmation that does not fit',
      signed(
        xml.replace(
          '<saml:SubjectConfirmation ',
          '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData Recipient="x"/></saml:SubjectConfirmation><saml:SubjectConfirmation ',
        ),
        'response',
        idp,
      ),
    ],
  ])('%s', (_, document) => {
    expect(verify(document)).toMatchObject({
      nameId: 'taro',
      assertionId: '_a1',
      attributes: { mail: ['taro@example.com'] },
    });
  });

  it('by the next certificate as by the one before', () => {
    const next = makeCertificate();
    const both = [{ key: next.publicKey, expiresAt: next.until }, ours];
    expect(verify(signed(xml, 'response', next), both).nameId).toBe('taro');
    expect(verify(signed(xml, 'response', idp), both).nameId).toBe('taro');
  });

  it('without a request, where none was made', () => {
    const alone = signed(responseXml({ ...said, requestId: null }), 'response', idp);
    expect(verify(alone, [ours], null).nameId).toBe('taro');
  });

  it('ends with the first of several sessions', () => {
    const at = (minutes: number) => new Date(said.now.getTime() + minutes * 60_000).toISOString();
    const twice = xml.replace(/<saml:AuthnStatement [\s\S]*<\/saml:AuthnStatement>/, (found) =>
      [60, 30].map((minutes) => found.replace(' Session', ` SessionNotOnOrAfter="${at(minutes)}" Session`)).join(''),
    );
    expect(verify(signed(twice, 'response', idp)).sessionUntil?.toISOString()).toBe(at(30));
  });

  it('reads a name whole that a comment cuts', () => {
    const cut = signed(responseXml({ ...said, nameId: 'admin@example.com.evil.example' }), 'response', idp);
    const commented = cut.replace('admin@example.com.evil', 'admin@example.com<!-- x -->.evil');
    expect(verify(commented).nameId).toBe('admin@example.com.evil.example');
  });

  it('remembers an assertion as long as it is accepted', () => {
    const { usableUntil } = verify(signed(xml, 'response', idp));
    expect(usableUntil.getTime()).toBe(said.now.getTime() + 240_000 + 60_000);
  });
});

describe('an encrypted assertion is read', () => {
  const xml = responseXml(said);
  const { publicKey } = portal;
  const outside = (how = {}) => signed(encrypted(xml, publicKey, how), 'response', idp);
  const inside = (how = {}) => encrypted(signed(xml, 'assertion', idp), publicKey, how);
  const sha256 = { key: 'http://www.w3.org/2009/xmlenc11#rsa-oaep', digest: 'http://www.w3.org/2001/04/xmlenc#sha256' };
  const withoutNamespace = (response: string) =>
    (/<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(response)?.[0] ?? '').replace(/ xmlns:saml="[^"]*"/, '');
  it.each([
    ['response signed', outside()],
    ['assertion signed', inside()],
    ['both signed', signed(inside(), 'response', idp)],
    ['AES-GCM of 128 bits', inside({ data: GCM(128) })],
    ['AES-GCM of 192 bits', outside({ data: GCM(192) })],
    ['OAEP with SHA-256', inside(sha256)],
    ['OAEP that names no hash', inside({ digest: null })],
    ['namespaces that are declared outside', outside({ plain: withoutNamespace(xml) })],
    [
      'namespaces that are declared outside, assertion signed',
      inside({ plain: withoutNamespace(signed(xml, 'assertion', idp)) }),
    ],
    ['the key beside the data', inside({ place: 'beside' })],
    ['the key beside the data, response signed', outside({ place: 'beside' })],
  ])('%s', (_, document) => {
    expect(verify(document)).toMatchObject({ nameId: 'taro', attributes: { mail: ['taro@example.com'] } });
  });

  it.each([128, 192, 256])('AES-CBC of %i bits, where it is taken', (bits) => {
    const decryption = { keys, acceptsCbc: true };
    const document = outside({ data: CBC(bits) });
    expect(verify(document, [ours], said.requestId, decryption).nameId).toBe('taro');
    expect(verify(inside(), [ours], said.requestId, decryption).nameId).toBe('taro');
  });

  it('by an older key as by the one in use', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const decryption = { keys: [{ kid: 'newer', key: privateKey }, ...keys], acceptsCbc: false };
    expect(verify(inside(), [ours], said.requestId, decryption)).toMatchObject({
      nameId: 'taro',
      encryptedFor: 'ours',
    });
  });
});
