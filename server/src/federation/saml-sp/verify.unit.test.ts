import { describe, expect, it } from 'vitest';
import { badResponses, expiredIdp, idp, said } from '#test/saml/bad-responses.ts';
import { makeCertificate } from '#test/saml/certificate.ts';
import { responseXml, signed } from '#test/saml/response.ts';
import { samlFailureCauses } from '#contract/federation/saml-failures.ts';
import { SamlRefusal } from './refusal.ts';
import { verifyResponse } from './verify.ts';

const ours = { key: idp.publicKey, expiresAt: idp.until };
const old = { key: expiredIdp.publicKey, expiresAt: expiredIdp.until };
const verify = (document: string | Buffer, certificates = [ours], requestId = said.requestId) =>
  verifyResponse(Buffer.from(document as string), certificates, { ...said, requestId });

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
    expect(badResponses.length).toBeGreaterThan(120);
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
