import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings, press } from './support/browser.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

/** Presses Tab until the focus is on something with this name. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press(key);
    const here = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
    );
    if (here === name) return;
  }
  throw new Error(`“${name}” is not reached by ${key}`);
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
const cell = (app: string, name: string) => say('permissions.cell', { app, name });
const openSetting = (page: Page, app: string) =>
  press(page.getByRole('button', { name: say('permissions.settingOf', { app }), exact: true }));
const boxes = (page: Page) => page.getByRole('table').getByRole('checkbox');

test('by the keyboard alone: licenses are assigned and removed, one by one and for all matches', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, `${paths.userPermissions}?contractId=DC-2041`);
  await page.getByText(say('permissions.isPermitted', { app: 'Print Flow', name: 'Anna Schmidt' })).waitFor();
  expect(await boxes(page).count()).toBe(0);

  // Setting: only this column has checkboxes, and the first has the focus.
  await tabTo(page, say('permissions.settingOf', { app: 'Scan Desk' }));
  await page.keyboard.press('Enter');
  await page.getByText(say('permissions.noChanges')).waitFor();
  await expect.poll(() => focused(page)).toMatch(/^Scan Desk for /);
  for (const box of await boxes(page).all()) expect(await box.getAttribute('aria-label')).toMatch(/^Scan Desk for /);

  // One more, one less: the count changes at once.
  await tabTo(page, cell('Scan Desk', 'James Wilson'));
  await page.keyboard.press('Space');
  await page.getByText(say('permissions.changes', { count: 1 })).waitFor();
  await page.getByText(say('permissions.used', { used: 6 })).waitFor();
  await page.getByText(say('permissions.left', { count: 2 })).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, say('common.save'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText(say('permissions.saved', { app: 'Scan Desk' })).waitFor();
  // The contract has licenses for devices too: the other screen is offered, and declined.
  const offer = page.getByRole('dialog', { name: say('permissions.offerTitle_device') });
  await offer.waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(say('permissions.isPermitted', { app: 'Scan Desk', name: 'James Wilson' })).waitFor();

  // All matches, after a confirmation with numbers; without enough seats, Save says how many are missing.
  await page.goto(`${paths.userPermissions}?contractId=DC-2041&keyword=example`);
  await openSetting(page, 'Scan Desk');
  await press(page.getByRole('button', { name: /^Select all/ }));
  const ask = page.getByRole('dialog', { name: say('permissions.all.permitTitle', { app: 'Scan Desk' }) });
  await ask.getByText(/there are only 8/).waitFor();
  await press(ask.getByRole('button', { name: say('permissions.all.permitNow'), exact: true }));
  await page.getByText(/You need \d+ more seats?\./).waitFor();
  expect(await button(page, 'common.save').isDisabled()).toBe(true);
  await press(page.getByRole('button', { name: /^Deselect all/ }));
  await press(page.getByRole('dialog').getByRole('button', { name: say('permissions.all.takeNow'), exact: true }));
  await page
    .getByText(say('permissions.used', { used: 0 }))
    .first()
    .waitFor();
  // … except one, selected afterwards.
  await press(page.getByRole('checkbox', { name: cell('Scan Desk', 'Anna Schmidt') }), 'Space');
  await press(button(page, 'common.save'));
  await page.getByText(say('permissions.isPermitted', { app: 'Scan Desk', name: 'Anna Schmidt' })).waitFor();
  await page.getByText(say('permissions.isNot', { app: 'Scan Desk', name: 'James Wilson' })).waitFor();
  await press(offer.getByRole('button', { name: say('permissions.offerGo_device') }));
  await page.waitForURL(`**${paths.devicePermissions}?contractId=DC-2041`);
});

test('a changed screen asks before leaving; Cancel restores the previous state', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.userPermissions);
  await openSetting(page, 'Print Flow');
  const box = page.getByRole('checkbox', { name: cell('Print Flow', 'Anna Schmidt') });
  await press(box, 'Space');
  await expect.poll(() => box.isChecked()).toBe(false);
  await press(
    page
      .getByRole('navigation', { name: say('ui.navigation'), exact: true })
      .getByRole('link', { name: say('ui.nav.devices'), exact: true }),
  );
  const leave = page.getByRole('dialog', { name: say('ui.leaveTitle') });
  await press(leave.getByRole('button', { name: say('common.cancel'), exact: true }));
  await press(button(page, 'common.cancel'));
  await page.getByText(say('permissions.isPermitted', { app: 'Print Flow', name: 'Anna Schmidt' })).waitFor();
  await expect.poll(() => focused(page)).toBe(say('permissions.settingOf', { app: 'Print Flow' }));
});

test('a search in between loses nothing: two searches are saved together, and a change can be removed', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.userPermissions);
  const rows = page.getByRole('table').locator('tbody tr');
  const search = page.getByRole('searchbox', { name: say('permissions.search_user') });
  const box = (name: string) => page.getByRole('checkbox', { name: cell('Print Flow', name) });
  const find = async (text: string) => {
    await search.fill(text);
    await page.waitForURL(`**keyword=${text.split(' ')[0]}*`);
    await rows.filter({ hasText: text }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
  };
  await openSetting(page, 'Print Flow');
  await find('James Wilson');
  await press(box('James Wilson'), 'Space');
  await find('Anna Schmidt');
  await press(page.getByRole('button', { name: say('permissions.uncheckAll', { count: 1 }) }));
  await press(page.getByRole('dialog').getByRole('button', { name: say('permissions.all.takeNow'), exact: true }));
  const changes = (count: number) =>
    page.getByRole('button', { name: say('permissions.changes', { count }), exact: true });
  await press(changes(2));
  const list = page.getByRole('dialog', { name: say('permissions.changes', { count: 2 }) });
  expect(await list.getByRole('listitem').count()).toBe(2);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await press(button(page, 'common.save'));
  await page.getByText(say('permissions.saved', { app: 'Print Flow' })).waitFor();
  await page.goto(paths.userPermissions);
  for (const name of ['James Wilson', 'Anna Schmidt'])
    await page.getByText(say('permissions.isNot', { app: 'Print Flow', name })).waitFor();

  // Users without the license are found and get it back, except one whose change is removed first.
  await page.goto(`${paths.userPermissions}?hasNot=print-flow-standard`);
  await page.getByText(say('permissions.isNot', { app: 'Print Flow', name: 'James Wilson' })).waitFor();
  await openSetting(page, 'Print Flow');
  for (const name of ['James Wilson', 'Anna Schmidt']) await press(box(name), 'Space');
  await press(changes(2));
  await press(page.getByRole('button', { name: say('permissions.removeChange', { name: 'James Wilson' }) }));
  await page.keyboard.press('Escape');
  await press(button(page, 'common.save'));
  await page.getByText(say('permissions.saved', { app: 'Print Flow' })).waitFor();
  await page.goto(paths.userPermissions);
  await page.getByText(say('permissions.isPermitted', { app: 'Print Flow', name: 'Anna Schmidt' })).waitFor();
  await page.getByText(say('permissions.isNot', { app: 'Print Flow', name: 'James Wilson' })).waitFor();
});

test('a license that has just expired cannot be assigned, and nothing is saved', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.userPermissions);
  await page.getByText(say('permissions.isPermitted', { app: 'Meeting Board', name: 'Anna Schmidt' })).waitFor();
  await stage.portico.cli('license', 'suspend', 'demo', 'meeting-board');
  await openSetting(page, 'Meeting Board');
  await page.getByText(say('permissions.licenseExpired', { app: 'Meeting Board' })).waitFor();
  expect(await boxes(page).count()).toBe(0);
  await stage.portico.cli('license', 'resume', 'demo', 'meeting-board');
  // An unknown error code is shown as a failure; a contract without licenses says so.
  await page.goto(`${paths.userPermissions}?contractId=none&error=unheard_of`);
  await page.getByRole('alert').getByText(say('permissions.processFailed')).waitFor();
  await page.getByText(say('permissions.emptyApplication_user')).waitFor();
});

test('devices, by the keyboard alone: why one cannot be selected, one removed, all of a search', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.devicePermissions);
  await page.getByText(say('permissions.isPermitted', { app: 'Print Flow', name: 'berlin-office' })).waitFor();
  const why = say('permissions.whyType', {
    app: 'Print Flow',
    name: 'sendai-meter-1',
    types: 'PorticoMfp or PorticoIwb',
    own: 'PowerMeter',
  });
  await tabTo(page, why);
  await page.getByText(why).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(why).waitFor({ state: 'detached' });
  await tabTo(page, say('permissions.settingOf', { app: 'Print Flow' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, cell('Print Flow', 'berlin-office'));
  await page.keyboard.press('Space');
  // The arrow keys skip cells without a checkbox.
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toBe(cell('Print Flow', 'london-board'));
  await page.keyboard.press('Space');
  expect(await axeFindings(page)).toEqual([]);
  await tabTo(page, say('common.save'), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.getByText(say('permissions.isNot', { app: 'Print Flow', name: 'berlin-office' })).waitFor();
  await page.getByText(say('permissions.isPermitted', { app: 'Print Flow', name: 'london-board' })).waitFor();
  await page.goto(`${paths.devicePermissions}?deviceType=PorticoMfp`);
  await openSetting(page, 'Print Flow');
  await press(page.getByRole('button', { name: /^Deselect all/ }));
  await press(page.getByRole('dialog').getByRole('button', { name: say('permissions.all.takeNow'), exact: true }));
  await press(button(page, 'common.save'));
  await page.getByText(say('permissions.isNot', { app: 'Print Flow', name: 'osaka-2f' })).waitFor();
});
