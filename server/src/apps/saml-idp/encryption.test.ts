import { ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SamlSp } from '#contract/apps/saml-idp.ts';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn } from '#test/factories.ts';
import { type Admin, follow, idpOf, makeKey, makeSp, peerOf, readAnswer, SP_ENTITY } from '#test/saml.ts';

let app: TestApp;
let signed: SignedIn;
let as: Admin;
let idp: SamlIdp;
beforeAll(async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  signed = await signIn(app, await makeUser(app, tenant));
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  as = { app, tenantId: tenant.tenantId, token: admin.token };
  idp = await idpOf(as);
});
afterAll(() => app.close());

const base = () => `/api/auth/tenants/${as.tenantId}/samlIdP`;
const certificates = (sp: SamlSp) => `${base()}/samlSps/${sp.samlSpId}/certifications`;
const body = <Body>(answer: { body: Body }) => answer.body;
async function answerFor(peer: ReturnType<typeof peerOf>) {
  const { posts } = await follow(app, await peer.getAuthorizeUrlAsync('', undefined, {}), signed.cookie);
  return { SAMLResponse: posts?.SAMLResponse ?? '', xml: readAnswer(posts) };
}

test.each([
  ['both', true, true],
  ['response', false, true],
  ['assertion', true, false],
] as const)('an assertion is for its service provider alone, with %s signed', async (signingOption, inner, outer) => {
  const key = makeKey();
  const entityId = `${SP_ENTITY}/encrypted/${signingOption}`;
  await makeSp(as, { entityId, signingOption, encryptionCertifications: [key.certificate] });
  const wants = {
    validateInResponseTo: ValidateInResponseTo.never,
    wantAssertionsSigned: inner,
    wantAuthnResponseSigned: outer,
  };
  const given = { issuer: entityId, audience: entityId, ...wants };
  const { SAMLResponse, xml } = await answerFor(peerOf(idp, { ...given, decryptionPvk: key.privatePem }));
  expect(xml).toContain('xmlenc11#aes256-gcm');
  expect(xml).toContain('xmlenc#rsa-oaep-mgf1p');
  expect(xml).not.toContain('<saml:Assertion');
  expect(xml).not.toContain('NameID');
  const peer = peerOf(idp, { ...given, decryptionPvk: key.privatePem });
  const { profile } = await peer.validatePostResponseAsync({ SAMLResponse });
  expect(profile?.nameID).toMatch(/./);
  const other = peerOf(idp, { ...given, decryptionPvk: makeKey().privatePem });
  await expect(other.validatePostResponseAsync({ SAMLResponse })).rejects.toThrow();
});

test('a certificate is for requests, for answers, or for both, and encrypts nothing while it is inactive', async () => {
  const { certificate: certification } = makeKey();
  const entityId = `${SP_ENTITY}/rolled`;
  const sp = await makeSp(as, { entityId, certifications: [certification] });
  const peer = peerOf(idp, { issuer: entityId, audience: entityId });
  const isEncrypted = async () => (await answerFor(peer)).xml.includes('EncryptedAssertion');
  const add = (use: string) => app.call('POST', certificates(sp), { token: as.token, body: { certification, use } });
  expect(await isEncrypted()).toBe(false);
  expect(body(await add('signing'))).toMatchObject([{ message_id: 'duplicated' }]);
  const widened = await add('encryption');
  expect(widened.body).toMatchObject({ use: 'both', active: true });
  expect(body(await add('encryption'))).toMatchObject([{ message_id: 'duplicated' }]);
  expect(await isEncrypted()).toBe(true);
  const path = `${certificates(sp)}/${widened.body.certificationId}`;
  await app.call('PUT', path, { token: as.token, body: { active: false } });
  expect(await isEncrypted()).toBe(false);
  // Added again for one use, it is for that alone.
  const other = await makeSp(as, { entityId: `${SP_ENTITY}/off`, certifications: [certification] });
  const [one] = other.certifications;
  const off = `${certificates(other)}/${one?.certificationId}`;
  await app.call('PUT', off, { token: as.token, body: { active: false } });
  const again = { token: as.token, body: { certification, use: 'encryption' } };
  expect((await app.call('POST', certificates(other), again)).body).toMatchObject({ use: 'encryption', active: true });
});

test('a certificate for encryption alone checks no requests', async () => {
  const entityId = `${SP_ENTITY}/apart`;
  const [key, other] = [makeKey(), makeKey()];
  const certified = { certifications: [other.certificate], encryptionCertifications: [key.certificate] };
  await makeSp(as, { entityId, authnRequestsSigned: true, ...certified });
  const given = { issuer: entityId, audience: entityId };
  const asked = async (privateKey: string) => {
    const url = await peerOf(idp, { ...given, privateKey }).getAuthorizeUrlAsync('', undefined, {});
    return (await follow(app, url, signed.cookie)).posts !== null;
  };
  expect([await asked(other.privatePem), await asked(key.privatePem)]).toEqual([true, false]);
});

test('metadata says what each certificate is for', async () => {
  const [first, second] = [makeKey(), makeKey()];
  const descriptor = (use: string, { certificate }: typeof first) =>
    `<KeyDescriptor${use}><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${certificate.replace(/-----[A-Z ]+-----|\s/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
  const read = async (...keys: string[]) => {
    const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://sp.example"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${keys.join('')}<AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://sp.example/acs"/></SPSSODescriptor></EntityDescriptor>`;
    const answer = await app.call('POST', `${base()}/operations/readMetadata`, { token: as.token, body: { metadata } });
    return answer.body.certifications.map(({ use }: { use: string }) => use);
  };
  const [signing, encryption] = [' use="signing"', ' use="encryption"'];
  expect(await read(descriptor('', first))).toEqual(['both']);
  expect(await read(descriptor(signing, first), descriptor(encryption, second))).toEqual(['signing', 'encryption']);
  expect(await read(descriptor(signing, first), descriptor(encryption, first))).toEqual(['both']);
  expect(await read(descriptor(encryption, first))).toEqual(['encryption']);
});
