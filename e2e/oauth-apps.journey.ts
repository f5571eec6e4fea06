import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin, taro } from './support/people.ts';
import { type Service, startService } from './support/service.ts';
import { openSignedIn } from './support/session.ts';
import { button, enterMailAddress } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('an administrator adds an app, and a standard client signs a user in with what the page says', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.oauthApps);
  await button(page, 'oauthApps.add').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('common.name')).fill('Wiki');
  const addresses = dialog.getByLabel(say('logs.field_redirectUris'));
  await addresses.fill('http://wiki.example/callback');
  await dialog.getByLabel(say('logs.field_homepageUri')).fill('https://wiki.example');
  await dialog.getByText(say('oauthApps.uri_https', { uri: 'http://wiki.example/callback' })).waitFor();
  await addresses.fill(`${service.origin}/callback`);
  await dialog.getByRole('button', { name: say('oauthApps.add') }).click();

  const shown = page.getByRole('dialog', { name: say('oauthApps.addedTitle', { name: 'Wiki' }) });
  const value = (name: string) => shown.getByRole('textbox', { name: say(name), exact: true }).inputValue();
  const secret = await value('logs.field_clientSecret');
  const clientId = await value('oauthApps.clientId');
  const issuer = await value('oauthApps.endpoint_issuer');
  expect(await axeFindings(page)).toEqual([]);
  await shown.getByRole('button', { name: say('oauthApps.noted') }).click();
  await page.getByRole('heading', { name: 'Wiki', level: 1 }).waitFor();

  // A standard client knows nothing but these three.
  const execute = [client.allowInsecureRequests];
  const metadata = { id_token_signed_response_alg: 'RS256' };
  const proof = client.ClientSecretBasic(secret);
  const config = await client.discovery(new URL(issuer), clientId, metadata, proof, { execute });
  const user = await stage.visit({ services: [service.origin] });
  const verifier = client.randomPKCECodeVerifier();
  const signIn = client.buildAuthorizationUrl(config, {
    redirect_uri: `${service.origin}/callback`,
    scope: 'openid profile email',
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  await user.page.goto(signIn.href);
  await enterMailAddress(user.page, taro);
  await button(user.page, 'device.consentAllow').click();
  await user.page.getByRole('heading', { name: 'Service /callback' }).waitFor();
  const answer = new URL(user.page.url());
  const tokens = await client.authorizationCodeGrant(config, answer, { pkceCodeVerifier: verifier });
  const info = await client.fetchUserInfo(config, tokens.access_token, tokens.claims()?.sub ?? '');
  expect(info).toMatchObject({ preferred_username: 'taro', email: taro.mailAddress });

  // Turned off, with the number of users it is taken from, it signs nobody in.
  await button(page, 'oauthApps.acts').click();
  await button(page, 'oauthApps.act_disable').click();
  const asked = page.getByRole('dialog');
  await asked.getByText(say('oauthApps.connected', { count: 1 })).waitFor();
  await asked.getByRole('button', { name: say('oauthApps.act_disable') }).click();
  await page.getByText(say('oauthApps.disabled', { name: 'Wiki' })).waitFor();
  // The library tells a client that is refused by the challenge of the answer.
  const refresh = () => client.refreshTokenGrant(config, tokens.refresh_token ?? '');
  const status = () =>
    refresh().then(
      () => 200,
      (error: { status?: number }) => error.status,
    );
  await expect.poll(status, { timeout: 10_000 }).toBe(401);
});
