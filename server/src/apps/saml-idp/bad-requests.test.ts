import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { SignedXml } from 'xml-crypto';
import type { SamlSp } from '#contract/apps/saml-idp.ts';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import type { SpProblemCause } from '#contract/apps/saml-idp-values.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn } from '#test/factories.ts';
import { ACS, type Admin, follow, idpOf, makeKey, makeSp, open, SP_ENTITY, type TestKey } from '#test/saml.ts';

/** Requests that are refused: strangers see the page of errors alone, administrators the cause. */

let app: TestApp;
let signed: SignedIn;
let as: Admin;
let idp: SamlIdp;
let plain: SamlSp;
let strict: SamlSp;
let uncertified: SamlSp;
const [key, wrongKey, oldKey] = [makeKey(), makeKey(), makeKey({ days: 1 })];
const STRICT = `${SP_ENTITY}/strict`;
const UNCERTIFIED = `${SP_ENTITY}/uncertified`;

beforeAll(async () => {
  app = await sharedTestApp();
  const tenant = await makeTenant(app);
  signed = await signIn(app, await makeUser(app, tenant));
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  as = { app, tenantId: tenant.tenantId, token: admin.token };
  idp = await idpOf(as);
  plain = await makeSp(as);
  strict = await makeSp(as, {
    entityId: STRICT,
    authnRequestsSigned: true,
    certifications: [key.certificate, oldKey.certificate],
  });
  uncertified = await makeSp(as, { entityId: UNCERTIFIED, authnRequestsSigned: true });
  await app.owner.query(
    "update saml_sp_certifications set expires_at = now() - interval '1 s' where saml_sp_id = $1 and expires_at < now() + interval '2 days'",
    [strict.samlSpId],
  );
});
afterAll(() => app.close());

let count = 0;
interface Given {
  attributes?: Record<string, string | null>;
  issuer?: string;
  inside?: string;
  id?: string;
}

/** A request that would be good, with what is given instead. */
function request({ attributes = {}, issuer = SP_ENTITY, inside = '', id }: Given = {}): string {
  count += 1;
  const all: Record<string, string | null> = {
    ID: id ?? `_request${count}`,
    Version: '2.0',
    IssueInstant: new Date().toISOString(),
    Destination: idp.ssoUrl,
    AssertionConsumerServiceURL: ACS.replaceAll('&', '&amp;'),
    ...attributes,
  };
  const written = Object.entries(all)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${value}"`);
  return `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"${written.join('')}><saml:Issuer>${issuer}</saml:Issuer>${inside}</samlp:AuthnRequest>`;
}

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
interface How {
  signatureAlgorithm?: string;
  digestAlgorithm?: string;
  xpath?: string;
  transforms?: string[];
}

function sign(xml: string, { privatePem }: TestKey, how: How = {}): string {
  const signing = new SignedXml({
    privateKey: privatePem,
    signatureAlgorithm: how.signatureAlgorithm ?? RSA_SHA256,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  signing.addReference({
    xpath: how.xpath ?? '/*',
    digestAlgorithm: how.digestAlgorithm ?? 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: how.transforms ?? ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', EXCLUSIVE],
  });
  signing.computeSignature(xml, { location: { reference: "/*/*[local-name(.)='Issuer']", action: 'after' } });
  return signing.getSignedXml();
}

const strictly = (given: Given = {}) => request({ ...given, issuer: STRICT });
const base64 = (xml: string) => Buffer.from(xml).toString('base64');
const post = (form: Record<string, string>) => open(app, idp.ssoUrl, { form });
const problems = async ({ samlSpId }: SamlSp): Promise<{ cause: SpProblemCause; detail: string | null }[]> =>
  (await app.call('GET', `/api/auth/tenants/${as.tenantId}/samlIdP/samlSps/${samlSpId}/problems`, { token: as.token }))
    .body.results;

async function refused(form: Record<string, string>) {
  const { status, location, html, posts } = await post(form);
  expect([status, location?.pathname, posts, html]).toEqual([303, '/error.html', null, '']);
  return location?.searchParams.get('error');
}

test('the request that all others differ from is good', async () => {
  for (const xml of [request(), sign(strictly(), key)]) {
    const { location } = await post({ SAMLRequest: base64(xml), RelayState: 'x' });
    expect((await follow(app, location?.href ?? '', signed.cookie)).posts?.to).toBe(ACS);
  }
});

const minutes = (past: number) => new Date(Date.now() - past * 60_000).toISOString();

describe('a document', () => {
  const nested = (depth: number) => `${'<x>'.repeat(depth)}${'</x>'.repeat(depth)}`;
  it.each<[string, () => string]>([
    ['that is empty', () => ''],
    ['that is no Base64', () => '<xml>'],
    ['that is no XML', () => base64('request')],
    ['with a second root', () => base64(`${request()}<x/>`)],
    ['that is cut off', () => base64(request().slice(0, -5))],
    [
      'that is not UTF-8',
      () => Buffer.concat([Buffer.from(request().slice(0, -20)), Buffer.from([0xff, 0xfe])]).toString('base64'),
    ],
    ['with a document type', () => base64(`<!DOCTYPE a>${request()}`)],
    [
      'with entities that grow',
      () => base64(`<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>${request({ inside: '&c;' })}`),
    ],
    [
      'with an external entity',
      () => base64(`<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${request({ inside: '&b;' })}`),
    ],
    ['with a processing instruction', () => base64(`<?xml-stylesheet href="x"?>${request()}`)],
    ['with a comment in the issuer', () => base64(request({ issuer: `${SP_ENTITY}<!-- -->.evil.example` }))],
    ['of 64 levels more', () => base64(request({ inside: nested(64) }))],
    ['of 20,000 levels', () => base64(request({ inside: nested(7000) }))],
    ['of 6,000 elements', () => base64(request({ inside: '<x/>'.repeat(6000) }))],
    ['of 65 kB', () => base64(request({ inside: `<x>${'x'.repeat(65 * 1024)}</x>` }))],
    ['with an attribute twice', () => base64(request().replace(' Version', ' ID="_b" Version'))],
    ['with two issuers', () => base64(request({ inside: `<saml:Issuer>${STRICT}</saml:Issuer>` }))],
    ['of no issuer', () => base64(request().replace(/<saml:Issuer>.*<\/saml:Issuer>/, ''))],
  ])('%s is refused', async (_, make) => {
    expect(await refused({ SAMLRequest: make() })).toBe('app_request');
  });

  it('compressed to a bomb is refused', async () => {
    const bomb = deflateRawSync(Buffer.from(request({ inside: `<x>${'x'.repeat(5_000_000)}</x>` }))).toString('base64');
    const { location } = await open(app, `${idp.ssoUrl}?${new URLSearchParams({ SAMLRequest: bomb })}`);
    expect(location?.pathname).toBe('/error.html');
  });

  it.each([
    ['of 80 kB', 'x'.repeat(80 * 1024)],
    ['of 1,025 bytes', 'x'.repeat(1025)],
    ['with a line end', 'a\r\nSet-Cookie: x'],
  ])('with a relay state %s is refused', async (_, RelayState) => {
    expect(await refused({ SAMLRequest: base64(request()), RelayState })).toBe('app_request');
  });

  it('with a script as relay state gets it back as text', async () => {
    const RelayState = '"><script>alert(1)</script>';
    const { location } = await post({ SAMLRequest: base64(request()), RelayState });
    const { posts, html } = await follow(app, location?.href ?? '', signed.cookie);
    expect(posts?.RelayState).toBe(RelayState);
    expect(html).not.toContain('<script>alert');
  });

  it('of an unknown service provider is refused', async () => {
    expect(await refused({ SAMLRequest: base64(request({ issuer: 'https://unknown.example' })) })).toBe('app_unknown');
  });

  it("of another tenant's service provider is refused", async () => {
    const other = await makeTenant(app);
    const admin = await signIn(app, await makeUser(app, other, { roles: ['PowerUser'] }));
    await makeSp({ app, tenantId: other.tenantId, token: admin.token }, { entityId: 'urn:theirs' });
    expect(await refused({ SAMLRequest: base64(request({ issuer: 'urn:theirs' })) })).toBe('app_unknown');
  });
});

describe('a request', () => {
  const attributes = (given: Record<string, string | null>) => () => request({ attributes: given });
  it.each<[string, () => string, SpProblemCause, (() => SamlSp)?]>([
    ['for another address', attributes({ AssertionConsumerServiceURL: 'https://evil.example/acs?token=x' }), 'acsUrl'],
    [
      'for a longer address',
      attributes({ AssertionConsumerServiceURL: `${ACS.replaceAll('&', '&amp;')}&amp;d=e` }),
      'acsUrl',
    ],
    [
      'for the address in capitals',
      attributes({ AssertionConsumerServiceURL: ACS.replace('sp.example', 'SP.example').replaceAll('&', '&amp;') }),
      'acsUrl',
    ],
    ['for no address', attributes({ AssertionConsumerServiceURL: '' }), 'acsUrl'],
    [
      'by another binding',
      attributes({ ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect' }),
      'request',
    ],
    ['meant for another provider', attributes({ Destination: 'https://other.example/sso' }), 'destination'],
    ['of version 1.1', attributes({ Version: '1.1' }), 'request'],
    ['without an ID', attributes({ ID: null }), 'request'],
    ['with an ID that is none', attributes({ ID: '1 2' }), 'request'],
    ['from an hour ago', attributes({ IssueInstant: minutes(60) }), 'tooOld'],
    ['from the future', attributes({ IssueInstant: minutes(-60) }), 'tooOld'],
    ['of no time', attributes({ IssueInstant: 'now' }), 'tooOld'],
    ['with a boolean that is none', attributes({ ForceAuthn: 'yes' }), 'request'],
    [
      'for a subject',
      () => request({ inside: '<saml:Subject><saml:NameID>admin</saml:NameID></saml:Subject>' }),
      'request',
    ],
    [
      'with an unknown comparison',
      () =>
        request({
          inside:
            '<samlp:RequestedAuthnContext Comparison="any"><saml:AuthnContextClassRef>x</saml:AuthnContextClassRef></samlp:RequestedAuthnContext>',
        }),
      'request',
    ],
    ['that is another message', () => request().replaceAll('AuthnRequest', 'LogoutRequest'), 'request'],
    ['without the signature that is demanded', () => strictly(), 'signatureMissing', () => strict],
    ["with another's signature", () => sign(strictly(), wrongKey), 'signatureWrong', () => strict],
    [
      'changed after it was signed',
      () => sign(strictly(), key).replace('Version="2.0"', 'Version="2.0" ForceAuthn="true"'),
      'signatureWrong',
      () => strict,
    ],
    [
      'signed with SHA-1',
      () => sign(strictly(), key, { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      'signatureWrong',
      () => strict,
    ],
    [
      'digested with SHA-1',
      () => sign(strictly(), key, { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
      'signatureWrong',
      () => strict,
    ],
    [
      'of which only the issuer is signed',
      () => sign(strictly(), key, { xpath: "/*/*[local-name(.)='Issuer']" }),
      'signatureWrong',
      () => strict,
    ],
    ['signed with an expired certificate', () => sign(strictly(), oldKey), 'certificateExpired', () => strict],
    [
      'to be signed by one without a certificate',
      () => sign(request({ issuer: UNCERTIFIED }), key),
      'certificateMissing',
      () => uncertified,
    ],
    [
      'signed without naming where it is sent',
      () => sign(strictly({ attributes: { Destination: null } }), key),
      'destination',
      () => strict,
    ],
    [
      'wrapped around the signed one',
      () => `${strictly({ inside: sign(strictly(), key) })}`,
      'signatureMissing',
      () => strict,
    ],
    [
      "with the signed one's signature moved",
      () => {
        const good = sign(strictly({ id: '_moved' }), key);
        const signature = /<Signature.*<\/Signature>/s.exec(good)?.[0] ?? '';
        return strictly({ inside: `${signature}<samlp:Extensions>${good.replace(signature, '')}</samlp:Extensions>` });
      },
      'signatureWrong',
      () => strict,
    ],
  ])('%s is refused, and its administrators learn why', async (_, make, cause, sp = () => plain) => {
    await app.owner.query('delete from saml_sp_refusals where saml_sp_id = $1', [sp().samlSpId]);
    const shown = await refused({ SAMLRequest: base64(make()) });
    expect(shown).toBe(cause === 'acsUrl' ? 'app_redirect_uri' : 'app_request');
    const [problem] = await problems(sp());
    expect(problem?.cause).toBe(cause);
    // Of an address only what cannot be a secret.
    if (problem?.detail) expect(problem.detail).not.toContain('token');
  });

  it('that was answered is not answered again', async () => {
    const SAMLRequest = base64(request());
    const once = await post({ SAMLRequest });
    expect((await follow(app, once.location?.href ?? '', signed.cookie)).posts).not.toBeNull();
    expect(await refused({ SAMLRequest })).toBe('app_request');
    expect((await problems(plain)).map(({ cause }) => cause)).toContain('replayed');
  });

  it('is answered once by twenty parallel uses', async () => {
    const { location } = await post({ SAMLRequest: base64(request()) });
    const all = await Promise.all(Array.from({ length: 20 }, () => follow(app, location?.href ?? '', signed.cookie)));
    expect(all.filter(({ posts }) => posts !== null)).toHaveLength(1);
  });

  it('of a disabled service provider is refused', async () => {
    const sp = await makeSp(as, { entityId: 'urn:off', enabled: false });
    expect(await refused({ SAMLRequest: base64(request({ issuer: 'urn:off' })) })).toBe('app_unknown');
    expect((await problems(sp))[0]?.cause).toBe('disabled');
  });

  it('by redirect with a parameter twice, half a signature or another algorithm is refused', async () => {
    const SAMLRequest = encodeURIComponent(deflateRawSync(Buffer.from(strictly())).toString('base64'));
    for (const more of [
      `&SAMLRequest=${SAMLRequest}`,
      '&Signature=YQ==',
      '&SigAlg=none&Signature=YQ==',
      `&SigAlg=${encodeURIComponent(RSA_SHA256)}&Signature=YQ==`,
    ])
      expect((await open(app, `${idp.ssoUrl}?SAMLRequest=${SAMLRequest}${more}`)).location?.pathname).toBe(
        '/error.html',
      );
  });
});
