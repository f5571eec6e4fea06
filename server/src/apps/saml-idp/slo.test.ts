import { inflateRawSync } from 'node:zlib';
import type { SAML } from '@node-saml/node-saml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SamlIdp } from '#contract/apps/saml-idp-own.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, type SignedIn, signIn, type TestTenant } from '#test/factories.ts';
import { type Admin, follow, idpOf, makeKey, makeSp, open, peerOf, readAnswer, SP_ENTITY } from '#test/saml.ts';

let app: TestApp;
let tenant: TestTenant;
let as: Admin;
let idp: SamlIdp;
const key = makeKey();
const LOGOUT = 'https://sp.example/saml/logout';

beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  const admin = await signIn(app, await makeUser(app, tenant, { roles: ['PowerUser'] }));
  as = { app, tenantId: tenant.tenantId, token: admin.token };
  idp = await idpOf(as);
});
afterAll(() => app.close());

let count = 0;
async function makePair(given: Record<string, unknown> = {}) {
  count += 1;
  const entityId = `${SP_ENTITY}/logout/${count}`;
  await makeSp(as, { entityId, logoutUrl: LOGOUT, certifications: [key.certificate], ...given });
  return peerOf(idp, { issuer: entityId, audience: entityId, privateKey: key.privatePem, publicCert: key.certificate });
}

async function enter(peer: SAML, { cookie }: SignedIn) {
  const { posts } = await follow(app, await peer.getAuthorizeUrlAsync('', undefined, {}), cookie);
  const { profile } = await peer.validatePostResponseAsync({ SAMLResponse: posts?.SAMLResponse ?? '' });
  if (!profile) throw new Error('not signed in');
  return profile;
}

/** Whether the portal still knows the browser. */
async function isSignedIn({ cookie }: SignedIn): Promise<boolean> {
  const own = await makeSp(as, { entityId: `urn:probe:${++count}` });
  return (await follow(app, own.startUrl, cookie)).posts !== null;
}

test('a signed request ends the session and is answered, without a cookie', async () => {
  const peer = await makePair();
  const signed = await signIn(app, await makeUser(app, tenant));
  const colleague = await signIn(app, await makeUser(app, tenant));
  const [profile] = [await enter(peer, signed), await enter(peer, colleague)];
  const { posts } = await open(app, await peer.getLogoutUrlAsync(profile, 'state', {}));
  expect(posts).toMatchObject({ to: LOGOUT, RelayState: 'state' });
  expect(readAnswer(posts)).toContain('status:Success"></samlp:StatusCode>');
  expect(await peer.validatePostResponseAsync({ SAMLResponse: posts?.SAMLResponse ?? '' })).toMatchObject({
    loggedOut: true,
  });
  expect([await isSignedIn(signed), await isSignedIn(colleague)]).toEqual([false, true]);
});

test('a request is obeyed once, also by twenty at a time', async () => {
  const peer = await makePair();
  const user = await makeUser(app, tenant);
  const profile = await enter(peer, await signIn(app, user));
  const { sessionIndex: _, ...everywhere } = profile;
  const url = await peer.getLogoutUrlAsync(everywhere as typeof profile, '', {});
  const first = await Promise.all(Array.from({ length: 20 }, () => open(app, url)));
  expect(first.filter(({ posts }) => posts !== null)).toHaveLength(1);
  const back = await signIn(app, user);
  await enter(peer, back);
  expect((await open(app, url)).location?.pathname).toBe('/error.html');
  expect(await isSignedIn(back)).toBe(true);
});

test('a request that names a session ends that one of its user alone', async () => {
  const peer = await makePair();
  const user = await makeUser(app, tenant);
  const [here, there] = [await signIn(app, user), await signIn(app, user)];
  const [profile] = [await enter(peer, here), await enter(peer, there)];
  await open(app, await peer.getLogoutUrlAsync(profile, '', {}));
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true]);
});

test('one who is signed in elsewhere, too, is signed out in part', async () => {
  const [peer, other] = [await makePair(), await makePair()];
  const signed = await signIn(app, await makeUser(app, tenant));
  const profile = await enter(peer, signed);
  await enter(other, signed);
  const { posts } = await open(app, await peer.getLogoutUrlAsync(profile, '', {}));
  expect(readAnswer(posts)).toContain('status:PartialLogout');
});

test('an unsigned or changed request ends nothing', async () => {
  const peer = await makePair();
  const signed = await signIn(app, await makeUser(app, tenant));
  const profile = await enter(peer, signed);
  const url = new URL(await peer.getLogoutUrlAsync(profile, 'state', {}));
  const changed = new URL(url);
  changed.searchParams.set('RelayState', 'other');
  const bare = new URL(url);
  for (const name of ['Signature', 'SigAlg']) bare.searchParams.delete(name);
  for (const each of [changed, bare]) expect((await open(app, each.href)).location?.pathname).toBe('/error.html');
  expect(await isSignedIn(signed)).toBe(true);
});

test('a service provider without a certificate proves nothing: the user is asked', async () => {
  const peer = await makePair({ certifications: [] });
  const signed = await signIn(app, await makeUser(app, tenant));
  const profile = await enter(peer, signed);
  const { location } = await open(app, await peer.getLogoutUrlAsync(profile, '', {}));
  expect(`${location?.pathname}${location?.search}`).toBe('/logout.html?logout=false');
  expect(await isSignedIn(signed)).toBe(true);
});

test("another service provider's name for a user ends nothing", async () => {
  const [peer, other] = [await makePair(), await makePair()];
  const signed = await signIn(app, await makeUser(app, tenant));
  const profile = await enter(peer, signed);
  const { posts } = await open(app, await other.getLogoutUrlAsync(profile, '', {}));
  expect(readAnswer(posts)).toContain('status:Success');
  expect(await isSignedIn(signed)).toBe(true);
});

test('who signs out here is signed out there: with a signed request for each service provider of the session', async () => {
  const [peer, other] = [await makePair(), await makePair({ logoutUrl: null })];
  const signed = await signIn(app, await makeUser(app, tenant));
  const profile = await enter(peer, signed);
  await enter(other, signed);
  const path = `/api/auth/tenants/${tenant.tenantId}/samlIdP/samlSpLogoutUris`;
  const ask = async (address: string, cookie?: string) => (await app.call('GET', address, { cookie })).body;
  const { samlSpLogoutUris: uris } = await ask(path, signed.cookie);
  expect(uris).toHaveLength(1);
  const uri = new URL(uris[0]);
  expect(`${uri.origin}${uri.pathname}`).toBe(LOGOUT);
  const query = Object.fromEntries(uri.searchParams);
  const read = await peer.validateRedirectAsync(query, uri.search.slice(1));
  expect(read).toMatchObject({
    loggedOut: true,
    profile: { nameID: profile.nameID, sessionIndex: profile.sessionIndex },
  });
  // All of the name, as the assertion said it: service providers compare it.
  const xml = inflateRawSync(Buffer.from(query.SAMLRequest ?? '', 'base64')).toString();
  expect(xml).toContain(` NameQualifier="${profile.nameQualifier}" SPNameQualifier="${profile.spNameQualifier}">`);
  expect(profile.spNameQualifier).toMatch(/^https:/);
  const changed = uri.search.slice(1).replace('SAMLRequest=', 'SAMLRequest=A');
  await expect(peer.validateRedirectAsync(query, changed)).rejects.toThrow();
  // The sign-out page asks for all at once.
  expect((await ask('/api/auth/logoutUris', signed.cookie)).logoutUris).toEqual([expect.stringContaining(LOGOUT)]);
  expect(await ask(path)).toEqual({ samlSpLogoutUris: [] });
  const elsewhere = await makeTenant(app);
  expect(await ask(path.replace(tenant.tenantId, elsewhere.tenantId), signed.cookie)).toEqual({ samlSpLogoutUris: [] });
  const back = await open(app, `/saml/idp/${tenant.tenantId}/slo?SAMLResponse=x`);
  expect([back.status, back.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("frame-ancestors 'self'"),
  ]);
});
