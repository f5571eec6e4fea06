import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { codeOf, readSecret, setUpApp } from './support/authenticator.ts';
import { makePerson } from './support/people.ts';
import { setPolicy } from './support/policy.ts';
import { openSignedIn } from './support/session.ts';
import { accountMenu, arriveAtTop, box, button, heading, link, signIn, signInToTop } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
const settings = paths.account('mfa_settings');

/** Types a code, which is sent with its last digit. */
const enterCode = (page: Page, code: string) => box(page, 'guest.code').fill(code);

async function enterRecoveryCode(page: Page, code: string): Promise<void> {
  await button(page, 'guest.useRecoveryCode').click();
  await box(page, 'guest.recoveryCode').fill(code);
  await button(page, 'login.signIn').click();
}

test('an authenticator app is set up with the secret key and used to sign in, each code once', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await openSignedIn(page, person, settings);
  await link(page, 'account.mfa.setUp').click();
  await heading(page, 'device.authenticatorTitle').waitFor();
  expect(
    await page
      .getByRole('img', { name: say('device.qrCode') })
      .evaluate((image) => image.getBoundingClientRect().width),
  ).toBe(150);
  const { secret, recoveryCodes } = await setUpApp(page);
  await page.waitForURL(`**${settings}`);
  await page.getByText(say('account.recovery.left', { count: 10, total: 10 })).waitFor();
  expect(new Set(recoveryCodes).size).toBe(10);

  const used = codeOf(secret, 1);
  const { page: second } = await stage.visit();
  await signIn(second, person);
  await heading(second, 'login.secondFactorTitle').waitFor();
  await enterCode(second, wrongCodeOf(secret));
  await second.getByText(say('errors.wrong_otp')).waitFor();
  await enterCode(second, used);
  await arriveAtTop(second);

  const { page: replay } = await stage.visit();
  await signIn(replay, person);
  await enterCode(replay, used);
  await replay.getByText(say('errors.wrong_otp')).waitFor();
  await heading(replay, 'login.secondFactorTitle').waitFor();
  // A recovery code still works without the phone.
  await enterRecoveryCode(replay, recoveryCodes[0] ?? '');
  await arriveAtTop(replay);
  await replay.goto(settings);
  await replay.getByText(say('account.recovery.left', { count: 9, total: 10 })).waitFor();

  const { page: again } = await stage.visit();
  await signIn(again, person);
  await enterRecoveryCode(again, recoveryCodes[0] ?? '');
  await again.getByText(say('errors.wrong_otp')).waitFor();
  await again.reload();
  await heading(again, 'login.title').waitFor();
});

/** A code that is wrong now and shortly before and after. */
function wrongCodeOf(secret: string): string {
  const near = [-2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps));
  return (
    ['000000', '111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !near.includes(code)) ??
    '777777'
  );
}

test('a wrong code is refused at its field, and the app is not set up', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await openSignedIn(page, person, `${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(settings)}`);
  const secret = await readSecret(page);
  await box(page, 'device.confirmCode').fill(wrongCodeOf(secret));
  await button(page, 'guest.ok').click();
  await page.getByText(say('device.setupCodeWrong')).waitFor();
  expect(await box(page, 'device.confirmCode').getAttribute('aria-invalid')).toBe('true');
  await page.goto(settings);
  await link(page, 'account.mfa.setUp').waitFor();
});

test('the operator removes a lost authenticator app', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await openSignedIn(page, person, `${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(settings)}`);
  await setUpApp(page);
  await page.waitForURL(`**${settings}`);
  await stage.portico.cli('user', 'reset-mfa', person.tenantId, person.userId, '--reason', 'phone lost');
  const { page: later } = await stage.visit();
  await signInToTop(later, person);
});

let strictTenants = 0;

test('if MFA is required, nothing opens until it is set up; then the requested page does', async () => {
  strictTenants += 1;
  const tenantId = `strict-${strictTenants}`;
  await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Strict Inc');
  await setPolicy(stage.portico, tenantId, {
    loginPolicy: { mfa: { siteEnforceMfa: { enabled: true, roles: ['User'] } } },
  });
  const person = await makePerson(stage.portico, tenantId);
  const target = paths.account('sessions');
  const { page } = await stage.visit();
  await signIn(page, person, `/login.html?url=${encodeURIComponent(target)}`);
  await page.waitForURL(`**${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(target)}`);
  await button(page, 'device.showSecret').waitFor();
  // Other addresses lead back to it.
  await page.goto(paths.account('group_list'));
  await page.waitForURL(`**${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(paths.account('group_list'))}`);
  await page.goto(target);
  await page.waitForURL(`**${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(target)}`);
  await setUpApp(page);
  await page.waitForURL(`**${target}`);
  await page.getByText(say('account.sessions.thisDevice')).waitFor();
  await accountMenu(page).waitFor();
});
