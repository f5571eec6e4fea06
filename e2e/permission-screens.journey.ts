import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings, press } from './support/browser.ts';
import { admin, makePerson } from './support/people.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

/*
 * Section 4, "Permission screen", sentence by sentence. P: permissions.journey.ts, S: this file.
 * | sentence                                          | users                    | devices                      |
 * | ------------------------------------------------- | ------------------------ | ---------------------------- |
 * | Setting: from viewing to editing one application  | P by the keyboard alone  | P devices, by the keyboard   |
 * | only while activated, else licenseExpired         | P a license that has     | S a device license           |
 * | only that application's column                    | P by the keyboard alone  | S by device type             |
 * | a tick is pending and moves the count by one      | P by the keyboard alone  | S by device type             |
 * | all, after a confirmation, of every filtered item | P by the keyboard alone  | P devices, by the keyboard   |
 * | Save sends and leaves edit mode                   | P by the keyboard alone  | P devices, by the keyboard   |
 * | Cancel discards                                   | P a changed screen asks  | S by device type             |
 * | the other screen is offered after saving          | P by the keyboard alone  | S by device type             |
 * | Setting disabled: nothing found, more than 1,000  | S too many, or none      | S too many, or none          |
 * | a minus mark by role or type, and why             | S pages of applications  | P devices, by the keyboard   |
 * | the period dialog begins with 35 days             | S too many, or none      | S too many, or none          |
 */

const stage = setTheStage();
const anySetting = (page: Page) => page.locator('[data-setting]').first();
const openSetting = (page: Page, app: string) =>
  press(page.getByRole('button', { name: say('permissions.settingOf', { app }), exact: true }));
const box = (page: Page, app: string, name: string) =>
  page.getByRole('checkbox', { name: say('permissions.cell', { app, name }), exact: true });
const permitted = (page: Page, app: string, name: string) =>
  page.getByText(say('permissions.isPermitted', { app, name }));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test('of two administrators of one license, the second sees what the first saved and loses nothing', async () => {
  const { page: first } = await stage.visit();
  const { page: second } = await stage.visit();
  const robin = await makePerson(stage.portico, 'demo', 'PowerUser');
  await becomeSignedIn(first, admin);
  await becomeSignedIn(second, robin);
  for (const page of [first, second]) {
    await page.goto(paths.userPermissions);
    await openSetting(page, 'Scan Desk');
    await page.getByText(say('permissions.noChanges')).waitFor();
  }
  // Both select James Wilson; the second also selects Anna Schmidt.
  await press(box(first, 'Scan Desk', 'James Wilson'), 'Space');
  for (const name of ['James Wilson', 'Anna Schmidt']) await press(box(second, 'Scan Desk', name), 'Space');
  await press(button(first, 'common.save'));
  await permitted(first, 'Scan Desk', 'James Wilson').waitFor();

  await press(button(second, 'common.save'));
  const ask = second.getByRole('dialog', { name: say('permissions.others.title', { app: 'Scan Desk' }) });
  await ask.getByText(/changed 1 license assignment of Scan Desk/).waitFor();
  await ask.getByText(say('permissions.others.seen', { names: 'James Wilson' })).waitFor();
  expect(await axeFindings(second)).toEqual([]);
  await second.keyboard.press('Escape');
  // The change of the first is no longer pending, the other one is, and the count includes both.
  await second.getByText(say('permissions.changes', { count: 1 })).waitFor();
  for (const name of ['James Wilson', 'Anna Schmidt'])
    await expect.poll(() => box(second, 'Scan Desk', name).isChecked()).toBe(true);
  await second
    .getByText(say('permissions.used', { used: 7 }))
    .first()
    .waitFor();
  await press(button(second, 'common.save'));
  await permitted(second, 'Scan Desk', 'Anna Schmidt').waitFor();

  // A user who returns to the window is told without saving.
  await openSetting(second, 'Scan Desk');
  await press(box(second, 'Scan Desk', 'James Wilson'), 'Space');
  await first.reload();
  await openSetting(first, 'Scan Desk');
  await press(box(first, 'Scan Desk', 'Anna Schmidt'), 'Space');
  await press(button(first, 'common.save'));
  await first.getByText(say('permissions.saved', { app: 'Scan Desk' })).waitFor();
  await second.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
  const told = second
    .getByRole('status')
    .filter({ hasText: say('permissions.others.seen', { names: 'Anna Schmidt' }) });
  await told.waitFor();
  expect(await axeFindings(second)).toEqual([]);
  await press(button(second, 'common.save'));
  await second.getByText(say('permissions.saved', { app: 'Scan Desk' })).waitFor();
  await second
    .getByText(say('permissions.used', { used: 5 }))
    .first()
    .waitFor();
});

test('devices by device type, by the keyboard alone: a rule, its exceptions and its effect', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, `${paths.devicePermissions}?contractId=DC-2041`);
  await page.getByText(say('permissions.rule.devices', { count: 1 })).waitFor();
  await openSetting(page, 'Print Flow');
  // Only this column has checkboxes; each changes the count by one, and Cancel restores the previous state.
  const names = await page
    .getByRole('table')
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((one) => one.ariaLabel));
  expect(names.filter((name) => !name?.startsWith('Print Flow for '))).toEqual([]);
  await press(box(page, 'Print Flow', 'berlin-office'), 'Space');
  await page
    .getByText(say('permissions.used', { used: 3 }))
    .first()
    .waitFor();
  await press(button(page, 'common.cancel'));
  await permitted(page, 'Print Flow', 'berlin-office').waitFor();
  await openSetting(page, 'Print Flow');
  await press(box(page, 'Print Flow', 'berlin-office'), 'Space');
  await press(button(page, 'common.save'));
  const offer = page.getByRole('dialog', { name: say('permissions.offerTitle_user') });
  await press(offer.getByRole('button', { name: say('permissions.offerStay'), exact: true }));
  await page.getByText(say('permissions.rule.exceptions', { count: 1 })).waitFor();

  await openSetting(page, 'Print Flow');
  await press(button(page, 'permissions.rule.choose'));
  const dialog = page.getByRole('dialog', { name: say('permissions.rule.title', { app: 'Print Flow' }) });
  const mfp = dialog.getByRole('checkbox', { name: 'PorticoMfp' });
  expect(await mfp.isChecked()).toBe(true);
  await press(dialog.getByRole('checkbox', { name: 'PorticoIwb' }), 'Space');
  await dialog.getByText(say('permissions.all.permit_device', { count: 2 })).waitFor();
  await dialog.getByText(say('permissions.rule.kept', { count: 1 })).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press(dialog.getByRole('button', { name: say('permissions.rule.save'), exact: true }));
  await permitted(page, 'Print Flow', 'london-board').waitFor();
  await page.getByText(say('permissions.isNot', { app: 'Print Flow', name: 'berlin-office' })).waitFor();
  await press(offer.getByRole('button', { name: say('permissions.offerGo_user'), exact: true }));
  await page.waitForURL(`**${paths.userPermissions}?contractId=DC-2041`);
});

test('a device license that has just expired: nothing is saved, and a message says so', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.devicePermissions);
  await openSetting(page, 'Device Insight');
  await press(box(page, 'Device Insight', 'osaka-2f'), 'Space');
  await stage.portico.cli('license', 'suspend', 'demo', 'device-insight');
  await press(button(page, 'common.save'));
  await page.getByText(say('permissions.licenseExpired', { app: 'Device Insight' })).waitFor();
  await stage.portico.cli('license', 'resume', 'demo', 'device-insight');
  await page.reload();
  await permitted(page, 'Device Insight', 'osaka-2f').waitFor();
});

test('pages of applications: three and two empty columns, then more; a minus sign gives the reason', async () => {
  const { page } = await stage.visit();
  const there = (await stage.portico.cli('license', 'list', 'demo')) as { licenseId: string }[];
  // Another try finds them.
  for (const license of ['extra-1', 'extra-2'].filter((id) => !there.some(({ licenseId }) => licenseId === id)))
    await stage.portico.cli(
      'license',
      'create',
      'demo',
      license,
      '--contract',
      'DC-2041',
      '--service',
      'print-flow',
      '--volume',
      '5',
    );
  const robin = await makePerson(stage.portico, 'demo', 'PowerUser');
  await openSignedIn(page, admin, `${paths.userPermissions}?keyword=${robin.userId}`);
  await page.getByText(say('permissions.licenseRange', { from: 1, to: 3, total: 5 })).waitFor();
  const head = page.getByRole('table').locator('thead');
  expect([await head.locator('th').count(), await head.locator('td').count()]).toEqual([4, 2]);
  await press(page.getByRole('button', { name: say('permissions.nextLicenses') }));
  await page.getByText(say('permissions.licenseRange', { from: 4, to: 5, total: 5 })).waitFor();
  await page.waitForURL('**apps=2**');
  await page.goto(`${paths.userPermissions}?keyword=${robin.userId}&apps=2`);
  const mark = page.locator('tbody button[data-why]');
  await mark.waitFor();
  await mark.focus();
  const why = (await mark.getAttribute('data-why')) ?? '';
  expect(why).toContain('It requires the role User, but the role here is Administrator.');
  await page.locator('div[aria-hidden]', { hasText: why }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
});

test('too many, or none: Setting is disabled with a reason; the period dialog starts with 35 days', async () => {
  const { page } = await stage.visit();
  const file = join(tmpdir(), 'portico-many-devices.csv');
  const lines = Array.from({ length: 1001 }, (_, n) => `many-${n},PowerMeter`);
  // For a file of more than a thousand, the command prints several answers.
  for (const some of [lines.slice(0, 600), lines.slice(600)]) {
    await writeFile(file, `serialId,deviceType\n${some.join('\n')}\n`);
    await stage.portico.cli('device', 'import', 'demo', file);
  }
  await stage.portico.cli('demo', 'seed', '--tenant', 'demo', '--users', '1001', '--groups', '8');
  await becomeSignedIn(page, admin);
  const screens = [
    [paths.userPermissions, 'u0', say('permissions.retryUserSearch', { count: 1000 }), 'permissions.period_user'],
    [
      paths.devicePermissions,
      'many',
      say('permissions.retryDeviceSearch', { count: 1000 }),
      'permissions.period_device',
    ],
  ] as const;
  for (const [path, keyword, words, period] of screens) {
    await page.goto(`${path}?keyword=${keyword}`);
    await page.getByRole('status').getByText(words).waitFor();
    expect(await anySetting(page).isDisabled()).toBe(true);
    await page.goto(`${path}?keyword=nothing-like-this`);
    await page.getByText(say('ui.noHit')).waitFor();
    expect(await anySetting(page).isDisabled()).toBe(true);
    await page.goto(path);
    await page.locator('tbody tr').nth(99).waitFor({ state: 'attached' });
    expect(await page.locator('tbody tr').count()).toBe(100);
    expect(
      await page
        .getByRole('region', { name: say(`permissions.table_${period.slice(19)}`) })
        .evaluate((one) => one.clientHeight),
    ).toBeLessThanOrEqual(500);
    await press(button(page, 'permissions.more'));
    await press(page.getByRole('button', { name: `${say(period)}: ${say('permissions.anyTime')}` }));
    const dialog = page.getByRole('dialog', { name: say(period) });
    expect(await dialog.getByRole('radio', { name: say('common.period.days35') }).isChecked()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => focused(page)).toBe(say('permissions.anyTime'));
  }
});
