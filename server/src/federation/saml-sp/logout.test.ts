import { sign } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inviteUser } from '../../people/ports.ts';
import { isQuerySigned } from '#server/platform/saml/verify.ts';
import { X509Certificate } from 'node:crypto';
import { type Answer, sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant } from '#test/factories.ts';
import { exchange } from '#test/federation.ts';
import { exchangeCodeIn, mailsOfKind } from '#test/mailed-links.ts';
import { follow, idpOf, makeSp } from '#test/saml.ts';
import * as saml from '#test/saml/connection.ts';

/** Signing out with an identity provider, from either side: bad messages end nothing, each for its own cause. */

const SLO = 'https://idp.example/slo?tenant=1';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

let app: TestApp;
let tenant: TestTenant;
let token: string;
let connected: saml.Connected;
let path: string;
let sloUrl: string;
let certificate: string;

const change = async (set: object) => {
  const { body } = await app.call('GET', path, { token });
  const fields = ['displayName', 'entityId', 'ssoUrl', 'sloUrl', 'signRequests', 'enabled', 'jitProvisioning'];
  const kept = Object.fromEntries(fields.map((field) => [field, body[field]]));
  const changed = await app.call('PUT', path, { token, body: { ...kept, ...set } });
  if (changed.status !== 200) throw new Error(JSON.stringify(changed.body));
};

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  ({ token } = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] })));
  connected = await saml.connect(app, { ...tenant, token });
  path = `${saml.samlsPath(tenant.tenantId)}/${connected.samlId}`;
  await change({ sloUrl: SLO });
  const ours = `/api/auth/tenants/${tenant.tenantId}/samlMetadata.json?samlId=${connected.samlId}`;
  ({ sloUrl, certificate } = (await app.call('GET', ours, { token })).body);
});
afterAll(() => app.close());

let count = 0;
interface Said {
  nameId?: string;
  index?: string | null;
  attributes?: Record<string, string | null>;
  issuer?: string;
  kind?: string;
  inside?: string;
}

/** A right message of the provider, with what is given instead. */
function message({ nameId, index = '_s1', attributes = {}, kind = 'LogoutRequest', ...more }: Said): string {
  count += 1;
  const all: Record<string, string | null> = {
    ID: `_out${count}`,
    Version: '2.0',
    IssueInstant: new Date().toISOString(),
    Destination: sloUrl,
    ...attributes,
  };
  const written = Object.entries(all).map(([name, value]) => (value === null ? '' : ` ${name}="${value}"`));
  const name = nameId === undefined ? '' : `<saml:NameID>${nameId}</saml:NameID>`;
  const session = index === null ? '' : `<samlp:SessionIndex>${index}</samlp:SessionIndex>`;
  const inside = more.inside ?? `${name}${session}`;
  return `<samlp:${kind} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"${written.join('')}><saml:Issuer>${more.issuer ?? connected.issuer}</saml:Issuer>${inside}</samlp:${kind}>`;
}

/** The query of a redirect, signed by the provider. */
function query(
  xml: string,
  given: { kind?: string; relayState?: string; key?: string; algorithm?: string } = {},
): string {
  const { kind = 'SAMLRequest', relayState, key = connected.idp.privateKey, algorithm = RSA_SHA256 } = given;
  const pairs = [[kind, deflateRawSync(Buffer.from(xml)).toString('base64')]];
  if (relayState) pairs.push(['RelayState', relayState]);
  pairs.push(['SigAlg', algorithm]);
  const signed = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&');
  const hash = algorithm.endsWith('sha1') ? 'sha1' : 'sha256';
  return `${signed}&Signature=${encodeURIComponent(sign(hash, Buffer.from(signed), key).toString('base64'))}`;
}

const send = async (sent: string) => {
  const answer = await app.call('GET', `${new URL(sloUrl).pathname}?${sent}`);
  return new URL(answer.headers.get('location') ?? '', app.url);
};
const inflated = (url: URL, name: string) =>
  inflateRawSync(Buffer.from(url.searchParams.get(name) ?? '', 'base64')).toString();
const isOurs = (url: URL) => {
  const [signed, signature] = url.search.slice(1).split('&Signature=');
  const from = signed?.slice(signed.search(/SAML(Request|Response)=/)) ?? '';
  const { publicKey } = new X509Certificate(certificate);
  return isQuerySigned(from, RSA_SHA256, decodeURIComponent(signature ?? ''), publicKey);
};
const cause = async () => {
  const { body } = await app.call('GET', `${path}/traces`, { token });
  return [body.results[0]?.purpose, body.results[0]?.cause];
};
/** Signs in with the provider; the cookie of the session. */
async function enter(nameId: string): Promise<string> {
  const { cookie, body } = await saml.signInBySaml(app, connected, { nameId, attributes: {} });
  if (body.status !== 'completed' || !cookie) throw new Error(JSON.stringify(body));
  return cookie;
}
/** Completes an invitation with the provider; the cookie of the first session. */
async function register(nameId: string): Promise<string> {
  const user = await makeUser(app, tenant, { status: 'registering', withoutPassword: true });
  const invitation = { tenantId: tenant.tenantId, userUuid: user.uuid, now: app.tools.clock() };
  await app.tools.db.inTenant(tenant.tenantId, (tx) => inviteUser(app.tools, tx, invitation));
  const code = exchangeCodeIn((await mailsOfKind(app, user.mail, 'invitation')).at(-1));
  const opened = await app.call('POST', '/api/account/temporaryCode/exchange', { body: { exchangeCode: code } });
  const body = { samlId: connected.samlId, temporaryCode: opened.body.temporaryCode };
  const begun = await app.call('POST', '/api/auth/requestRegisterSamlUser', { body });
  const asked = saml.readRequest(begun.body.url, saml.cookieOf(begun));
  const xml = saml.answerTo(connected, asked, { nameId });
  const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: asked.relayState };
  const next = async (answer: Answer) =>
    app.call('GET', answer.headers.get('location') ?? '', { cookie: asked.cookie });
  const back = await next(await next(await saml.post(app, connected.acsUrl, form)));
  const { hash } = new URL(back.headers.get('location') ?? '', app.url);
  const done = await exchange(app, new URLSearchParams(hash.slice(1)).get('exchangeCode') ?? '', asked.cookie);
  if (done.body.status !== 'completed' || !done.cookie) throw new Error(JSON.stringify(done.body));
  return done.cookie;
}
const parties = async (cookie: string) => (await app.call('GET', '/api/auth/logoutUris', { cookie })).body.parties;
const isOpen = async (cookie: string) => (await parties(cookie)).length > 0;

describe('a sign-out that the provider asks for', () => {
  it('ends the session, once, without a cookie, and is answered with our signature', async () => {
    const [cookie, colleague] = [await enter('out-1'), await enter('out-2')];
    const sent = query(message({ nameId: 'out-1' }), { relayState: 'theirs' });
    const answered = await send(sent);
    expect(answered.href.startsWith(SLO)).toBe(true);
    expect(answered.searchParams.get('RelayState')).toBe('theirs');
    expect(inflated(answered, 'SAMLResponse')).toMatch(/InResponseTo="_out\d+".*status:Success"><\/samlp:StatusCode>/s);
    expect(isOurs(answered)).toBe(true);
    expect([await isOpen(cookie), await isOpen(colleague)]).toEqual([false, true]);
    expect(await cause()).toEqual(['signOut', null]);
    const back = await enter('out-1');
    expect((await send(sent)).pathname).toBe('/error.html');
    expect(await cause()).toEqual(['signOut', 'logout_replayed']);
    expect(await isOpen(back)).toBe(true);
  });

  it('is answered in part where the session was signed in to an app by SAML', async () => {
    const as = { app, tenantId: tenant.tenantId, token };
    await idpOf(as);
    const { startUrl } = await makeSp(as, { entityId: 'https://sp.example/partial' });
    const cookie = await enter('out-5');
    expect((await follow(app, new URL(startUrl).pathname, cookie)).posts).not.toBe(null);
    const answered = await send(query(message({ nameId: 'out-5' })));
    expect(inflated(answered, 'SAMLResponse')).toMatch(/status:Success"><samlp:StatusCode Value="[^"]*:PartialLogout"/);
    expect(await isOpen(cookie)).toBe(false);
  });

  it('ends the first session of somebody who registered with the provider', async () => {
    const [cookie, other] = [await register('new-1'), await register('new-2')];
    expect([await isOpen(cookie), await isOpen(other)]).toEqual([true, true]);
    await send(query(message({ nameId: 'new-1' })));
    expect(await cause()).toEqual(['signOut', null]);
    expect([await isOpen(cookie), await isOpen(other)]).toEqual([false, true]);
  });

  it('ends all sessions of the name where none is named, and those alone that are', async () => {
    const all = [await enter('out-3'), await enter('out-3')];
    await send(query(message({ nameId: 'out-3', index: '_other' })));
    expect(await Promise.all(all.map(isOpen))).toEqual([true, true]);
    await send(query(message({ nameId: 'out-3', index: null })));
    expect(await Promise.all(all.map(isOpen))).toEqual([false, false]);
  });

  it("ends no session of the user that another proof opened, nor another connection's", async () => {
    const cookie = await enter('out-4');
    const place = await makeTenant(app);
    const admin = await signIn(app, await makeUser(app, place, { roles: ['PowerUser'] }));
    const other = await saml.connect(app, { ...place, token: admin.token });
    const theirs = sloUrl.replace(connected.tenantId, other.tenantId);
    const xml = message({ nameId: 'out-4', attributes: { Destination: theirs } });
    await app.call('GET', `${new URL(theirs).pathname}?${query(xml)}`);
    expect(await isOpen(cookie)).toBe(true);
  });

  const minutes = (past: number) => new Date(Date.now() - past * 60_000).toISOString();
  const stranger = () => saml.idpOf('evil.example').privateKey;
  const right = (attributes: Record<string, string | null> = {}) => message({ nameId: 'kept', attributes });
  it.each<[string, () => string, string]>([
    ['unsigned', () => query(right()).replace(/&SigAlg.*/, ''), 'logout_unsigned'],
    ["with another's signature", () => query(right(), { key: stranger() }), 'signature'],
    [
      'changed after it was signed',
      () => query(right(), { relayState: 'a' }).replace('RelayState=a', 'RelayState=b'),
      'signature',
    ],
    [
      'signed with SHA-1',
      () => query(right(), { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
      'signature',
    ],
    ['signed with no algorithm', () => query(right()).replace(/SigAlg=[^&]*/, 'SigAlg=none'), 'signature'],
    ['meant for another address', () => query(right({ Destination: 'https://other.example/slo' })), 'destination'],
    ['meant for no address', () => query(right({ Destination: null })), 'destination'],
    ['of another issuer', () => query(message({ nameId: 'kept', issuer: 'https://evil.example' })), 'logout_request'],
    ['of version 1.1', () => query(right({ Version: '1.1' })), 'logout_request'],
    ['without an ID', () => query(right({ ID: null })), 'logout_request'],
    ['from an hour ago', () => query(right({ IssueInstant: minutes(60) })), 'logout_too_old'],
    ['from the future', () => query(right({ IssueInstant: minutes(-60) })), 'logout_too_old'],
    ['of no time', () => query(right({ IssueInstant: 'now' })), 'logout_too_old'],
    ['that has expired', () => query(right({ NotOnOrAfter: minutes(1) })), 'logout_too_old'],
    ['of no name', () => query(message({})), 'logout_request'],
    ['of an empty name', () => query(message({ nameId: ' ' })), 'logout_request'],
    [
      'of two names',
      () => query(message({ inside: '<saml:NameID>kept</saml:NameID><saml:NameID>x</saml:NameID>' })),
      'logout_request',
    ],
    ['of an encrypted name', () => query(message({ inside: '<saml:EncryptedID/>' })), 'logout_request'],
    [
      'of 51 sessions',
      () =>
        query(
          message({
            inside: `<saml:NameID>kept</saml:NameID>${'<samlp:SessionIndex>a</samlp:SessionIndex>'.repeat(51)}`,
          }),
        ),
      'logout_request',
    ],
    ['that is another message', () => query(message({ nameId: 'kept', kind: 'AuthnRequest' })), 'logout_request'],
  ])('%s is refused', async (_, make, expected) => {
    const cookie = await enter('kept');
    expect((await send(make())).pathname).toBe('/error.html');
    expect(await cause()).toEqual(['signOut', expected]);
    expect(await isOpen(cookie)).toBe(true);
  });

  it.each<[string, () => string]>([
    ['empty', () => ''],
    ['no Base64', () => 'SAMLRequest=%3Cxml%3E'],
    ['not deflated', () => `SAMLRequest=${encodeURIComponent(Buffer.from(right()).toString('base64'))}`],
    ['with a document type', () => query(`<!DOCTYPE a>${right()}`)],
    ['with a comment', () => query(right().replace('</saml:NameID>', '<!-- -->x</saml:NameID>'))],
    ['given twice', () => `${query(right())}&${query(right())}`],
    ['a bomb', () => query(message({ inside: `<saml:NameID>${'x'.repeat(5_000_000)}</saml:NameID>` }))],
  ])('that is %s is refused before anything is asked', async (_, make) => {
    expect((await send(make())).pathname).toBe('/error.html');
  });
});

describe('a sign-out here', () => {
  it('goes to the provider with a signed request, whose answer is told', async () => {
    const cookie = await enter('out-5');
    const [party, ...more] = await parties(cookie);
    expect([party.name, party.how, more]).toEqual(['Company', 'browser', []]);
    const url = new URL(party.uri);
    expect(url.href.startsWith(SLO)).toBe(true);
    const xml = inflated(url, 'SAMLRequest');
    expect(xml).toContain('>out-5</saml:NameID><samlp:SessionIndex>_s1</samlp:SessionIndex>');
    expect(isOurs(url)).toBe(true);
    const relayState = url.searchParams.get('RelayState') ?? '';
    expect(relayState).not.toContain('http');
    const InResponseTo = / ID="([^"]*)"/.exec(xml)?.[1] ?? '';
    const status = (code: string) =>
      `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${code}"/></samlp:StatusCode></samlp:Status>`;
    const answer = (given: Partial<Said> = {}, inside = status('x')) =>
      message({ kind: 'LogoutResponse', inside, attributes: { InResponseTo }, ...given });
    const told = async (sent: string) => {
      const { pathname, searchParams } = await send(sent);
      return [pathname, searchParams.get('provider')];
    };
    const back = { kind: 'SAMLResponse', relayState };
    expect(await told(query(answer(), back))).toEqual(['/logout.html', 'done']);
    expect(await told(query(answer({}, status('PartialLogout')), back))).toEqual(['/logout.html', 'partial']);
    const failed = status('x').replace('status:Success', 'status:Responder');
    expect(await told(query(answer({}, failed), back))).toEqual(['/logout.html', 'refused']);
    const unproven = [
      query(answer(), back).replace(/&SigAlg.*/, ''),
      query(answer(), { ...back, key: saml.idpOf('evil.example').privateKey }),
      query(answer({ attributes: { InResponseTo: '_other' } }), back),
      query(answer({ issuer: 'https://evil.example' }), back),
      query(answer(), { ...back, relayState: 'https://evil.example/' }),
      query(answer(), { kind: 'SAMLResponse' }),
    ];
    for (const sent of unproven) expect(await told(sent)).toEqual(['/logout.html', 'unproven']);
  });

  it('goes nowhere where the connection has no address, is off, or did not open the session', async () => {
    const cookie = await enter('out-6');
    await change({ sloUrl: null });
    expect(await parties(cookie)).toEqual([]);
    await change({ sloUrl: SLO, enabled: false });
    expect(await parties(cookie)).toEqual([]);
    await change({ enabled: true });
    expect(await parties(cookie)).toHaveLength(1);
  });
});

describe('signed requests', () => {
  const metadata = async () => (await fetch(new URL(new URL(connected.entityId).pathname, app.url))).text();
  it('are signed where the connection says so, and the metadata names the certificate', async () => {
    const ask = async () => {
      const body = { tenantId: connected.tenantId, samlId: connected.samlId };
      return new URL((await app.call('POST', '/api/auth/saml/sp/request', { body })).body.url);
    };
    expect((await ask()).searchParams.has('Signature')).toBe(false);
    await change({ signRequests: true });
    const url = await ask();
    expect([isOurs(url), url.searchParams.get('tenant')]).toEqual([true, '1']);
    expect(inflated(url, 'SAMLRequest')).toContain('<samlp:AuthnRequest');
    const text = await metadata();
    expect(text).toContain('AuthnRequestsSigned="true"');
    expect(text).toContain(certificate.replace(/-----[A-Z ]+-----|\s/g, ''));
    expect(text).toContain(`Location="${sloUrl}"`);
    await change({ signRequests: false });
    expect(await metadata()).toContain('AuthnRequestsSigned="false"');
  });

  it('metadata of a provider says where it signs out, and that it demands them', async () => {
    const bare = connected.idp.pem.replace(/-----[A-Z ]+-----|\s/g, '');
    const at = (name: string, location: string, binding = 'Redirect') =>
      `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-${binding}" Location="${location}"/>`;
    const read = async (inside: string) => {
      const text = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example/e"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${bare}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>${inside}${at('SingleSignOnService', 'https://idp.example/sso')}</md:IDPSSODescriptor></md:EntityDescriptor>`;
      const operation = `/api/auth/tenants/${connected.tenantId}/operations/saml/import`;
      const { body } = await app.call('POST', operation, { token, body: { metadata: text } });
      return [body.sloUrl, body.signRequests];
    };
    expect(await read(at('SingleLogoutService', 'https://idp.example/slo'))).toEqual(['https://idp.example/slo', true]);
    expect(await read(at('SingleLogoutService', 'https://idp.example/slo', 'POST'))).toEqual([null, true]);
    expect(await read(at('SingleLogoutService', 'javascript:alert(1)'))).toEqual([null, true]);
  });
});
