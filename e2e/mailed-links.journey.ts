import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { makePerson, NEW_PASSWORD } from './support/people.ts';
import { linkIn } from './support/portico.ts';
import { openSignedIn } from './support/session.ts';
import { arriveAtTop, box, button, enterMailAddress, heading, link, signIn } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

/** The link of the newest email to an address with a subject. */
async function mailedLink(to: string, kind: string): Promise<string> {
  const subject = say(`mail.${kind}.subject`, { product: 'Portico' });
  const mail = await stage.portico.mailOf(to, subject);
  return linkIn(mail);
}

/** An emailed link works once; the second time, the page says so. */
async function isSpent(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await button(page, 'guest.continue').click();
  await heading(page, 'registration.linkSpentTitle').waitFor();
}

test('a forgotten password is reset with an emailed link, which works once', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await page.goto('/login.html');
  await link(page, 'login.forgotPassword').click();
  await heading(page, 'registration.resetRequestTitle').waitFor();
  await box(page, 'guest.mailAddress').fill(person.mailAddress);
  await button(page, 'registration.sendResetMail').click();
  await page.getByText(say('registration.resetSent', { mailAddress: person.mailAddress })).waitFor();

  const address = await mailedLink(person.mailAddress, 'passwordReset');
  await page.goto(address);
  await button(page, 'guest.continue').click();
  await heading(page, 'registration.newPasswordTitle').waitFor();
  // The code is no longer in the address, so it gets into no history and no log.
  await expect.poll(() => page.url()).not.toContain('exchangeCode');
  await box(page, 'password.new').fill(NEW_PASSWORD);
  await button(page, 'registration.setPassword').click();
  await heading(page, 'registration.resetDoneTitle').waitFor();
  await isSpent(page, address);

  await signIn(page, person);
  await page
    .getByRole('alert')
    .filter({ hasText: say('errors.mismatch') })
    .waitFor();
  await enterMailAddress(page, { ...person, password: NEW_PASSWORD });
  await arriveAtTop(page);
  await stage.portico.mailOf(person.mailAddress, say('mail.passwordChanged.subject', { product: 'Portico' }));
});

test('forgotten IDs are emailed', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await page.goto('/login.html');
  await link(page, 'login.forgotIds').click();
  await box(page, 'guest.mailAddress').fill(person.mailAddress);
  await button(page, 'registration.sendIds').click();
  await page.getByText(say('registration.idsSent', { mailAddress: person.mailAddress })).waitFor();
  const mail = await stage.portico.mailOf(
    person.mailAddress,
    say('mail.idInformation.subject', { product: 'Portico' }),
  );
  expect(mail.text).toContain(say('mail.idInformation.account', { tenantId: person.tenantId, userId: person.userId }));
});

test('a new email address works once its link is opened', async () => {
  const person = await makePerson(stage.portico);
  const newAddress = `new-${person.mailAddress}`;
  const { page } = await stage.visit();
  await openSignedIn(page, person, paths.account('basic_settings'));
  await button(page, 'account.loginMail.change').click();
  const dialog = page.getByRole('dialog', { name: say('account.loginMail.dialogTitle') });
  await dialog.getByRole('textbox', { name: say('account.loginMail.newAddress') }).fill(newAddress);
  await dialog.getByRole('button', { name: say('account.loginMail.sendLink') }).click();
  await page
    .getByRole('status')
    .filter({ hasText: say('account.loginMail.sent', { address: newAddress }) })
    .waitFor();
  await page.getByRole('button', { name: say('account.loginMail.giveUp') }).waitFor();

  const address = await mailedLink(newAddress, 'loginMailAddressConfirmation');
  await page.goto(address);
  await heading(page, 'registration.confirmAddressTitle').waitFor();
  await button(page, 'registration.confirmAddress').click();
  await page.getByText(say('registration.addressConfirmed', { mailAddress: newAddress })).waitFor();
  // The old address is notified.
  await stage.portico.mailOf(person.mailAddress, say('mail.mailAddressChanged.subject', { product: 'Portico' }));

  const { page: later } = await stage.visit();
  await signIn(later, person);
  await later
    .getByRole('alert')
    .filter({ hasText: say('errors.mismatch') })
    .waitFor();
  await enterMailAddress(later, { ...person, mailAddress: newAddress });
  await arriveAtTop(later);

  await page.goto(address);
  await button(page, 'registration.confirmAddress').click();
  await heading(page, 'registration.linkSpentTitle').waitFor();
});

let invitations = 0;

test('an invited user chooses a password and signs in', async () => {
  invitations += 1;
  const userId = `new.colleague.${invitations}`;
  const invited = { mailAddress: `${userId}@demo.example`, password: NEW_PASSWORD };
  const names = ['--family-name', 'Colleague', '--given-name', 'New', '--mail', invited.mailAddress];
  await stage.portico.cli('user', 'create', 'demo', userId, ...names, '--invite');
  const { page } = await stage.visit();
  // Sign-in fails before that.
  await signIn(page, invited);
  await page
    .getByRole('alert')
    .filter({ hasText: say('errors.mismatch') })
    .waitFor();

  const address = await mailedLink(invited.mailAddress, 'invitation');
  await page.goto(address);
  await heading(page, 'registration.registerTitle').waitFor();
  await button(page, 'guest.continue').click();
  await page.getByRole('textbox', { name: say('registration.givenName') }).fill('Newer');
  await box(page, 'password.new').fill(invited.password);
  await button(page, 'registration.register').click();
  await heading(page, 'registration.registeredTitle').waitFor();
  await link(page, 'guest.toSignIn').click();
  await enterMailAddress(page, invited);
  await arriveAtTop(page);
  await page.getByRole('button', { name: say('ui.accountMenu', { name: 'Newer Colleague' }) }).waitFor();
  await isSpent(page, address);
});

describe('invalid links', () => {
  test.each(['/portal/reset-password.html', '/portal/register.html', '/portal/confirm-mail-address.html'])(
    '%s without a code says that the link is spent',
    async (address) => {
      const { page } = await stage.visit();
      await page.goto(address);
      await heading(page, 'registration.linkSpentTitle').waitFor();
    },
  );

  test('an invented code gets the same message', async () => {
    const { page } = await stage.visit();
    await isSpent(page, `/portal/reset-password.html?exchangeCode=demo.${'A'.repeat(43)}`);
  });
});
