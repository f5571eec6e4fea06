import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { admin, makePerson } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

/** Tasks of the user list, each with its click budget. */

const stage = setTheStage();

/** Counts clicks. Typing is no click. */
function counting() {
  let clicks = 0;
  return {
    click: async (what: Locator) => {
      clicks += 1;
      await what.click();
    },
    clicks: () => clicks,
  };
}

const open = async (address: string = paths.users): Promise<Page> => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, address);
  return page;
};
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: say('users.search') });

test('a license for twenty users found one by one takes at most 4 clicks, and can be undone', async () => {
  const { portico } = stage;
  const licenses = (await portico.cli('license', 'list', 'demo')) as { licenseId: string }[];
  // Another try finds it; what the first took is still taken.
  if (!licenses.some(({ licenseId }) => licenseId === 'ways-expense')) {
    await portico.cli('contract', 'create', 'demo', 'WAYS', '--plan', 'Team');
    const facts = ['--contract', 'WAYS', '--service', 'expense-box', '--volume', '45'];
    await portico.cli('license', 'create', 'demo', 'ways-expense', ...facts);
  }
  const people = [];
  for (let made = 0; made < 20; made += 1) people.push(await makePerson(portico));
  const page = await open();
  for (const { mailAddress, userId } of people) {
    await search(page).fill(mailAddress);
    const row = page.getByRole('row').filter({ has: page.getByText(userId, { exact: true }) });
    // Found: the head and one row. While others go, what is pressed may move away.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await row.getByRole('checkbox').check();
  }
  // They stay selected during other searches, and are counted.
  await page.getByText(say('ui.chosen', { count: 20 }), { exact: true }).waitFor();
  await page.getByText(say('ui.chosenElsewhere', { count: 19 }), { exact: true }).waitFor();
  const { click, clicks } = counting();
  await click(button(page, 'users.assign.open'));
  const dialog = dialogOf(page, say('users.assign.title', { count: 20 }));
  // Too few seats: shown before anything is written, and the action cannot be confirmed.
  await dialog.getByLabel('Scan Desk', { exact: false }).check();
  await dialog
    .getByText(/over the limit$/)
    .last()
    .waitFor();
  expect(await dialog.getByRole('button', { name: say('users.assign.ok'), exact: true }).isDisabled()).toBe(true);
  await click(dialog.getByLabel('Expense Box', { exact: false }));
  await dialog.getByText(say('users.assign.gaining', { count: 20 }), { exact: true }).waitFor();
  await click(dialog.getByRole('button', { name: say('users.assign.ok'), exact: true }));
  await page.getByText(say('users.assign.done', { count: 20, license: 'Expense Box' })).waitFor();
  expect(clicks()).toBeLessThanOrEqual(4);
  await button(page, 'common.undo').click();
  await page.getByText(say('users.assign.undone', { count: 20, license: 'Expense Box' })).waitFor();
});

test('an export of users takes 3 clicks', async () => {
  const page = await open();
  const { click, clicks } = counting();
  await click(button(page, 'users.exportAll'));
  await click(page.getByRole('dialog').getByRole('button', { name: say('transfer.export'), exact: true }));
  const dialog = dialogOf(page, say('transfer.exportUnderWay'));
  const download = dialog.getByRole('button', { name: say('transfer.download'), exact: true });
  await expect.poll(() => download.isEnabled()).toBe(true);
  const [file] = await Promise.all([page.waitForEvent('download'), click(download)]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(clicks()).toBe(3);
});

let tries = 0;

test('adding and inviting a user takes 3 clicks and 2 fields; a free user ID is proposed', async () => {
  tries += 1;
  const [mori, sora] = [`taro@company${tries}.example`, `sora@company${tries}.example`];
  const page = await open();
  const { click, clicks } = counting();
  await click(button(page, 'users.dialog.title'));
  const dialog = dialogOf(page, say('users.dialog.title'));
  await dialog.getByLabel(say('common.mailAddress')).fill(mori);
  // Another user has the ID of this address: the next one is proposed.
  const userId = dialog.getByLabel(say('common.userId'));
  await expect.poll(() => userId.inputValue()).toMatch(/^taro[2-9]$/);
  await dialog.getByLabel(say('common.familyName')).fill('Mori');
  await click(dialog.getByRole('button', { name: say('users.dialog.title'), exact: true }));
  await page.getByText(say('users.done.createInvited', { userId: 'Mori', address: mori })).waitFor();
  expect(clicks()).toBeLessThanOrEqual(3);

  // The other fields are on the page, which keeps what was typed.
  await button(page, 'users.dialog.title').click();
  await dialog.getByLabel(say('common.mailAddress')).fill(sora);
  await dialog.getByRole('button', { name: say('users.dialog.more'), exact: true }).click();
  await page.waitForURL(`**${paths.newUser}`);
  await expect.poll(() => page.getByLabel(say('common.userId')).inputValue()).toBe('sora');
});

test('importing and inviting 100 users takes at most 7 clicks', async () => {
  tries += 1;
  const newcomer = (at: number) => `newcomer.${tries}.${at}`;
  const page = await open();
  const { click, clicks } = counting();
  await click(button(page, 'users.menu'));
  await click(button(page, 'users.import'));
  const lines = ['operation,userId,loginMailAddress'];
  for (let at = 1; at <= 100; at += 1) lines.push(`create,${newcomer(at)},${newcomer(at)}@company.example`);
  const file = { name: 'newcomers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    click(page.getByRole('button', { name: say('ui.chooseFile') }).first()),
  ]);
  await chooser.setFiles(file);
  await click(button(page, 'transfer.uploadAndCheck'));
  await click(button(page, 'transfer.carryOut'));
  const dialog = page.getByRole('dialog');
  await click(dialog.getByRole('checkbox', { name: say('transfer.invite') }));
  await click(dialog.getByRole('button', { name: say('transfer.carryOut'), exact: true }));
  await page.getByText(say('transfer.ended_completed'), { exact: true }).waitFor();
  await page.getByText(say('transfer.invited')).waitFor();
  expect(clicks()).toBeLessThanOrEqual(7);
  await stage.portico.mailOf(
    `${newcomer(100)}@company.example`,
    say('mail.invitation.subject', { product: 'Portico' }),
  );
});

test('the whole row opens the user; actions that would lock out the own account skip it', async () => {
  const page = await open();
  const row = page.getByRole('row').filter({ has: page.getByText('anna.schmidt', { exact: true }) });
  await row.click();
  await page.waitForURL('**/portal/users/anna.schmidt**');
  await page.goBack();
  for (const mailAddress of [admin.mailAddress, 'taro@demo.example']) {
    await search(page).fill(mailAddress);
    const found = page.getByRole('row').filter({ hasText: mailAddress });
    await found.waitFor();
    // While others go, what is pressed may move away.
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await found.getByRole('checkbox').check();
  }
  await button(page, 'users.bulk.more').click();
  await button(page, 'users.act.delete').click();
  const dialog = dialogOf(page, say('users.bulk.title_delete', { count: 1 }));
  await dialog.getByText(say('users.bulk.leavesSelf')).waitFor();
  await page.keyboard.press('Escape');
});

test('a page scrolls once; columns are hidden instead of scrolling sideways, and the head stays visible', async () => {
  const page = await open();
  await page.getByRole('row').nth(3).waitFor();
  const head = page.getByRole('columnheader', { name: say('common.department') });
  for (const width of [1440, 960]) {
    await page.setViewportSize({ width, height: 600 });
    // Where it still fits depends on the length of the names.
    if (width < 1000) await expect.poll(() => head.isVisible()).toBe(false);
    const list = page.locator('[data-list]');
    expect(await list.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.mouse.wheel(0, 400);
  const name = page.getByRole('columnheader', { name: say('users.user') });
  await expect.poll(async () => Math.round((await name.boundingBox())?.y ?? -1)).toBeGreaterThanOrEqual(56);
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole('row').filter({ has: page.getByText('anna.schmidt', { exact: true }) });
  await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(80);
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: say('ui.selectionActions', { count: 1 }), exact: true }).click();
  await button(page, 'users.assign.open').waitFor();
});

test('on a phone, an ID longer than the name above it is shown whole', async () => {
  tries += 1;
  const userId = `li.an.finance.${tries}`;
  const names = ['--family-name', '李', '--given-name', '安', '--mail', `li.an.${tries}@demo.example`];
  await stage.portico.cli('user', 'create', 'demo', userId, ...names, '--role', 'User', '--password', admin.password);
  const page = await open(`${paths.users}?keyword=${userId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const id = page.getByText(userId, { exact: true });
  await id.waitFor();
  await expect.poll(() => id.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});
