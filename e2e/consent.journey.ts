import * as client from 'openid-client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin, taro } from './support/people.ts';
import { registerClient, type Service, startService } from './support/service.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { button, enterMailAddress, heading } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const register = (name: string) => {
  const scopes = ['openid', 'profile', 'email', 'offline_access'].flatMap((scope) => ['--scope', scope]);
  return registerClient(stage.portico, ['--name', name, '--redirect-uri', `${service.origin}/callback`, ...scopes]);
};

/** Sends the browser to Portico as the app's own page would; returns what it needs to read the answer. */
async function begin(page: Page, config: client.Configuration, more: Record<string, string> = {}) {
  const checks = {
    pkceCodeVerifier: client.randomPKCECodeVerifier(),
    expectedState: client.randomState(),
  };
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: `${service.origin}/callback`,
    scope: 'openid profile',
    state: checks.expectedState,
    code_challenge: await client.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  });
  await page.goto(address.href);
  return checks;
}

const arrive = (page: Page) => page.getByRole('heading', { name: 'Service /callback' }).waitFor();

test('an app asks for consent once, by keyboard', async () => {
  const config = await register('Print Flow');
  const { page } = await stage.visit({ services: [service.origin] });
  const checks = await begin(page, config);
  await enterMailAddress(page, taro);
  await heading(page, 'device.consentTitleOf', { client: 'Print Flow' }).waitFor();
  for (const scope of ['device.scopeOpenid', 'device.scopeProfile']) await page.getByText(say(scope)).waitFor();
  await page.getByText(say('registration.accountIn', { userId: 'taro', tenantId: 'demo' }), { exact: true }).waitFor();
  expect(await page.getByText(say('device.scopeEmail')).count()).toBe(0);
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'device.consentAllow').focus();
  await page.keyboard.press('Enter');
  await arrive(page);
  const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), checks);
  expect(tokens.claims()).toMatchObject({ aud: config.clientMetadata().client_id });

  // The answer is remembered; further rights are asked for again, and the app learns of a refusal.
  await begin(page, config);
  await arrive(page);
  await begin(page, config, { scope: 'openid profile email' });
  await page.getByText(say('device.scopeEmail')).waitFor();
  await button(page, 'device.consentCancel').click();
  await arrive(page);
  expect(new URL(page.url()).searchParams.get('error')).toBe('access_denied');
});

test('a signed-out user gets the question after sign-in', async () => {
  const config = await register('Archive');
  const { page } = await stage.visit({ services: [service.origin] });
  await becomeSignedIn(page, taro);
  await begin(page, config);
  await heading(page, 'device.consentTitleOf', { client: 'Archive' }).waitFor();
  const address = page.url();
  const other = await stage.visit({ services: [service.origin] });
  await other.page.goto(address);
  await enterMailAddress(other.page, taro);
  await heading(other.page, 'device.consentTitleOf', { client: 'Archive' }).waitFor();
});

test('connected apps are listed and disconnected, by the user and by an administrator', async () => {
  const config = await register('Time Sheets');
  const letIn = async (page: Page) => {
    const checks = await begin(page, config, { scope: 'openid offline_access', prompt: 'consent' });
    await page.getByText(say('device.scopeOffline')).waitFor();
    await button(page, 'device.consentAllow').click();
    await arrive(page);
    return client.authorizationCodeGrant(config, new URL(page.url()), checks);
  };
  const ended = (refreshToken = '') =>
    expect(client.refreshTokenGrant(config, refreshToken)).rejects.toMatchObject({ error: 'invalid_grant' });
  const disconnect = async (page: Page) => {
    const row = page.getByRole('listitem').filter({ hasText: 'Time Sheets' }).first();
    await row.getByText(say('apps.offline')).waitFor();
    await row.getByRole('button', { name: say('apps.endOne', { app: 'Time Sheets' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('apps.end'), exact: true })
      .click();
    await page.getByText(say('apps.ended', { app: 'Time Sheets' })).waitFor();
    await row.waitFor({ state: 'detached' });
  };
  const { page } = await stage.visit({ services: [service.origin] });
  await becomeSignedIn(page, taro);
  const first = await letIn(page);
  await page.goto(paths.account('connected_apps'));
  await page.getByText('Time Sheets').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await disconnect(page);
  await ended(first.refresh_token);

  const second = await letIn(page);
  const administrator = await stage.visit();
  await openSignedIn(administrator.page, admin, `${paths.users}/taro?tab=apps`);
  await administrator.page.getByText('Time Sheets').waitFor();
  expect(await axeFindings(administrator.page)).toEqual([]);
  await disconnect(administrator.page);
  await ended(second.refresh_token);
});
