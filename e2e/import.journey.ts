import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { exportUsers } from './every-page/acts.ts';
import { axeFindings } from './support/browser.ts';
import { admin } from './support/people.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { box, button, heading } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

/** Goes from the user list to the import page, as an administrator does. */
async function openImport(page: Page): Promise<void> {
  await page.goto(paths.users);
  await button(page, 'users.menu').click();
  await button(page, 'users.import').click();
  await heading(page, 'transfer.importTitle').waitFor();
}

/** Names and a department of its own for each try. */
let tries = 0;

async function uploadAs(page: Page, name: string, content: string): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(content) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await button(page, 'transfer.uploadAndCheck').click();
  await page.waitForURL(/\/portal\/users\/import\/[0-9a-f-]{36}/);
}

const changes = (page: Page, count: number) =>
  page.getByRole('heading', { level: 2, name: say('transfer.changes', { count }), exact: true });

/** A card of the preview: the number of rows of a kind. */
const card = (page: Page, kind: string, count: number) =>
  page.getByRole('button', {
    name: `${count} ${say(kind === 'wrong' ? 'transfer.rows_wrong' : `transfer.toDo_${kind}`)}`,
    exact: true,
  });

async function carryOut(page: Page): Promise<void> {
  await button(page, 'transfer.carryOut').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('transfer.carryOut'), exact: true })
    .click();
  await page.getByText(say('transfer.ended_completed'), { exact: true }).waitFor();
}

async function fetched(page: Page, key: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, key).click()]);
  return textOf(download);
}

/** A downloaded file, without its byte order mark. */
async function textOf(download: Download): Promise<string> {
  return (await readFile(await download.path(), 'utf8')).replace(/^\uFEFF/, '');
}

test('an import says which seats it would take before anything is written', async () => {
  await stage.portico.cli('license', 'update', 'demo', 'print-flow-standard', '--volume', '12');
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  await openImport(page);
  const lines = ['operation,userId,familyName', 'create,seat.one,One', 'create,seat.two,Two'];
  await uploadAs(page, 'seats.csv', `${lines.join('\r\n')}\r\n`);
  await changes(page, 2).waitFor();
  const seats = page.getByRole('list', { name: say('ui.seats.title') });
  const over = seats.getByText(/^Print Flow: \d+ of 12 – \d+ over the limit/);
  await over.first().waitFor();
  await seats.first().getByText(say('ui.seats.byRule')).first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await button(page, 'transfer.carryOut').click();
  await page
    .getByRole('dialog')
    .getByText(/over the limit/)
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
  await stage.portico.cli('license', 'update', 'demo', 'print-flow-standard', '--volume', '500');
});

test('a file with mistakes is previewed, applied without them, corrected and imported again', async () => {
  tries += 1;
  const department = `企画部${tries}`;
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  await openImport(page);
  const lines = [
    'operation,userId,familyName,givenName,department',
    `create,mei.ito.${tries},Ito,Mei,Logistics`,
    `update,taro,山田,太郎,${department}`,
    `destroy,hanako.suzuki,鈴木,花子,${department}`,
    'create,two words,Nobody,Here,Nowhere',
  ];
  await uploadAs(page, 'staff.csv', `${lines.join('\r\n')}\r\n`);
  await changes(page, 2).waitFor();
  await card(page, 'create', 1).waitFor();
  await card(page, 'update', 1).waitFor();

  // The invalid rows, each with its reason; one is opened.
  await card(page, 'wrong', 2).click();
  await page.waitForURL(/kind=wrong/);
  await page.getByText(say('errors.unknown_operation')).waitFor();
  await page.getByRole('button', { name: say('transfer.openRow', { row: 5, userId: 'two words' }) }).click();
  const opened = page.getByRole('dialog', { name: say('transfer.row', { row: 5, userId: 'two words' }) });
  await opened.getByText(say('transfer.reason.invalid_params.userId')).waitFor();
  await opened
    .getByRole('button', { name: say('common.close'), exact: true })
    .last()
    .click();
  const wrong = await fetched(page, 'transfer.fetchWrong');
  expect(wrong.trim().split('\r\n')).toHaveLength(3);

  // A change opened: before and after.
  await card(page, 'wrong', 2).click();
  await page.getByRole('button', { name: say('transfer.openRow', { row: 3, userId: 'taro' }) }).click();
  const taro = page.getByRole('dialog', { name: say('transfer.row', { row: 3, userId: 'taro' }) });
  await taro.getByRole('cell', { name: department, exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await carryOut(page);

  // The tray still shows it on another page.
  await page.goto(paths.users);
  await button(page, 'ui.jobs').click();
  await page
    .getByRole('link', { name: say('ui.jobImport', { file: 'staff.csv' }) })
    .first()
    .click();
  await page.getByText(say('transfer.ended_completed'), { exact: true }).waitFor();

  await openImport(page);
  await uploadAs(page, 'put-right.csv', wrong.replace('destroy', 'update').replace('two words', `two.words.${tries}`));
  await changes(page, 2).waitFor();
  await card(page, 'wrong', 0).waitFor();
  await carryOut(page);
  const result = await fetched(page, 'transfer.fetchResult');
  expect(result).toContain(say('transfer.result.create'));
  expect(result).toContain(say('transfer.result.update'));

  await page.goto(`${paths.users}/hanako.suzuki`);
  await box(page, 'common.department').waitFor();
  expect(await box(page, 'common.department').inputValue()).toBe(department);
});

test('importing an exported file changes nothing', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.users);
  await exportUsers({ page, t: say });
  await heading(page, 'transfer.exportsTitle').waitFor();
  const fetch = page.getByRole('button', {
    name: new RegExp(`^${say('transfer.fetchOne', { size: '' }).split('(')[0]}`),
  });
  const [download] = await Promise.all([page.waitForEvent('download'), fetch.first().click()]);
  const file = await textOf(download);
  expect(file).toContain('hanako.suzuki');

  await openImport(page);
  await uploadAs(page, download.suggestedFilename(), file);
  await changes(page, 0).waitFor();
  expect(await button(page, 'transfer.carryOut').count()).toBe(0);
});
