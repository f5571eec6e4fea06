import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { link } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

test('an administrator opens an app, its seats and rules, and the screen that assigns it', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.top);
  await link(page, 'ui.area.apps').click();
  await page.getByText(say('licenses.app.lead')).waitFor();
  await page.getByRole('row').filter({ hasText: 'print-flow' }).getByRole('link', { name: 'Print Flow' }).click();
  await page.getByRole('heading', { name: say('licenses.holders_user') }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  const tab = (key: string) => page.getByRole('tab', { name: say(`licenses.app.tab_${key}`), exact: true });
  await tab('device').click();
  await page.getByRole('heading', { name: say('licenses.holders_device') }).waitFor();
  await tab('rules').click();
  await link(page, 'licenses.app.changeRule').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await link(page, 'licenses.app.assign_user').click();
  await page.waitForURL(`**${paths.userPermissions}?contractId=*`);
  // The screen is a view of Apps, so the navigation marks Apps.
  const here = page.getByRole('navigation', { name: say('ui.navigation') }).locator('[aria-current]');
  await expect.poll(() => here.textContent()).toBe(say('ui.nav.permissions'));
});
