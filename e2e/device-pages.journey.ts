import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin } from './support/people.ts';
import { becomeSignedIn } from './support/session.ts';
import { button, link } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const DEVICE = 'london-board';
const pageOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });
const openTab = (page: Page, key: string) => page.getByRole('tab', { name: say(key), exact: true }).click();

async function administrator(): Promise<Page> {
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  return page;
}

let tries = 0;

/** Adds a group on its page, perhaps in another group; ends on the page of the group. */
async function addGroup(page: Page, { name, id }: { name: string; id: string }, parent?: string): Promise<void> {
  await page.goto(paths.newGroup);
  const required = (key: string) => `${say(key)} ${say('ui.requiredMark')}`;
  await page.getByLabel(required('common.name'), { exact: true }).fill(name);
  await page.getByLabel(required('common.groupId'), { exact: true }).fill(id);
  if (parent) {
    await button(page, 'groups.choosePlace').click();
    await choose(page, say('groups.choosePlaceTitle'), parent);
  }
  await button(page, 'groups.addNow').click();
  await pageOf(page, name).waitFor();
}

/** Selects a group in the dialog of this name. */
async function choose(page: Page, title: string, group: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('tab', { name: say('pickers.tab_search') }).click();
  await dialog.getByRole('searchbox').fill(group);
  await dialog.getByRole('radio', { name: new RegExp(`^${group}`) }).check();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('a device is found, commented and added to a group; it is in the group above too', async () => {
  tries += 1;
  const [floor, house] = [`Floor ${tries}`, `House ${tries}`];
  const page = await administrator();
  await addGroup(page, { name: house, id: `house-${tries}` });
  await addGroup(page, { name: floor, id: `floor-${tries}` }, house);

  // By the keyboard alone: the palette finds it.
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type(DEVICE);
  await page.getByRole('option', { name: new RegExp(DEVICE) }).waitFor();
  await page.keyboard.press('Enter');
  await pageOf(page, DEVICE).waitFor();
  expect(await axeFindings(page)).toEqual([]);

  const comment = page.getByLabel(say('common.deviceComment'), { exact: true });
  const before = await comment.inputValue();
  await comment.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(`${floor}, beside the window`);
  await button(page, 'common.save').focus();
  await page.keyboard.press('Enter');
  await page.getByText(say('devices.saved', { deviceId: DEVICE })).waitFor();
  await page.getByRole('button', { name: say('common.undo'), exact: true }).click();
  await page.getByText(say('devices.undone', { deviceId: DEVICE })).waitFor();
  await expect.poll(() => comment.inputValue()).toBe(before);

  await openTab(page, 'devices.tab_groups');
  await button(page, 'common.putIntoGroup').click();
  await choose(page, say('common.putIntoGroupTitle', { id: DEVICE }), floor);
  await page.getByText(say('common.putInto', { id: DEVICE, group: floor })).waitFor();
  await openTab(page, 'devices.tab_history');
  await rowOf(page, `changed the groups of the device ${DEVICE}`).first().waitFor();

  // The list filters by its group and by the group above.
  await page.goto(`${paths.devices}?keyword=${DEVICE}`);
  await rowOf(page, DEVICE).filter({ hasText: floor }).waitFor();
  await page.goto(`${paths.devices}/${DEVICE}?tab=groups`);
  await page.getByRole('link', { name: floor, exact: true }).click();
  await pageOf(page, floor).waitFor();
  await page.getByRole('link', { name: house, exact: true }).first().click();
  await pageOf(page, house).waitFor();
  await openTab(page, 'groups.tab_devices');
  const inherited = rowOf(page, DEVICE);
  await inherited.getByText(say('groups.inherited'), { exact: true }).waitFor();
  await inherited.getByRole('link', { name: floor, exact: true }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: say('groups.inDeviceList'), exact: true }).click();
  // The page of the group has such a row too.
  await page.getByText(say('devices.lead')).waitFor();
  await rowOf(page, DEVICE).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
});

test('devices are added to a group in the dialog, and removed again', async () => {
  tries += 1;
  const page = await administrator();
  await addGroup(page, { name: `Shelf ${tries}`, id: `shelf-${tries}` });
  await openTab(page, 'groups.tab_devices');
  await button(page, 'groups.add_devices').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('tokyo-r');
  await rowOf(page, 'tokyo-1f').waitFor({ state: 'detached' });
  await dialog.getByRole('checkbox', { name: /tokyo-room-a/ }).check();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: say('groups.add_devices'), exact: true }).click();
  await page.getByText(say('groups.addDone_devices', { count: 1 })).waitFor();
  await rowOf(page, 'tokyo-room-a').getByRole('checkbox').check();
  await button(page, 'groups.takeOut').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('groups.takeOut'), exact: true })
    .click();
  await page.getByText(say('groups.removeDone_devices', { count: 1 })).waitFor();
  await page.getByText(say('groups.noneTitle_devices')).waitFor();
});

test('the listed devices are exported and downloaded', async () => {
  const page = await administrator();
  await page.goto(`${paths.devices}?keyword=tokyo`);
  await rowOf(page, 'tokyo-1f-lobby').waitFor();
  await page.getByRole('button', { name: say('devices.export', { count: 4 }), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: say('devices.exportTitle', { count: 4 }) });
  await dialog.getByText('tokyo').waitFor();
  await dialog.getByRole('button', { name: say('transfer.export'), exact: true }).click();
  await page.waitForURL(`**${paths.deviceExport}`);
  const fetchIt = page
    .getByRole('button', { name: new RegExp(`^${say('transfer.fetchOne', { size: '' }).slice(0, 8)}`) })
    .first();
  const [file] = await Promise.all([page.waitForEvent('download'), fetchIt.click()]);
  expect(file.suggestedFilename()).toMatch(/^devices-[\d-]{10}\.csv$/);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toMatch(/^tokyo-/);
  expect(await axeFindings(page)).toEqual([]);
  await link(page, 'ui.nav.devices').first().click();
  await pageOf(page, say('ui.nav.devices')).waitFor();
});

test('a setup code is shown once, and the sign-in of a device is stopped', async () => {
  const page = await administrator();
  await page.goto(`${paths.devices}/sendai-meter-1`);
  await button(page, 'devices.acts').click();
  await button(page, 'devices.act.enrol').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('devices.act.enrol'), exact: true })
    .click();
  const code = page.getByLabel(say('devices.enrolmentCode'), { exact: true });
  expect((await code.inputValue()).length).toBeGreaterThan(40);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await code.waitFor();
  await button(page, 'devices.enrolledNoted').click();
  await page.getByText(say('devices.credential_issued')).first().waitFor();
  await button(page, 'devices.acts').click();
  await button(page, 'devices.act.revoke').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('devices.act.revoke'), exact: true })
    .click();
  await page.getByText(say('devices.done.revoke', { deviceId: 'sendai-meter-1' })).waitFor();
  await page.getByText(say('devices.credential_revoked')).first().waitFor();
});
