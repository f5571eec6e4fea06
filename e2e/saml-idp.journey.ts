import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin, taro } from './support/people.ts';
import { type SamlService, startSamlService } from '#test/saml/service.ts';
import { openSignedIn } from './support/session.ts';
import { button, enterMailAddress } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
let service: SamlService;
// One for each try: its entity ID can be added once.
beforeEach(async () => {
  service = await startSamlService();
});
afterEach(() => service.stop());

test('an administrator adds a SAML app by its metadata, maps an attribute, and a user signs in there', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.tenant('saml-idp-settings'));
  await button(page, 'samlIdp.add').first().click();
  const dialog = page.getByRole('dialog');
  const metadata = `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${service.entityId}"><md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${service.acsUrl}" index="0"/></md:SPSSODescriptor></md:EntityDescriptor>`;
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'metadata.xml', mimeType: 'application/xml', buffer: Buffer.from(metadata) });
  await dialog.getByText(say('samlIdp.metadataRead', { count: 0 })).waitFor();
  expect(await dialog.getByLabel(say('logs.field_entityId')).inputValue()).toBe(service.entityId);
  await dialog.getByLabel(say('logs.field_displayName')).fill('Travel');
  await dialog.getByRole('button', { name: say('samlIdp.add') }).click();
  await page.getByRole('heading', { name: 'Travel', level: 1 }).waitFor();

  await button(page, 'samlIdp.attributeAdd').click();
  await page.getByLabel(say('samlIdp.attributeName')).fill('mail');
  await page.getByLabel(say('samlIdp.attributeSource')).selectOption('loginMailAddress');
  await button(page, 'common.save').click();
  await page.getByText(say('samlIdp.saved', { name: 'Travel' })).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // The app needs no more than what the page says.
  await page.goto(paths.tenant('saml-idp-settings'));
  const value = (name: string) => page.getByRole('textbox', { name: say(name), exact: true }).inputValue();
  const [entityId, ssoUrl] = [await value('samlIdp.our_entityId'), await value('samlIdp.our_ssoUrl')];
  const published = await (await fetch(await value('samlIdp.our_metadataUrl'))).text();
  const certificate = /<ds:X509Certificate>([^<]+)</.exec(published)?.[1] ?? '';
  service.connect({ entityId, ssoUrl, certificate });

  const user = await stage.visit({ services: [service.origin] });
  await user.page.goto(`${service.origin}/`);
  await enterMailAddress(user.page, taro);
  await user.page.getByRole('heading', { name: /^Signed in as _[0-9a-f]+, to the page$/ }).waitFor();
  expect(service.users.at(-1)).toMatchObject({ mail: taro.mailAddress, issuer: entityId });
  // Signed in already, they get in at once, as the same one.
  await user.page.goto(`${service.origin}/`);
  await user.page.getByRole('heading', { name: /^Signed in as/ }).waitFor();
  expect(new Set(service.users.map(({ nameID }) => nameID)).size).toBe(1);

  // Signed out, they are asked again.
  await user.page.goto(paths.logout);
  await user.page.getByText(say('login.signedOut')).waitFor();
  await user.page.goto(`${service.origin}/`);
  await user.page.waitForURL(/\/login\.html/);
});
