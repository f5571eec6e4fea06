import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sharedTestApp, type TestApp } from '#test/app.ts';
import { makeTenant, makeUser, signIn, type TestTenant, type TestUser } from '#test/factories.ts';
import { CALLBACK, makeClient, PROVIDER_PATH, type TestClient } from '#test/oauth.ts';

/** A standard client library that the product itself does not use. */
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

let app: TestApp;
let tenant: TestTenant;
let user: TestUser;
beforeAll(async () => {
  app = await sharedTestApp();
  tenant = await makeTenant(app);
  user = await makeUser(app, tenant);
});
afterAll(() => app.close());

function configure(client: TestClient, metadata: Partial<oidc.ClientMetadata> = {}) {
  const proof = client.secret ? oidc.ClientSecretBasic(client.secret) : oidc.None();
  return oidc.discovery(new URL(app.url), client.clientId, metadata, proof, { execute: [oidc.allowInsecureRequests] });
}

/** Follows a URL as the browser of a signed-in user. */
async function browse(url: URL, cookie: string): Promise<URL> {
  const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
  return new URL(answer.headers.get('location') ?? '', app.url);
}

test.each(['ES256', 'RS256'] as const)(
  'code, PKCE, ID token by %s, userinfo, refresh, logout',
  async (idTokenSignedResponseAlg) => {
    const back = 'https://service.example/bye';
    const client = await makeClient(app, tenant, { idTokenSignedResponseAlg, postLogoutRedirectUris: [back] });
    const config = await configure(client, { id_token_signed_response_alg: idTokenSignedResponseAlg });
    const { cookie } = await signIn(app, user);
    const verifier = oidc.randomPKCECodeVerifier();
    const checks = { expectedNonce: oidc.randomNonce(), expectedState: oidc.randomState() };
    const asked = oidc.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      nonce: checks.expectedNonce,
      state: checks.expectedState,
      max_age: '3600',
    });
    const returned = await browse(asked, cookie);
    const tokens = await oidc.authorizationCodeGrant(config, returned, {
      ...checks,
      pkceCodeVerifier: verifier,
      maxAge: 3600,
    });
    expect(tokens.claims()).toMatchObject({ sub: user.uuid, tenantId: tenant.tenantId, amr: ['pwd'] });
    const person = await oidc.fetchUserInfo(config, tokens.access_token, user.uuid);
    expect(person).toMatchObject({ email: user.mail, email_verified: true, preferred_username: user.userId });
    const next = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(next.access_token).not.toBe(tokens.access_token);
    expect((await oidc.tokenIntrospection(config, next.access_token)).active).toBe(true);
    // A typed, unconfirmed address is not reported as verified.
    await app.owner.query('update users set proven_mail_address = null where uuid = $1', [user.uuid]);
    const typed = await oidc.fetchUserInfo(config, next.access_token, user.uuid);
    expect(typed).toMatchObject({ email: user.mail, email_verified: false });
    await app.owner.query('update users set proven_mail_address = login_mail_address where uuid = $1', [user.uuid]);
    const end = oidc.buildEndSessionUrl(config, {
      post_logout_redirect_uri: back,
      id_token_hint: tokens.id_token ?? '',
      state: 'x',
    });
    expect((await browse(end, cookie)).href).toBe(`${back}?state=x`);
    await expect(oidc.refreshTokenGrant(config, next.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    expect((await browse(asked, cookie)).pathname).toBe('/login.html');
  },
);

test('device authorization', async () => {
  const client = await makeClient(app, tenant, {
    grantTypes: [GRANT, 'refresh_token'],
    redirectUris: [],
    tokenEndpointAuthMethod: 'none',
  });
  const config = await configure(client);
  const device = await oidc.initiateDeviceAuthorization(config, { scope: 'openid offline_access' });
  const { token } = await signIn(app, user);
  const body = { userCode: device.user_code, accept: true };
  await app.call('POST', `${PROVIDER_PATH}/device/complete`, { token, body });
  const tokens = await oidc.pollDeviceAuthorizationGrant(config, { ...device, interval: 1 });
  expect(tokens.claims()).toMatchObject({ sub: user.uuid, tenantId: tenant.tenantId });
  await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
});

test('revocation', async () => {
  const client = await makeClient(app, tenant);
  const config = await configure(client);
  await expect(oidc.tokenRevocation(config, 'unknown')).resolves.toBeUndefined();
});
