import { expect, test } from 'vitest';
import { offeredLanguages } from '#contract/languages.ts';
import { personName } from '#contract/person-name.ts';
import { textIn } from '#messages/catalog.ts';
import { NEW_PASSWORD } from './support/people.ts';
import { linkIn } from './support/portico.ts';
import { setTheStage } from './support/stage.ts';

const stage = setTheStage();

const CHANGED_PASSWORD = 'amber orchard 52 pebble';

/** What a user does before and at the first sign-in; `compose.unit.test.ts` composes every email in these languages. */
test.each(offeredLanguages)('in %s a user registers, resets a password and signs in', async (language) => {
  const t = textIn(language);
  const userId = `in-${language.toLowerCase()}`;
  const mailAddress = `${userId}@demo.example`;
  const name = personName({ familyName: 'Miller', givenName: 'Robin' }, language);
  const { page } = await stage.visit({ language });
  const heading = (key: string) => page.getByRole('heading', { level: 1, name: t(key), exact: true }).waitFor();
  const press = (key: string) => page.getByRole('button', { name: t(key), exact: true }).click();
  const follow = (key: string) => page.getByRole('link', { name: t(key), exact: true }).click();
  const fill = (key: string, value: string) => page.getByLabel(t(key), { exact: true }).fill(value);
  /** The newest email of a kind, in the language. */
  const mail = async (kind: string) => {
    const found = await stage.portico.mailOf(mailAddress, t(`mail.${kind}.subject`, { product: 'Portico' }));
    expect(found.html).toContain(`<html lang="${language}"`);
    expect(found.text).toContain(t('mail.frame.greeting', { name }));
    return found;
  };
  const signIn = async (password: string) => {
    await fill('guest.mailAddress', mailAddress);
    await fill('guest.password', password);
    await press('login.signIn');
  };

  const names = ['--family-name', 'Miller', '--given-name', 'Robin', '--mail', mailAddress];
  await stage.portico.cli('user', 'create', 'demo', userId, ...names, '--locale', language, '--invite');
  await page.goto(linkIn(await mail('invitation')));
  await press('guest.continue');
  await heading('registration.registerTitle');
  await fill('password.new', NEW_PASSWORD);
  await press('registration.register');
  await heading('registration.registeredTitle');
  await mail('registered');

  await follow('guest.toSignIn');
  await follow('login.forgotPassword');
  await fill('guest.mailAddress', mailAddress);
  await press('registration.sendResetMail');
  await heading('registration.resetSentTitle');
  await page.goto(linkIn(await mail('passwordReset')));
  await press('guest.continue');
  await heading('registration.newPasswordTitle');
  await fill('password.new', CHANGED_PASSWORD);
  await press('registration.setPassword');
  await heading('registration.resetDoneTitle');
  await mail('passwordChanged');

  await page.goto('/login.html');
  await signIn(NEW_PASSWORD);
  await page
    .getByRole('alert')
    .filter({ hasText: t('errors.mismatch') })
    .waitFor();
  await signIn(CHANGED_PASSWORD);
  await page.waitForURL('**/portal/top.html');
  await page.getByRole('heading', { level: 1, name: t('top.greeting', { name }) }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
});
