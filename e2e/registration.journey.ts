import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { admin, NEW_PASSWORD } from './support/people.ts';
import { linkIn, type Mail } from './support/portico.ts';
import { becomeSignedIn } from './support/session.ts';
import { arriveAtTop, box, button, enterMailAddress, heading } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const mailTo = (to: string, kind: string): Promise<Mail> =>
  stage.portico.mailOf(to, say(`mail.${kind}.subject`, { product: 'Portico' }));

async function administrator(): Promise<Page> {
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  return page;
}

/** People of its own for each try. */
let tries = 0;

/** Opens a link, chooses a password and signs in for the first time. */
async function registerBehind(address: string, mailAddress: string, familyName?: string): Promise<void> {
  const { page } = await stage.visit();
  await page.goto(address);
  await button(page, 'guest.continue').click();
  await heading(page, 'registration.registerTitle').waitFor();
  if (familyName) await box(page, 'registration.familyName').fill(familyName);
  await box(page, 'password.new').fill(NEW_PASSWORD);
  await button(page, 'registration.register').click();
  await heading(page, 'registration.registeredTitle').waitFor();
  await page.getByRole('link', { name: say('guest.toSignIn') }).click();
  await enterMailAddress(page, { mailAddress, password: NEW_PASSWORD });
  await arriveAtTop(page);
}

test('an invitation is resent, used, and shown as registered', async () => {
  tries += 1;
  const userId = `ines${tries}`;
  const mailAddress = `${userId}@demo.example`;
  await stage.portico.cli('user', 'create', 'demo', userId, '--mail', mailAddress, '--family-name', 'Ito', '--invite');
  const first = linkIn(await mailTo(mailAddress, 'invitation'));
  const page = await administrator();
  await page.goto(`${paths.registration('mails')}?keyword=${userId}`);
  const row = page.getByRole('row').filter({ hasText: mailAddress });
  await row.filter({ hasText: say('onboarding.mails.state_pending') }).waitFor();
  await row.getByRole('checkbox').check();
  await button(page, 'onboarding.mails.resend').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('onboarding.mails.resend') })
    .click();
  await page.getByRole('button', { name: say('onboarding.showProgress') }).click();
  await page
    .getByRole('region', { name: say('onboarding.sendings.opened') })
    .getByText(say('common.jobStatus.completed'))
    .waitFor();
  await expect.poll(async () => linkIn(await mailTo(mailAddress, 'invitation'))).not.toBe(first);

  const { page: late } = await stage.visit();
  await late.goto(first);
  await button(late, 'guest.continue').click();
  await heading(late, 'registration.linkSpentTitle').waitFor();
  await registerBehind(linkIn(await mailTo(mailAddress, 'invitation')), mailAddress);

  await page.goto(`${paths.registration('mails')}?keyword=${userId}`);
  await row.filter({ hasText: say('onboarding.mails.state_completed') }).waitFor();
  await row.filter({ hasText: say('onboarding.mails.state_replaced') }).waitFor();
});

test('a user registers with a link: the address is confirmed first, and the seats are counted', async () => {
  const page = await administrator();
  await page.goto(paths.registration('urls'));
  await button(page, 'onboarding.urls.make').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: say('onboarding.urls.limit') }).fill('1');
  await dialog.getByRole('textbox', { name: say('onboarding.urls.domains') }).fill('club.example');
  await dialog.getByRole('button', { name: say('onboarding.urls.make') }).click();
  const address = await dialog.getByRole('textbox', { name: say('onboarding.urls.url') }).inputValue();
  await dialog
    .getByRole('button', { name: say('common.close') })
    .last()
    .click();

  tries += 1;
  const mailAddress = `noa.baker.${tries}@club.example`;
  const { page: guest } = await stage.visit();
  await guest.goto(address);
  await box(guest, 'guest.mailAddress').fill('noa@elsewhere.example');
  await button(guest, 'registration.sendProof').click();
  await guest.getByRole('alert').or(guest.locator('.g-error')).first().waitFor();
  await box(guest, 'guest.mailAddress').fill(mailAddress);
  await button(guest, 'registration.sendProof').click();
  await heading(guest, 'registration.proofSentTitle').waitFor();
  await registerBehind(linkIn(await mailTo(mailAddress, 'selfRegistration')), mailAddress, 'Baker');

  await page.reload();
  await page
    .getByText(say('onboarding.urls.usedOf', { used: 1, count: 1 }))
    .first()
    .waitFor();
  await guest.goto(address);
  await guest.getByText(say('registration.urlFull')).waitFor();
});

test('an email has the text that the administrator wrote', async () => {
  tries += 1;
  const welcome = `Welcome aboard ${tries}`;
  const [userId, mailAddress] = [`kim${tries}`, `kim${tries}@demo.example`];
  const page = await administrator();
  await page.goto(paths.registration('texts'));
  await page.getByRole('switch', { name: say('onboarding.texts.use') }).check({ force: true });
  await page.getByRole('textbox', { name: say('onboarding.texts.subject') }).fill(`${welcome}, {{name}}`);
  const body = page.getByRole('textbox', { name: say('onboarding.texts.body') });
  await body.fill('Good to have you at {{tenant}}.');
  const missing = say('onboarding.texts.mistake_missingPlaceholder').replace('{{placeholder}}', '{{link}}');
  await page.getByText(missing).waitFor();
  await body.press('End');
  await button(page, 'onboarding.placeholder_link').click();
  await page
    .getByRole('definition')
    .filter({ hasText: `${welcome}, 直子 佐藤` })
    .waitFor();
  await button(page, 'common.save').click();
  await page.getByText(say('onboarding.texts.savedUsed')).waitFor();

  const to = ['--mail', mailAddress, '--given-name', 'Kim', '--family-name', 'Lee'];
  await stage.portico.cli('user', 'create', 'demo', userId, ...to, '--invite');
  const mail = await stage.portico.mailOf(mailAddress, `${welcome}, Kim Lee`);
  expect(mail.text).toMatch(/^Good to have you at Demo .*\.\n\n/);
  expect(mail.html).toContain('Good to have you at Demo');
  await registerBehind(linkIn(mail), mailAddress);
});
