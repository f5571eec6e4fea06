import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import type { Visitor } from './support/browser.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: say('ui.pageFailedAdvice') });
const usersAreThere = (page: Page) => page.getByRole('heading', { name: say('users.title'), level: 1 }).waitFor();

/** The browser writes a line for each file that does not come, and the router one for the page. */
function forgive({ complaints }: Visitor): void {
  const others = complaints.splice(0).filter((one) => !/ERR_FAILED|ERR_INTERNET|Failed to fetch|ApiError/.test(one));
  expect(others).toEqual([]);
}

test.each([
  ['its program', '**/assets/*.js'],
  ['the routes of its part', '**/assets/people-*.js'],
  ['its words', '**/assets/texts/**'],
  ['who is signed in', '**/api/auth/**'],
])('a page says that it was not reached, and tries again: %s does not come', async (_, files) => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await page.route(files, (route) => route.abort());
  await openSignedIn(page, admin, paths.users);
  await page.getByRole('heading', { name: say('ui.pageFailed'), level: 1 }).waitFor();
  await failure(page).waitFor();
  expect(await page.title()).not.toContain(say('ui.notFoundTitle'));
  await page.unroute(files);
  await failure(page).getByText(say('common.tryAgain'), { exact: true }).click();
  await usersAreThere(page);
  forgive(visitor);
});

test("an administrator's first page comes with its routes, from a new document where their file is gone", async () => {
  const visitor = await stage.visit();
  const { page } = visitor;
  await openSignedIn(page, admin, paths.account('basic_settings'));
  const goTo = (label: 'ui.area.people' | 'ui.nav.devices') =>
    page
      .getByRole('navigation')
      .getByRole('link', { name: say(label), exact: true })
      .click();
  // A document is counted before it asks for its files.
  const documents = { asked: 0 };
  page.on('request', (request) => request.isNavigationRequest() && documents.asked++);
  await page.route('**/assets/people-*.js', (route) => (documents.asked ? route.continue() : route.abort()));
  await goTo('ui.area.people');
  await usersAreThere(page);
  expect(documents.asked).toBe(1);
  await goTo('ui.nav.devices');
  await page.getByRole('heading', { name: say('ui.nav.devices'), level: 1 }).waitFor();
  await page.goBack();
  await usersAreThere(page);
  expect(documents.asked).toBe(1);
  forgive(visitor);
});
