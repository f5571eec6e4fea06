import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { closeVisitor, newVisitor } from './support/browser.ts';
import { makePerson } from './support/people.ts';
import { accountMenu, box, button, heading, signInToTop, signOut } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

/** The sign-in page with the way back, which is shown after a session was ended elsewhere. */
async function isSignedOut(page: Page, target: string): Promise<void> {
  await page.goto(target);
  await page.waitForURL((url) => url.pathname === '/login.html');
  await box(page, 'guest.password').waitFor();
}

test('a user ends their session in another browser, which must sign in again', async () => {
  const person = await makePerson(stage.portico);
  const { page: here } = await stage.visit();
  const { page: there } = await stage.visit();
  await signInToTop(there, person);
  await signInToTop(here, person);
  await here.goto(paths.account('sessions'));
  const others = here.getByRole('listitem').filter({ hasText: say('account.sessions.from', { address: '' }).trim() });
  const other = others.filter({ hasNotText: say('account.sessions.thisDevice') });
  await other.getByRole('button').click();
  const dialog = here.getByRole('dialog', { name: say('account.sessions.endTitle') });
  await dialog.getByRole('button', { name: say('common.signOut'), exact: true }).click();
  await here.getByText(say('account.sessions.onlyThis')).waitFor();

  await isSignedOut(there, paths.account('basic_settings'));
  await here.reload();
  await here.getByText(say('account.sessions.thisDevice')).waitFor();
});

test('a user reports a sign-in as not theirs, and its session ends', async () => {
  const person = await makePerson(stage.portico);
  const { page: thief } = await stage.visit();
  const { page } = await stage.visit();
  await signInToTop(thief, person);
  await signInToTop(page, person);
  await page.goto(paths.account('login_history'));
  await page.getByRole('button', { name: say('account.history.notMeAt', { time: '' }) }).click();
  const dialog = page.getByRole('dialog', { name: say('account.history.notMeTitle') });
  await dialog.getByText(say('account.history.notMeEffectOpen')).waitFor();
  await dialog.getByRole('button', { name: say('account.history.notMe'), exact: true }).click();
  const said = page.getByRole('status').filter({ hasText: say('account.history.disowned', { count: 1 }) });
  await said.waitFor();
  await isSignedOut(thief, paths.top);

  await said.getByRole('button', { name: say('ui.account.change_password') }).click();
  await page.waitForURL(`**${paths.account('change_password')}`);
});

test('sign-out leaves nothing personal, not even with the back button, and reaches the other tabs', async () => {
  const person = await makePerson(stage.portico);
  const { page, context } = await stage.visit();
  await signInToTop(page, person);
  await page.goto(paths.account('basic_settings'));
  await page.getByText(person.mailAddress).first().waitFor();
  const otherTab = await context.newPage();
  await otherTab.goto(paths.account('sessions'));
  await otherTab.getByText(say('account.sessions.thisDevice')).waitFor();
  const requestsWithTokens = page.waitForRequest('**/api/auth/oauth/provider/revoke');
  await signOut(page);
  await requestsWithTokens;
  await otherTab.waitForURL((url) => url.pathname === '/login.html');
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => /token|me|tenant$/.test(key)))).toEqual(
    [],
  );

  await page.goBack();
  await box(page, 'guest.password').waitFor();
  expect(await page.getByText(person.mailAddress).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe('/login.html');
  expect((await context.cookies()).filter(({ name }) => name === '__Host-portico-session')).toEqual([]);
});

test('the logout page with logout=false asks first', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await signInToTop(page, person);
  await page.goto('/logout.html?logout=false');
  await page.getByText(say('login.signOutAsk')).waitFor();
  await page.getByRole('link', { name: say('login.staySignedIn') }).click();
  await accountMenu(page).waitFor();
  await page.goto('/logout.html?logout=false');
  await button(page, 'login.signOut').click();
  await heading(page, 'login.signedOutTitle').waitFor();
  await isSignedOut(page, paths.top);
});

test('the next user of a browser finds nothing of the previous one', async () => {
  const person = await makePerson(stage.portico);
  const before = await newVisitor(stage.portico.url);
  await signInToTop(before.page, person);
  await before.page.evaluate(() => localStorage.setItem('portico-left', 'here'));
  await closeVisitor(before);
  const after = await newVisitor(stage.portico.url);
  expect(after.context).toBe(before.context);
  expect(await after.context.storageState()).toEqual({ cookies: [], origins: [] });
  await after.page.goto('/healthz');
  expect(await after.page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([]);
  await isSignedOut(after.page, paths.top);
  await closeVisitor(after);
});
