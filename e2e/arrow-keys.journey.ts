import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { accountMenu, button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

/** The keys inside widgets, which Tab only enters and leaves: one widget of each kind, as the browser itself sees it. */

const stage = setTheStage();

async function open(address: string): Promise<Page> {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, address);
  await accountMenu(page).waitFor();
  return page;
}

const hasFocus = (what: Locator) =>
  expect.poll(() => what.evaluate((thing) => thing === document.activeElement)).toBe(true);

/** Presses keys one by one; after each, the focus is on the thing of that number, from the end if negative. */
async function walk(page: Page, things: Locator, steps: readonly [key: string, at: number][]): Promise<void> {
  for (const [key, at] of steps) {
    await page.keyboard.press(key);
    await hasFocus(things.nth(at));
  }
}

test('tabs: left and right open the next, Home and End the first and the last', async () => {
  const page = await open(`${paths.users}/${admin.userId}`);
  const tabs = page.getByRole('tab');
  await tabs.first().focus();
  await walk(page, tabs, [
    ['ArrowRight', 1],
    ['End', -1],
    ['ArrowRight', 0],
    ['ArrowLeft', -1],
    ['Home', 0],
    ['ArrowRight', 1],
  ]);
  await expect.poll(() => tabs.nth(1).getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBeTruthy();
});

test('menus: up and down go round, Home and End to the ends, Escape gives the focus back', async () => {
  const page = await open(paths.users);
  const opener = button(page, 'users.menu');
  await opener.press('Enter');
  const things = page.locator('[popover]:popover-open').locator('button:enabled, a, input:enabled');
  await hasFocus(things.first());
  await walk(page, things, [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', -1],
    ['ArrowDown', 0],
    ['End', -1],
    ['Home', 0],
  ]);
  await page.keyboard.press('Escape');
  await hasFocus(opener);
});

test('one of several: an arrow selects the next, and keeps the focus while the page changes', async () => {
  const page = await open(paths.groups);
  const choices = page.getByRole('radiogroup', { name: say('groups.view') }).getByRole('radio');
  await choices.first().focus();
  await walk(page, choices, [
    ['ArrowRight', 1],
    ['ArrowLeft', 0],
  ]);
  await expect.poll(() => choices.first().isChecked()).toBe(true);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL((url) => url.searchParams.get('view') === 'all');
  await hasFocus(choices.nth(1));
});

test('a tree: up and down select (right and left: pickers.test.tsx)', async () => {
  const page = await open(`${paths.users}/${admin.userId}?tab=groups`);
  await button(page, 'common.putIntoGroup').first().press('Enter');
  const dialog = page.getByRole('dialog');
  const rows = dialog.getByRole('radiogroup').getByRole('radio');
  await rows.nth(1).waitFor();
  await rows.first().focus();
  await walk(page, rows, [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ]);
});

test('a list of options: up and down while the words keep the focus (Enter: palette.journey.ts)', async () => {
  const page = await open(paths.top);
  await page.keyboard.press('Control+k');
  const words = page.getByRole('combobox', { name: say('ui.goTo') });
  // Keys pressed before it has the focus are lost.
  await hasFocus(words);
  await page.keyboard.type('password');
  const options = page.getByRole('dialog', { name: say('ui.goTo') }).getByRole('option');
  await options.nth(1).waitFor();
  const active = () => words.getAttribute('aria-activedescendant');
  const isActive = async (at: number) => expect.poll(active).toBe(await options.nth(at).getAttribute('id'));
  await isActive(0);
  for (const [key, at] of [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
    ['ArrowUp', -1],
    ['ArrowDown', 0],
  ] as const) {
    await page.keyboard.press(key);
    await isActive(at);
    await hasFocus(words);
  }
});

test('a grid: the arrows go from box to box of the license in Setting', async () => {
  const page = await open(paths.userPermissions);
  await page.locator('[data-setting]').first().press('Enter');
  const boxes = page.locator('tbody').getByRole('checkbox');
  await boxes.nth(1).waitFor();
  await boxes.first().focus();
  await walk(page, boxes, [
    ['ArrowDown', 1],
    ['ArrowUp', 0],
  ]);
});
