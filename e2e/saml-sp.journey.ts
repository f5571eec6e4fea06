import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { settle } from './every-page/look.ts';
import { axeFindings } from './support/browser.ts';
import { makeCompany } from './support/company.ts';
import { linkIn } from './support/portico.ts';
import type { Person } from './support/people.ts';
import { type SamlIdentityProvider, startSamlIdentityProvider } from '#test/saml/identity-provider.ts';
import { openSignedIn } from './support/session.ts';
import { accountMenu, arriveAtTop, button, heading, signOut } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
let provider: SamlIdentityProvider;
// Each journey has its own: the first ends with another certificate.
beforeEach(async () => {
  provider = await startSamlIdentityProvider();
});
afterEach(() => provider.close());

const withCompany = (page: Page) => page.getByRole('button', { name: say('login.signInWith', { name: 'Company' }) });

/** Adds the provider as the guide says: each side gets the other's metadata. */
async function addConnection(page: Page): Promise<void> {
  await button(page, 'samlConnections.add').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('common.name')).fill('Company');
  await button(page, 'samlConnections.next').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: say('samlConnections.download') }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('company.xml');
  provider.register(readFileSync(await download.path(), 'utf8'));
  await button(page, 'samlConnections.next').click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'idp.xml', mimeType: 'application/xml', buffer: Buffer.from(provider.metadata) });
  await dialog.getByText('CN=first.example').waitFor();
  await dialog.getByRole('button', { name: say('samlConnections.add') }).click();
  await page.getByRole('heading', { name: 'Company', level: 1 }).waitFor();
}

async function comeInAndOut(page: Page): Promise<void> {
  await withCompany(page).click();
  await arriveAtTop(page);
  await signOut(page);
}

test('an administrator adds, tests and switches on a SAML connection, users sign in, its certificate is rolled, and signing out ends it there too', async () => {
  const { administrator, people } = await makeCompany(stage, 1);
  const [person] = people as [Person];
  const looks = { services: [provider.origin] };
  const { page } = await stage.visit(looks);
  await openSignedIn(page, administrator, paths.tenant('saml-settings'));
  await addConnection(page);

  // The test tells what the provider says of the administrator, and adds nobody.
  provider.present = { nameId: 'admin@company.example', attributes: { sn: 'Sato', department: 'Sales' } };
  await button(page, 'openid.test').last().click();
  await page.getByText(say('openid.testPassed')).waitFor();
  await page.getByText('department', { exact: true }).waitFor();
  await page.getByText(say('samlConnections.example', { value: 'Sato' })).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'openid.act_switchOn').click();
  await page.getByText(say('openid.switchedOn', { name: 'Company' })).waitFor();
  await page.getByRole('switch', { name: say('saml.jit') }).press(' ');
  await button(page, 'common.save').click();
  await page.getByText(say('openid.saved', { name: 'Company' })).waitFor();

  // A newcomer is added, and comes in again as the same one.
  provider.present = { nameId: 'hanako@company.example', attributes: { sn: 'Sato', givenName: 'Hanako' } };
  const { page: own } = await stage.visit(looks);
  const login = `/login.html?tenantId=${administrator.tenantId}`;
  await own.goto(login);
  await withCompany(own).click();
  await arriveAtTop(own);
  await accountMenu(own).waitFor();
  await signOut(own);
  await own.goto(login);
  await comeInAndOut(own);

  // Who has an account links it.
  const { page: linking } = await stage.visit(looks);
  await openSignedIn(linking, person, paths.account('external_service_login_coordination'));
  provider.present = { nameId: 'robin@company.example' };
  await linking.getByRole('button', { name: say('account.external.linkOne', { name: 'Company' }) }).click();
  await linking.getByText(say('account.external.linked', { name: 'Company' })).waitFor();

  // The next certificate is added before the provider signs with it, and the old one removed afterwards.
  const next = provider.nextCertificate();
  await page.goto(`${paths.tenant('saml-settings')}/company?tab=certificates`);
  await page.getByText(say('samlConnections.lastCertificate')).waitFor();
  await button(page, 'samlConnections.certificateAdd').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('logs.field_certification')).fill(next.pem);
  await dialog.getByRole('button', { name: say('samlConnections.certificateAdd') }).click();
  await page.getByText(say('samlConnections.certificateAdded')).waitFor();
  await own.goto(login);
  await comeInAndOut(own);
  provider.sign(next);
  await own.goto(login);
  await comeInAndOut(own);
  const first = page.getByRole('listitem').filter({ hasText: 'CN=first.example' });
  await first.getByRole('button', { name: /./ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('samlConnections.certificateRemove') })
    .click();
  await page.getByText(say('samlConnections.certificateRemoved')).waitFor();
  await own.goto(login);
  await comeInAndOut(own);

  // Signing out goes on to the provider, and the page says what it answered.
  provider.present = { nameId: 'hanako@company.example' };
  await own.goto(login);
  await withCompany(own).click();
  await arriveAtTop(own);
  await signOut(own);
  await own.getByText(say('login.party_pending', { name: 'Company' })).waitFor();
  expect(provider.signedOut).toEqual([]);
  await own.getByRole('button', { name: say('login.goToProvider', { name: 'Company' }) }).click();
  await own.getByText(say('login.party_done', { name: 'Company' })).waitFor();
  await heading(own, 'login.signedOutTitle').waitFor();
  expect(provider.signedOut).toEqual(['hanako@company.example']);
  expect(await axeFindings(own)).toEqual([]);
  // Neither is signed in any more.
  await own.goto(paths.top);
  await withCompany(own).or(heading(own, 'login.title')).first().waitFor();

  // All of it stands in the latest sign-ins.
  await page.goto(`${paths.tenant('saml-settings')}/company?tab=answers`);
  await page.getByText(say('openid.purpose_connect')).waitFor();
  await page.getByText('hanako@company.example').first().waitFor();
  // The list counts both users.
  await page.goto(paths.tenant('saml-settings'));
  const row = page.getByRole('row').filter({ hasText: 'Company' });
  await row.getByText(say('openid.on'), { exact: true }).waitFor();
  await row.getByRole('cell', { name: '2', exact: true }).waitFor();
});

test('an invitation is completed by SAML instead of a password', async () => {
  const { administrator } = await makeCompany(stage, 0);
  const looks = { services: [provider.origin] };
  const { page } = await stage.visit(looks);
  await openSignedIn(page, administrator, paths.tenant('saml-settings'));
  await addConnection(page);
  provider.present = { nameId: 'admin@company.example' };
  await button(page, 'openid.test').last().click();
  await page.getByText(say('openid.testPassed')).waitFor();
  await button(page, 'openid.act_switchOn').click();
  await page.getByText(say('openid.switchedOn', { name: 'Company' })).waitFor();

  const { tenantId } = administrator;
  const mailAddress = `ines@${tenantId}.example`;
  await stage.portico.cli(
    'user',
    'create',
    tenantId,
    'ines',
    '--mail',
    mailAddress,
    '--family-name',
    'Ito',
    '--invite',
  );
  const invitation = await stage.portico.mailOf(mailAddress, say('mail.invitation.subject', { product: 'Portico' }));
  const { page: own } = await stage.visit(looks);
  await own.goto(linkIn(invitation));
  await button(own, 'guest.continue').click();
  await heading(own, 'registration.registerTitle').waitFor();
  const register = own.getByRole('button', { name: say('registration.registerWith', { name: 'Company' }) });
  await register.waitFor();
  for (const width of [1440, 390]) {
    await own.setViewportSize({ width, height: 844 });
    await settle(own);
    expect(await axeFindings(own)).toEqual([]);
  }

  // An account of the provider that is somebody else's is refused here, and the invitation is kept.
  provider.present = { nameId: 'taken@company.example' };
  const { page: other } = await stage.visit(looks);
  await openSignedIn(other, administrator, paths.account('external_service_login_coordination'));
  await other.getByRole('button', { name: say('account.external.linkOne', { name: 'Company' }) }).click();
  await other.getByText(say('account.external.linked', { name: 'Company' })).waitFor();
  await register.click();
  await own.getByText(say('errors.other_idp_account_federated')).waitFor();
  await expect.poll(() => new URL(own.url()).hash).toBe('');

  provider.present = { nameId: 'ines@company.example' };
  await own.getByLabel(say('registration.givenName')).fill('Ines');
  await register.click();
  await arriveAtTop(own);
  await own.goto(paths.account('basic_settings'));
  await own.getByText(mailAddress).first().waitFor();
  await signOut(own);
  // There is no password: the provider is the way in.
  await own.goto(`/login.html?tenantId=${tenantId}`);
  await comeInAndOut(own);
  // A link that was used says so.
  await own.goto(linkIn(invitation));
  await button(own, 'guest.continue').click();
  await heading(own, 'registration.linkSpentTitle').waitFor();
});
