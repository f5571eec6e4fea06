import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { makeCompany, openSection, saved, told, savedMessage } from './support/company.ts';
import { makePerson, type Person } from './support/people.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { box, button, enterMailAddress, heading, signIn, signInToTop } from './support/sign-in.ts';
import { ageProofs } from './support/policy.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const toggle = (page: Page, key: string) => page.getByRole('switch', { name: say(key), exact: true });
const check = (page: Page, key: string) => page.getByRole('checkbox', { name: say(key), exact: true });
test('MFA required for a role must be set up at the next sign-in, by as many users as announced', async () => {
  const { administrator, people } = await makeCompany(stage, 2);
  const page = await openSection(stage, administrator, 'mfa-settings');
  await toggle(page, 'policy.enforceMfa').press('Space');
  await told(page, 'secondFactorDue', 1).waitFor();
  await page.getByText(say('policy.you_secondFactorDue')).waitFor();
  await check(page, 'common.role.User').check();
  await told(page, 'secondFactorDue', 3).waitFor();
  await check(page, 'common.role.PowerUser').uncheck();
  await told(page, 'secondFactorDue', people.length).waitFor();
  // Requiring MFA of no role is a contradiction: the page says so, and it cannot be saved.
  await check(page, 'common.role.User').uncheck();
  await page.getByText(say('policy.mistake_rolesMissing')).waitFor();
  expect(await button(page, 'common.save').isDisabled()).toBe(true);
  await check(page, 'common.role.User').check();
  await told(page, 'secondFactorDue', people.length).waitFor();
  await button(page, 'common.save').click();
  await page
    .getByRole('dialog', { name: say('policy.saveTitle') })
    .getByRole('button', { name: say('common.save') })
    .click();
  await saved(page);
  for (const person of people) {
    const { page: next } = await stage.visit();
    await signIn(next, person);
    await heading(next, 'device.authenticatorTitle').waitFor();
    await button(next, 'device.showSecret').waitFor();
  }
  const { page: own } = await stage.visit();
  await signInToTop(own, administrator);
});

test('saving a policy asks to confirm the identity in a dialog, and keeps the form', async () => {
  const { administrator } = await makeCompany(stage, 1);
  const page = await openSection(stage, administrator, 'mfa-settings');
  const required = toggle(page, 'policy.enforceMfa');
  await required.press('Space');
  await check(page, 'common.role.User').check();
  await check(page, 'common.role.PowerUser').uncheck();
  await told(page, 'secondFactorDue', 1).waitFor();
  await ageProofs(stage.portico, administrator, 20);
  const asks = page.getByRole('dialog', { name: say('policy.saveTitle') });
  const save = async () => {
    if (!(await asks.isVisible())) await button(page, 'common.save').click();
    await asks.getByRole('button', { name: say('common.save') }).click();
  };
  await save();
  const proof = page.getByRole('dialog', { name: say('portal.proof.title') });
  const password = proof.getByLabel(new RegExp(`^${say('common.password')}`));
  await password.waitFor();
  await proof.getByRole('button', { name: say('common.cancel') }).click();
  await proof.waitFor({ state: 'hidden' });
  expect(await required.isChecked()).toBe(true);
  expect(await savedMessage(page).count()).toBe(0);
  await save();
  await password.fill(administrator.password);
  await proof.getByRole('button', { name: say('portal.proof.confirm') }).click();
  await saved(page);
  expect(await required.isChecked()).toBe(true);
});

test('a longer PIN is required for new PINs, and users with shorter ones are counted', async () => {
  const { administrator, people } = await makeCompany(stage, 1);
  const [person] = people as [Person];
  const { page: owner } = await stage.visit();
  await becomeSignedIn(owner, person);
  const choosePin = async (pin: string) => {
    await owner.goto(paths.account('device_login_settings'));
    await button(owner, 'account.pin.choose').click();
    await owner.getByRole('dialog').getByLabel(say('account.pin.newPin')).fill(pin);
  };
  const keep = owner.getByRole('dialog').getByRole('button', { name: say('common.save') });
  await choosePin('271828');
  await keep.click();
  await owner.getByText(say('account.pin.chosen')).waitFor();

  const page = await openSection(stage, administrator, 'device-login-policy');
  const shortest = page.getByLabel(say('policy.userCodeMinLength'));
  await shortest.fill('13');
  await page.getByText(say('policy.mistake_lengthReversed')).waitFor();
  expect(await button(page, 'common.save').isDisabled()).toBe(true);
  await shortest.fill('8');
  await told(page, 'shortPins', 1).waitFor();
  await button(page, 'common.save').click();
  await saved(page);

  await choosePin('314159');
  await owner
    .getByRole('dialog')
    .getByText(say('account.pin.rule_digits', { least: 8, most: 12 }))
    .first()
    .waitFor();
  expect(await keep.isDisabled()).toBe(true);
  await owner.getByRole('dialog').getByLabel(say('account.pin.newPin')).fill('31415926');
  await keep.click();
  await owner.getByText(say('account.pin.chosen')).waitFor();
});

test('if only user IDs are accepted, the page asks for them, and an email address does not work', async () => {
  const { administrator, people } = await makeCompany(stage, 1);
  const [person] = people as [Person];
  const page = await openSection(stage, administrator, 'login-settings');
  await box(page, 'policy.siteLoginType').selectOption({ label: say('loginPolicy.way_userId') });
  await told(page, 'newSiteWays', 2).waitFor();
  await button(page, 'common.save').click();
  await saved(page);

  const { page: next } = await stage.visit();
  await next.goto('/login.html');
  await enterMailAddress(next, person);
  await next.getByText(say('errors.mismatch')).waitFor();
  await next.goto(`/login.html?tenantId=${person.tenantId}`);
  await box(next, 'guest.userId').fill(person.userId);
  await box(next, 'guest.password').fill(person.password);
  await button(next, 'login.signIn').click();
  await next.waitForURL('**/portal/top.html');
});

test('a user who does not need MFA continues without it', async () => {
  const person = await makePerson(stage.portico);
  const target = paths.account('mfa_settings');
  const { page } = await stage.visit();
  await openSignedIn(page, person, `${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(target)}`);
  await page.getByRole('link', { name: say('device.notNow') }).click();
  await heading(page, 'device.skipTitle').waitFor();
  await page.getByRole('link', { name: say('device.setUpNow') }).click();
  await heading(page, 'device.authenticatorTitle').waitFor();
  await page.getByRole('link', { name: say('device.notNow') }).click();
  await page.getByRole('link', { name: say('device.skip') }).click();
  await page.waitForURL(`**${target}`);
});
