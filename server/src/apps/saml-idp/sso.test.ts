import { createRequire } from 'node:module';
import { ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SamlSp } from '#contract/apps/saml-idp.ts';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import type { SigningOption } from '#contract/apps/saml-idp-values.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { ACS, type Admin, follow, idpOf, makeKey, makeSp, open, peerOf, readAnswer, SP_ENTITY } from '#test/saml.ts';

const require = createRequire(import.meta.url);
/** What of samlify is used. Its types would give all tests those of a browser. */
const { IdentityProvider, ServiceProvider, setSchemaValidator } = require('samlify') as {
  setSchemaValidator(validator: { validate(): Promise<string> }): void;
  IdentityProvider(settings: object): object;
  ServiceProvider(settings: object): {
    parseLoginResponse(idp: object, binding: 'post', request: object): Promise<{ extract: Record<string, unknown> }>;
  };
};

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
let signed: SignedIn;
let as: Admin;
let idp: SamlIdp;

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
  signed = await signIn(app, user);
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  as = { app, tenantId: tenant.tenantId, token: admin.token };
  idp = await idpOf(as);
});
afterAll(() => app.close());

let count = 0;
/** A service provider of its own for each test, with its peer. */
async function makePair(given: Record<string, unknown> = {}, more: Parameters<typeof peerOf>[1] = {}) {
  count += 1;
  const entityId = `${SP_ENTITY}/${count}`;
  const sp: SamlSp = await makeSp(as, { entityId, ...given });
  return { sp, peer: peerOf(idp, { issuer: entityId, audience: entityId, ...more }) };
}

type Peer = ReturnType<typeof peerOf>;
const redirectTo = (peer: Peer, relayState = '') => peer.getAuthorizeUrlAsync(relayState, undefined, {});
const answerTo = async (peer: Peer, cookie = signed.cookie, relayState = '') =>
  follow(app, await redirectTo(peer, relayState), cookie);

test.each<[SigningOption, boolean, boolean]>([
  ['both', true, true],
  ['response', false, true],
  ['assertion', true, false],
])(
  'node-saml accepts an answer with %s signed, and none that was changed',
  async (signingOption, wantAssertionsSigned, wantAuthnResponseSigned) => {
    const attributeStatements = [
      { name: 'mail', source: 'loginMailAddress', nameFormat: 'basic' },
      { name: 'urn:oid:2.5.4.4', source: 'familyName', nameFormat: 'uri' },
      { name: 'nothing', source: 'extensionAttribute3' },
    ];
    const { sp, peer } = await makePair(
      { signingOption, attributeStatements },
      { wantAssertionsSigned, wantAuthnResponseSigned },
    );
    const { posts, headers, html } = await answerTo(peer, signed.cookie, 'a "state" <b>');
    expect(posts).toMatchObject({ to: ACS, RelayState: 'a "state" <b>' });
    expect(html).not.toContain('<b>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('cache-control')).toBe('no-store');
    const SAMLResponse = posts?.SAMLResponse ?? '';
    const { profile } = await peer.validatePostResponseAsync({ SAMLResponse });
    // Forgets which requests it made, so that only the signature is in the way.
    const forgetful = peerOf(idp, {
      ...{ issuer: sp.entityId, audience: sp.entityId, wantAssertionsSigned, wantAuthnResponseSigned },
      validateInResponseTo: ValidateInResponseTo.never,
    });
    await forgetful.validatePostResponseAsync({ SAMLResponse });
    const changes = [
      [user.mail, 'root@evil.example'],
      ['</saml:NameID>', 'x</saml:NameID>'],
      ['NotOnOrAfter="20', 'NotOnOrAfter="21'],
      ...(wantAuthnResponseSigned ? ([['Destination="', 'Destination="x']] as const) : []),
    ] as const;
    for (const [from, to] of changes) {
      const changed = Buffer.from(readAnswer(posts).replace(from, to)).toString('base64');
      await expect(forgetful.validatePostResponseAsync({ SAMLResponse: changed })).rejects.toThrow(/signature/i);
    }
    expect(profile).toMatchObject({
      issuer: idp.entityId,
      mail: user.mail,
      'urn:oid:2.5.4.4': 'Tester',
      nameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    });
    expect(Object.keys(profile?.attributes ?? {})).toEqual(['mail', 'urn:oid:2.5.4.4']);
    const { rows } = await app.owner.query('select client_name, user_uuid from login_log where client_id = $1', [
      `saml:${sp.samlSpId}`,
    ]);
    expect(rows).toEqual([{ client_name: 'Wiki', user_uuid: user.uuid }]);
  },
);

test.each<SigningOption>(['both', 'response', 'assertion'])(
  'samlify accepts an answer with %s signed, and none that was changed',
  async (signingOption) => {
    setSchemaValidator({ validate: async () => 'ok' });
    const { peer, sp } = await makePair({ signingOption });
    const { posts } = await answerTo(peer);
    const metadata = await (await fetch(idp.metadataUrl)).text();
    const other = IdentityProvider({ metadata });
    const own = ServiceProvider({
      entityID: sp.entityId,
      assertionConsumerService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST', Location: ACS }],
      wantMessageSigned: signingOption !== 'assertion',
    });
    const parse = (SAMLResponse: string) => own.parseLoginResponse(other, 'post', { body: { SAMLResponse } });
    const { extract } = await parse(posts?.SAMLResponse ?? '');
    expect(extract).toMatchObject({ issuer: idp.entityId, audience: sp.entityId });
    const changed = readAnswer(posts).replace(/(<saml:NameID[^>]*>)[^<]*/, '$1somebody');
    await expect(parse(Buffer.from(changed).toString('base64'))).rejects.toBeDefined();
  },
);

test('what an answer says: life, recipient, request, session', async () => {
  const { peer } = await makePair();
  const { posts } = await answerTo(peer);
  const xml = readAnswer(posts);
  const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(xml)?.[1] ?? '';
  const conditions = /<saml:Conditions NotBefore="([^"]*)" NotOnOrAfter="([^"]*)"/.exec(xml) ?? [];
  expect(Date.parse(conditions[2] ?? '') - Date.parse(conditions[1] ?? '')).toBeLessThanOrEqual(300_000);
  expect(Date.parse(conditions[2] ?? '') - Date.parse(value('IssueInstant'))).toBeGreaterThan(200_000);
  expect(value('Recipient').replaceAll('&amp;', '&')).toBe(ACS);
  expect(value('Destination').replaceAll('&amp;', '&')).toBe(ACS);
  expect(xml.match(/InResponseTo="/g)).toHaveLength(2);
  expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:cm:bearer');
  expect(xml).toContain('ac:classes:PasswordProtectedTransport<');
  expect(xml).not.toContain('sha1');
  expect(Date.parse(value('AuthnInstant'))).toBeLessThanOrEqual(Date.now());
  expect(value('SessionIndex')).toMatch(/^_[0-9a-f]{40}$/);
});

describe('names', () => {
  const nameOf = async (peer: Peer, cookie = signed.cookie) =>
    (await peer.validatePostResponseAsync({ SAMLResponse: (await answerTo(peer, cookie)).posts?.SAMLResponse ?? '' }))
      .profile?.nameID;

  test('a persistent one stays, is another at each service provider and for each user', async () => {
    const [one, two] = [await makePair(), await makePair()];
    const colleague = await signIn(app, await makeUser(app, tenant));
    const first = await nameOf(one.peer);
    expect(await nameOf(one.peer)).toBe(first);
    expect(new Set([first, await nameOf(two.peer), await nameOf(one.peer, colleague.cookie)]).size).toBe(3);
    expect(first).not.toContain(user.uuid);
  });

  test('the name of a session is another at each service provider, too: it would join the names of its user', async () => {
    const [one, two] = [await makePair(), await makePair()];
    const indexAt = async (peer: Peer) =>
      /SessionIndex="([^"]*)"/.exec(readAnswer((await answerTo(peer)).posts))?.[1] ?? '';
    const first = await indexAt(one.peer);
    expect(await indexAt(one.peer)).toBe(first);
    expect(await indexAt(two.peer)).not.toBe(first);
  });

  test('a transient one is new each time', async () => {
    const { peer } = await makePair({ nameIdFormat: 'transient' });
    expect(await nameOf(peer)).not.toBe(await nameOf(peer));
  });

  const EMAIL = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
  test('email address and user ID; a signed request may ask for another format than the setting', async () => {
    expect(await nameOf((await makePair({ nameIdFormat: 'emailAddress' })).peer)).toBe(user.mail);
    expect(await nameOf((await makePair({ nameIdFormat: 'unspecified' })).peer)).toBe(user.userId);
    const key = makeKey();
    const certified = { certifications: [key.certificate] };
    const signing = { identifierFormat: EMAIL, privateKey: key.privatePem, publicCert: key.certificate };
    expect(await nameOf((await makePair(certified, signing)).peer)).toBe(user.mail);
  });

  test('an unsigned request gets no email address that the setting does not give', async () => {
    const { peer } = await makePair({}, { identifierFormat: EMAIL });
    const answer = readAnswer((await answerTo(peer)).posts);
    expect(answer).toContain('status:InvalidNameIDPolicy');
    expect(answer).not.toContain(user.mail);
    const own = await makePair({ nameIdFormat: 'emailAddress' }, { identifierFormat: EMAIL });
    expect(await nameOf(own.peer)).toBe(user.mail);
    const other = await makePair(
      { nameIdFormat: 'emailAddress' },
      { identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent' },
    );
    expect(await nameOf(other.peer)).not.toBe(user.mail);
  });

  test('a format that nobody has is refused to the service provider', async () => {
    const { peer } = await makePair({}, { identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos' });
    expect(readAnswer((await answerTo(peer)).posts)).toContain('status:InvalidNameIDPolicy');
  });
});

describe('by which way', () => {
  test('a POST from another site is taken in, and goes on by GET with the cookie', async () => {
    const { peer } = await makePair({}, { authnRequestBinding: 'HTTP-POST', skipRequestCompression: true });
    const form = (await peer.getAuthorizeMessageAsync('state', undefined, {})) as Record<string, string>;
    const taken = await open(app, idp.ssoUrl, { form });
    expect([taken.status, taken.location?.pathname]).toEqual([303, `/saml/idp/${tenant.tenantId}/continue`]);
    const { posts } = await follow(app, taken.location?.href ?? '', signed.cookie);
    expect(posts?.RelayState).toBe('state');
    expect(
      (await peer.validatePostResponseAsync({ SAMLResponse: posts?.SAMLResponse ?? '' })).profile?.nameID,
    ).toBeTruthy();
    // The one-time ID is used up.
    expect((await follow(app, taken.location?.href ?? '', signed.cookie)).location?.pathname).toBe('/error.html');
  });

  test('who is not signed in goes to the sign-in page of the tenant, and back', async () => {
    const { peer } = await makePair();
    const { location } = await follow(app, await redirectTo(peer));
    expect([location?.pathname, location?.searchParams.get('tenantId')]).toEqual(['/login.html', tenant.tenantId]);
    const back = location?.searchParams.get('url') ?? '';
    expect(back).toMatch(new RegExp(`^/saml/idp/${tenant.tenantId}/continue\\?id=`));
    const { posts } = await follow(app, back, signed.cookie);
    expect(
      (await peer.validatePostResponseAsync({ SAMLResponse: posts?.SAMLResponse ?? '' })).profile?.nameID,
    ).toBeTruthy();
  });

  test('somebody of another tenant is asked for an account of this one', async () => {
    const { peer } = await makePair();
    const other = await signIn(app, await makeUser(app, await makeTenant(app)));
    const { location, posts } = await answerTo(peer, other.cookie);
    expect([posts, location?.pathname, location?.searchParams.get('prompt')]).toEqual([null, '/login.html', 'login']);
  });

  test('it can start at the portal, with the registered relay state', async () => {
    const { sp, peer } = await makePair(
      { relayState: 'https://sp.example/start?a=1' },
      { validateInResponseTo: ValidateInResponseTo.never },
    );
    const { posts } = await follow(app, sp.startUrl, signed.cookie);
    expect(posts?.RelayState).toBe('https://sp.example/start?a=1');
    expect(readAnswer(posts)).not.toContain('InResponseTo');
    expect(
      (await peer.validatePostResponseAsync({ SAMLResponse: posts?.SAMLResponse ?? '' })).profile?.nameID,
    ).toBeTruthy();
  });

  test('where no service provider is registered the page says so', async () => {
    const empty = await makeTenant(app);
    const { location } = await open(app, `/saml/idp/${empty.tenantId}/sso`);
    expect(`${location?.pathname}${location?.search}`).toBe('/tenant-saml-idp.html?error=samlSpEmpty');
  });
});

describe('what a request may ask', () => {
  test('passive: an answer without a user instead of the sign-in page', async () => {
    const { peer } = await makePair({}, { passive: true });
    const { posts } = await follow(app, await redirectTo(peer));
    expect(readAnswer(posts)).toContain('status:NoPassive');
    expect(readAnswer(posts)).not.toContain('Assertion>');
  });

  test('a new proof: the session from before is not enough', async () => {
    const { peer } = await makePair({}, { forceAuthn: true });
    const { location } = await answerTo(peer);
    expect([location?.pathname, location?.searchParams.get('prompt')]).toEqual(['/login.html', 'login']);
    const again = await signIn(app, user);
    const { posts } = await follow(app, location?.searchParams.get('url') ?? '', again.cookie);
    expect(
      (await peer.validatePostResponseAsync({ SAMLResponse: posts?.SAMLResponse ?? '' })).profile?.nameID,
    ).toBeTruthy();
  });

  test('two factors: a session by password is refused to the service provider', async () => {
    const { peer } = await makePair(
      {},
      { disableRequestedAuthnContext: false, authnContext: ['https://refeds.org/profile/mfa'] },
    );
    expect(readAnswer((await answerTo(peer)).posts)).toContain('status:NoAuthnContext');
    const weak = await makePair(
      {},
      { disableRequestedAuthnContext: false, authnContext: ['urn:oasis:names:tc:SAML:2.0:ac:classes:Password'] },
    );
    expect(readAnswer((await answerTo(weak.peer)).posts)).toContain('ac:classes:Password<');
  });
});

test('a signed request is checked: by redirect and by POST', async () => {
  const key = makeKey();
  const signs = { privateKey: key.privatePem, publicCert: key.certificate };
  const { peer } = await makePair({ authnRequestsSigned: true, certifications: [key.certificate] }, signs);
  expect((await answerTo(peer)).posts?.SAMLResponse).toBeTruthy();
  const url = new URL(await redirectTo(peer, 'state'));
  url.searchParams.set('RelayState', 'changed');
  expect((await follow(app, url.href, signed.cookie)).location?.pathname).toBe('/error.html');
  const posting = await makePair(
    { authnRequestsSigned: true, certifications: [key.certificate] },
    { ...signs, authnRequestBinding: 'HTTP-POST', skipRequestCompression: true },
  );
  const form = (await posting.peer.getAuthorizeMessageAsync('', undefined, {})) as Record<string, string>;
  const taken = await open(app, idp.ssoUrl, { form });
  expect((await follow(app, taken.location?.href ?? '', signed.cookie)).posts?.SAMLResponse).toBeTruthy();
});

test('a disabled service provider gets nothing: not even for a request from before', async () => {
  const { sp, peer } = await makePair();
  const { location } = await follow(app, await redirectTo(peer));
  const { samlSpId, icon, certifications, startUrl, createdAt, updatedAt, ...input } = sp;
  await app.call('PUT', `/api/auth/tenants/${tenant.tenantId}/samlIdP/samlSps/${samlSpId}`, {
    token: as.token,
    body: { ...input, enabled: false },
  });
  expect(
    (await follow(app, location?.searchParams.get('url') ?? '', signed.cookie)).location?.searchParams.get('error'),
  ).toBe('app_unknown');
  expect((await follow(app, sp.startUrl, signed.cookie)).location?.searchParams.get('error')).toBe('app_unknown');
});

test('a user who is signed out or deactivated gets nothing more', async () => {
  const { peer } = await makePair();
  const leaving = await makeUser(app, tenant);
  const { cookie } = await signIn(app, leaving);
  expect((await answerTo(peer, cookie)).posts).not.toBeNull();
  await app.call('POST', '/api/auth/logout', { cookie });
  expect((await answerTo(peer, cookie)).location?.pathname).toBe('/login.html');
});

test('groups are told, by ID or by name', async () => {
  const { peer } = await makePair({
    attributeStatements: [
      { name: 'g', source: 'groupIds' },
      { name: 'n', source: 'groupNames' },
    ],
  });
  for (const groupId of ['b-team', 'a-team']) {
    const { body } = await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups`, {
      token: as.token,
      body: { groupId, name: `The <${groupId}>` },
    });
    await app.call('POST', `/api/auth/tenants/${tenant.tenantId}/groups/${body.uuid}/operations/add/users`, {
      token: as.token,
      body: { userIds: [user.userId] },
    });
  }
  const { profile } = await peer.validatePostResponseAsync({
    SAMLResponse: (await answerTo(peer)).posts?.SAMLResponse ?? '',
  });
  expect(profile).toMatchObject({ g: ['a-team', 'b-team'], n: ['The <a-team>', 'The <b-team>'] });
});
