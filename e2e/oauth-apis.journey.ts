import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

let tries = 0;

test('an administrator adds an API, lets an app use it as itself, and a standard client gets its token', async () => {
  tries += 1;
  const [name, resource, scope] = [`Orders ${tries}`, `api://demo/orders-${tries}`, `orders${tries}.copy`];
  const { page } = await stage.visit();
  const made = (await stage.portico.cli(
    ...['oauth-client', 'create', 'demo', '--name', 'Copier', '--redirect-uri', 'https://copier.example/'],
  )) as { clientId: string; clientSecret: string };
  await openSignedIn(page, admin, paths.oauthApps);
  await button(page, 'oauthApps.addApi').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('common.name')).fill(name);
  const audience = dialog.getByLabel(say('logs.field_audience'));
  await audience.fill('api://elsewhere/orders');
  await dialog
    .getByLabel(say('logs.field_scopes'))
    .fill(`orders${tries}.read See your orders\n${scope} Copy all orders`);
  await dialog.getByText(say('oauthApps.audience_tenant', { tenantId: 'demo' })).waitFor();
  await audience.fill(resource);
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: say('oauthApps.addApi') }).click();
  await page.getByText(say('oauthApps.apiAdded', { name })).waitFor();

  await page.goto(`${paths.oauthApps}/${made.clientId}`);
  await page.getByLabel(say('oauthApps.grant_own')).check();
  await page.getByRole('tab', { name: say('oauthApps.tab_apis') }).click();
  await page
    .getByRole('group', { name: say('logs.field_ownScopes') })
    .getByLabel(scope)
    .check();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'common.save').click();
  await page.getByText(say('oauthApps.saved', { name: 'Copier' })).waitFor();

  const execute = [client.allowInsecureRequests];
  const proof = client.ClientSecretBasic(made.clientSecret);
  const issuer = new URL(new URL(page.url()).origin);
  const config = await client.discovery(issuer, made.clientId, {}, proof, { execute });
  const ask = () => client.clientCredentialsGrant(config, { scope, resource });
  const { access_token: token } = await ask();
  const told = await client.tokenIntrospection(config, token);
  expect(told).toMatchObject({ active: true, aud: resource, scope, sub: made.clientId });

  // Deleted, it is nobody's any more.
  await page.goto(paths.oauthApps);
  await button(page.getByRole('listitem').filter({ hasText: resource }), 'common.delete').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('oauthApps.deleteApi') })
    .click();
  await page.getByText(say('oauthApps.apiDeleted', { name })).waitFor();
  await expect.poll(async () => (await client.tokenIntrospection(config, token)).active).toBe(false);
  await expect(ask()).rejects.toMatchObject({ error: 'invalid_target' });
});
