import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { admin, makePerson, NEW_PASSWORD, type Person, taro } from './support/people.ts';
import {
  accountMenu,
  arriveAtTop,
  box,
  button,
  enterMailAddress,
  heading,
  signIn,
  signInToTop,
  signOut,
} from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

/** Sends a wrong password, and waits for the error message. */
async function tryInVain(page: Page, password: string): Promise<void> {
  await box(page, 'guest.password').fill(password);
  const answer = page.waitForResponse('**/api/auth/login/user');
  await button(page, 'login.signIn').click();
  expect((await answer).status()).toBe(401);
  await page
    .getByRole('alert')
    .filter({ hasText: say('errors.mismatch') })
    .waitFor();
}

describe('signing in', () => {
  test('by email address leads to the user’s top page', async () => {
    const { page } = await stage.visit();
    await page.goto('/portal/login.html');
    expect(await page.title()).toBe(`${say('login.title')} · Portico`);
    await enterMailAddress(page, taro);
    await arriveAtTop(page);
    await accountMenu(page).click();
    await page.getByRole('group', { name: /太郎/ }).getByText('taro', { exact: true }).waitFor();
    const cookies = await page.context().cookies();
    expect(
      cookies.map(({ name, secure, httpOnly, sameSite }) => ({ name, secure, httpOnly, sameSite })),
    ).toContainEqual({
      name: '__Host-portico-session',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    });
  });

  test('by tenant and user ID, with the keyboard alone', async () => {
    const { page } = await stage.visit();
    await page.goto('/login.html');
    await page.locator(':focus').and(box(page, 'guest.mailAddress')).waitFor();
    await tabTo(page, say('login.byUserId'));
    await page.keyboard.press('Enter');
    await page.locator(':focus').and(box(page, 'guest.tenantId')).waitFor();
    await page.keyboard.type('DEMO');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Taro');
    await page.keyboard.press('Tab');
    await page.keyboard.type(taro.password);
    await page.keyboard.press('Enter');
    await arriveAtTop(page);
  });

  test('shows mistakes before sending', async () => {
    const { page } = await stage.visit();
    await page.goto('/login.html');
    await box(page, 'guest.mailAddress').fill('nobody');
    await button(page, 'login.signIn').click();
    await page.getByText(say('guest.invalidMailAddress')).waitFor();
    await page.getByText(say('guest.enterPassword')).waitFor();
    expect(await box(page, 'guest.mailAddress').getAttribute('aria-invalid')).toBe('true');
    await page.locator(':focus').and(box(page, 'guest.mailAddress')).waitFor();
  });
});

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

describe('refusals', () => {
  test('a wrong password and an unknown user get the same message; then the right one works', async () => {
    const { page } = await stage.visit();
    await page.goto('/login.html');
    await box(page, 'guest.mailAddress').fill('nobody@demo.example');
    await tryInVain(page, taro.password);
    await box(page, 'guest.mailAddress').fill(taro.mailAddress);
    await tryInVain(page, 'not the password');
    // Only the password must be typed again.
    await expect.poll(() => box(page, 'guest.password').inputValue()).toBe('');
    await page.locator(':focus').and(box(page, 'guest.password')).waitFor();
    await enterMailAddress(page, taro);
    await arriveAtTop(page);
  });

  test('ten wrong passwords block a new browser until the operator unlocks the account', async () => {
    const person = await makePerson(stage.portico);
    const { page } = await stage.visit();
    await page.goto('/login.html');
    await box(page, 'guest.mailAddress').fill(person.mailAddress);
    for (let tries = 1; tries <= 10; tries += 1) await tryInVain(page, `wrong ${tries}`);
    expect(await stage.portico.cli('user', 'show', person.tenantId, person.userId)).toMatchObject({ status: 'active' });
    // A stranger is not told that sign-in is blocked.
    await tryInVain(page, person.password);
    expect(
      await stage.portico.cli('user', 'unlock', person.tenantId, person.userId, '--reason', 'asked by phone'),
    ).toMatchObject({
      status: 'active',
    });
    await enterMailAddress(page, person);
    await arriveAtTop(page);
  });

  test('an expired password is replaced at sign-in', async () => {
    const person = await makePerson(stage.portico);
    const temporary = 'temporary 5 umbrella';
    await stage.portico.cli(
      'user',
      'reset-password',
      person.tenantId,
      person.userId,
      '--password',
      temporary,
      '--reason',
      'asked by phone',
    );
    const { page } = await stage.visit();
    await signIn(page, { ...person, password: temporary });
    await heading(page, 'login.passwordExpiredTitle').waitFor();
    await choose(page, 'short');
    await page.getByText(say('password.breaksPolicy')).waitFor();
    await choose(page, 'password123');
    await page.getByText(say('errors.common_password')).waitFor();
    await choose(page, NEW_PASSWORD);
    await arriveAtTop(page);
    await signOut(page);
    await signInAgain(page, { ...person, password: temporary }, 'refused');
    await signInAgain(page, { ...person, password: NEW_PASSWORD }, 'done');
  });
});

async function choose(page: Page, password: string): Promise<void> {
  await box(page, 'password.new').fill(password);
  await button(page, 'login.setPassword').click();
}

/** Signs in on a device that remembers the account, which only asks for the password. */
async function signInAgain(page: Page, person: Person, end: 'done' | 'refused'): Promise<void> {
  await page.goto('/login.html');
  await heading(page, 'login.welcomeBack').waitFor();
  if (end === 'refused') return tryInVain(page, person.password);
  await box(page, 'guest.password').fill(person.password);
  await button(page, 'login.signIn').click();
  await arriveAtTop(page);
}

describe('several accounts', () => {
  test('the device offers the last account, another one, and forgets accounts on request', async () => {
    const { page } = await stage.visit();
    await signInToTop(page, taro);
    await signOut(page);
    await page.goto('/login.html');
    await heading(page, 'login.welcomeBack').waitFor();
    await page.getByText(say('login.accountIn', { userId: 'taro', tenant: 'Demo 株式会社' })).waitFor();
    await button(page, 'login.change').click();
    await heading(page, 'login.accountsTitle').waitFor();
    await page.getByRole('button', { name: say('login.forgetAccount', { name: '太郎 山田' }) }).click();
    await heading(page, 'login.title').waitFor();
    await page.reload();
    await box(page, 'guest.mailAddress').waitFor();
  });

  test('an address with two accounts and no default is asked where to sign in', async () => {
    const person = await makePerson(stage.portico);
    const names = ['--mail', person.mailAddress, '--password', person.password, '--keep-password'];
    await stage.portico.cli('user', 'create', 'annex', person.userId, ...names);
    const { page } = await stage.visit();
    await signIn(page, person);
    await heading(page, 'login.selectAccountTitle').waitFor();
    await page.getByRole('button', { name: /Annex Ltd/ }).click();
    await arriveAtTop(page);
    await tenantLogo(page, 'Annex Ltd').waitFor();
  });

  test('the administrator switches organizations and back without a password', async () => {
    const { page } = await stage.visit();
    await signInToTop(page, admin);
    await tenantLogo(page, 'Demo 株式会社').waitFor();
    await switchTo(page, 'Annex Ltd');
    await switchTo(page, 'Demo 株式会社');
  });
});

const tenantLogo = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

async function switchTo(page: Page, tenant: string): Promise<void> {
  await accountMenu(page).click();
  await button(page, 'common.switchAccount').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('portal.accounts.openOf', { tenant }) })
    .click();
  await tenantLogo(page, tenant).waitFor();
  await arriveAtTop(page);
}
