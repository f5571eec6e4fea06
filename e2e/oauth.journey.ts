import * as client from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { codeOf, setUpApp } from './support/authenticator.ts';
import { makePerson, taro } from './support/people.ts';
import { registerClient, type Service, startService } from './support/service.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { box, button, enterMailAddress, heading, link } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
const scopes = (names: string) => names.split(' ').flatMap((name) => ['--scope', name]);

describe('an app signs users in with Portico', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  const register = (...more: string[]) => {
    const addresses = [
      '--redirect-uri',
      `${service.origin}/callback`,
      '--post-logout-redirect-uri',
      `${service.origin}/signed-out`,
    ];
    return registerClient(stage.portico, [
      '--name',
      'Print Flow',
      '--first-party',
      ...addresses,
      ...scopes('openid profile email'),
      ...more,
    ]);
  };

  /** Sends the browser to Portico as the app's own page would; returns what it needs to read the answer. */
  const begin = async (page: Page, config: client.Configuration) => {
    const checks = {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
      expectedState: client.randomState(),
      expectedNonce: client.randomNonce(),
    };
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: `${service.origin}/callback`,
      scope: 'openid profile email',
      state: checks.expectedState,
      nonce: checks.expectedNonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
      code_challenge_method: 'S256',
    });
    await page.goto(address.href);
    return checks;
  };

  test('sign-in with code and PKCE, user information, refresh, and sign-out from the app', async () => {
    const config = await register();
    const { page } = await stage.visit({ services: [service.origin] });
    const checks = await begin(page, config);
    await enterMailAddress(page, taro);
    await page.getByRole('heading', { name: 'Service /callback' }).waitFor();
    const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), checks);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ iss: stage.portico.url, aud: config.clientMetadata().client_id });
    const info = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(info).toMatchObject({ sub: claims?.sub, email: taro.mailAddress, family_name: '山田' });

    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
    expect(await client.tokenIntrospection(config, renewed.access_token)).toMatchObject({ active: true });

    const back = { post_logout_redirect_uri: `${service.origin}/signed-out`, state: 'here' };
    await page.goto(client.buildEndSessionUrl(config, { id_token_hint: tokens.id_token ?? '', ...back }).href);
    await page.waitForURL(`${service.origin}/signed-out?state=here`);
    await page.goto(paths.top);
    await box(page, 'guest.password').waitFor();
    await expect(client.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('an app that requires MFA: set up once on the way, confirmed in a session that has none', async () => {
    const config = await register('--mfa', 'on');
    const person = await makePerson(stage.portico);
    const { page: other } = await stage.visit({ services: [service.origin] });
    await becomeSignedIn(other, person);
    const { page } = await stage.visit({ services: [service.origin] });
    await becomeSignedIn(page, person);
    const checks = await begin(page, config);
    const { secret } = await setUpApp(page);
    await page.getByRole('heading', { name: 'Service /callback' }).waitFor();
    const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), checks);
    expect(tokens.claims()).toMatchObject({ acr: 'urn:portico:acr:mfa', amr: ['pwd', 'otp', 'mfa'] });

    await begin(other, config);
    await heading(other, 'device.proveTitle').waitFor();
    await box(other, 'guest.password').fill('wrong');
    await box(other, 'guest.code').fill(codeOf(secret, 1));
    await button(other, 'guest.continue').click();
    await other.getByText(say('errors.wrong_currentPassword')).waitFor();
    await box(other, 'guest.password').fill(person.password);
    await button(other, 'guest.continue').click();
    await other.getByRole('heading', { name: 'Service /callback' }).waitFor();
    expect(new URL(other.url()).searchParams.get('code')).not.toBeNull();
  });

  test('who does not confirm with MFA is sent back to the app, which is told', async () => {
    const config = await register('--mfa', 'on');
    const { page } = await stage.visit({ services: [service.origin] });
    await becomeSignedIn(page, await makePerson(stage.portico));
    await begin(page, config);
    await link(page, 'device.notNow').click();
    await link(page, 'device.skip').click();
    await page.getByRole('heading', { name: 'Service /callback' }).waitFor();
    expect(new URL(page.url()).searchParams.get('error')).toBe('unmet_authentication_requirements');
  });

  test('a signed-in user is not asked again, and a code works once', async () => {
    const config = await register();
    const { page } = await stage.visit({ services: [service.origin] });
    await becomeSignedIn(page, taro);
    const checks = await begin(page, config);
    await page.getByRole('heading', { name: 'Service /callback' }).waitFor();
    const answer = new URL(page.url());
    const tokens = await client.authorizationCodeGrant(config, answer, checks);
    await expect(client.authorizationCodeGrant(config, answer, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    // The second use revokes the tokens of the first.
    expect(await client.tokenIntrospection(config, tokens.access_token)).toMatchObject({ active: false });
  });

  test('a sign-out request without an ID token asks the user first', async () => {
    const config = await register();
    const { page } = await stage.visit({ services: [service.origin] });
    await becomeSignedIn(page, taro);
    await page.goto(client.buildEndSessionUrl(config).href);
    await page.getByText(say('login.signOutAsk')).waitFor();
  });
});

describe('a device without a keyboard', () => {
  const register = () =>
    registerClient(stage.portico, [
      ...[
        '--name',
        'Meeting room board',
        '--native',
        '--public',
        '--grant-type',
        'device_code',
        '--grant-type',
        'refresh_token',
      ],
      ...scopes('openid profile offline_access portal:user:admin'),
    ]);

  const enterCode = async (page: Page, code: string) => {
    await box(page, 'device.userCode').fill(code);
    await button(page, 'guest.continue').click();
  };

  test('is connected with the code it shows, and acts for the user who entered it', async () => {
    const config = await register();
    const { page } = await stage.visit();
    const device = await client.initiateDeviceAuthorization(config, {
      scope: 'openid profile offline_access portal:user:admin',
    });
    const letIn = client.pollDeviceAuthorizationGrant(config, device);
    await page.goto(device.verification_uri);
    await enterMailAddress(page, taro);
    await page.waitForURL(`**${paths.authorization}`);
    await page
      .getByText(
        say('device.signedInAs', { account: say('registration.accountIn', { userId: 'taro', tenantId: 'demo' }) }),
      )
      .waitFor();

    await enterCode(page, 'BBBB-BBBB');
    const failure = page.getByRole('alert');
    await failure.getByText(say('guest.invalidParamsUserCode')).waitFor();
    await failure.getByText(say('guest.republishUserCode')).waitFor();
    // As a user types it: lower case, no hyphen.
    await enterCode(page, device.user_code.replace('-', '').toLowerCase());
    await heading(page, 'device.confirmTitle', { client: 'Meeting room board' }).waitFor();
    await page.getByText(device.user_code, { exact: true }).waitFor();
    await page.getByText(say('device.scopeUser')).waitFor();
    await button(page, 'device.accept').click();
    await page.getByText(say('guest.completeUserCodeVerification')).waitFor();

    const tokens = await letIn;
    const me = await fetch(`${stage.portico.url}/api/auth/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await me.json()).toMatchObject({ tenantId: 'demo', userId: 'taro' });
    const renewed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.access_token).not.toBe(tokens.access_token);
  });

  test('that asks for a new sign-in is connected after one, and the page has the code again', async () => {
    const config = await register();
    const { page } = await stage.visit();
    await becomeSignedIn(page, taro);
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid', max_age: '0' });
    const letIn = client.pollDeviceAuthorizationGrant(config, device);
    await page.goto(device.verification_uri_complete ?? '');
    await expect.poll(() => box(page, 'device.userCode').inputValue()).toBe(device.user_code);
    await button(page, 'guest.continue').click();
    await page.getByText(say('device.needsSignIn')).waitFor();
    expect(await button(page, 'device.accept').isDisabled()).toBe(true);
    await link(page, 'device.signInAgain').click();
    await enterMailAddress(page, taro);
    await expect.poll(() => box(page, 'device.userCode').inputValue()).toBe(device.user_code);
    await button(page, 'guest.continue').click();
    await button(page, 'device.accept').click();
    await page.getByText(say('guest.completeUserCodeVerification')).waitFor();
    expect((await letIn).claims()?.auth_time).toBeGreaterThan(0);
  });

  test('is refused on the page that already has the code', async () => {
    const config = await register();
    const { page } = await stage.visit();
    const device = await client.initiateDeviceAuthorization(config, { scope: 'openid' });
    const letIn = expect(client.pollDeviceAuthorizationGrant(config, device)).rejects.toMatchObject({
      error: 'access_denied',
    });
    await openSignedIn(page, taro, device.verification_uri_complete ?? '');
    await expect.poll(() => box(page, 'device.userCode').inputValue()).toBe(device.user_code);
    await button(page, 'guest.continue').click();
    await button(page, 'device.refuse').click();
    await page.getByText(say('device.refused')).waitFor();
    await letIn;
  });
});
