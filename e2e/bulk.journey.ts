import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { uploadUsers } from './every-page/acts.ts';
import { settle } from './every-page/look.ts';
import { admin, makePerson } from './support/people.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { box, button, heading } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const LEAVERS = 1200;
/** A department and users of its own for each try. */
let tries = 0;
const plant = () => `Closed plant ${tries}`;

/** A large department, one of whose users can sign in, created by an import. */
async function fillPlant(page: Page, userId: string): Promise<void> {
  const lines = ['operation,userId,status,department', `update,${userId},active,${plant()}`];
  for (let at = 1; at < LEAVERS; at += 1) lines.push(`create,leaver.${tries}.${at},active,${plant()}`);
  await page.goto(paths.userImports);
  await uploadUsers('format', lines)({ page, t: say } as Parameters<ReturnType<typeof uploadUsers>>[0]);
  await button(page, 'transfer.carryOut').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('transfer.carryOut'), exact: true })
    .click();
  await page.getByText(say('transfer.ended_completed'), { exact: true }).waitFor();
}

/** Selects all users of the department and starts an action, up to its confirmation. */
async function askForAll(page: Page, action: string): Promise<void> {
  await page.goto(`${paths.users}?department=${encodeURIComponent(plant())}`);
  await page.getByRole('checkbox', { name: say('ui.choosePage'), exact: true }).check();
  await page.getByRole('button', { name: say('ui.chooseAll', { count: LEAVERS }), exact: true }).click();
  await button(page, 'users.bulk.more').click();
  await button(page, `users.act.${action}`).click();
}

test('all matches are deactivated with visible progress; this and deleting them ask for the number', async () => {
  tries += 1;
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  await fillPlant(page, person.userId);
  const { page: theirs } = await stage.visit();
  await openSignedIn(theirs, person);

  await askForAll(page, 'deactivate');
  const asked = page.getByRole('dialog', { name: say('users.bulk.title_deactivate', { count: LEAVERS }) });
  await asked.getByLabel(say('ui.typeNumber', { number: '1,200' })).fill(String(LEAVERS));
  await asked.getByRole('button', { name: say('users.act.deactivate'), exact: true }).click();
  await page.getByText(say('users.bulk.done_deactivate', { count: LEAVERS })).waitFor();
  await theirs.goto(paths.account('basic_settings'));
  await theirs.waitForURL((url) => url.pathname === '/login.html');
  await box(theirs, 'guest.password').waitFor();

  // The tray shows it on every page, and leads to the result.
  await page.goto(paths.top);
  await button(page, 'ui.jobs').click();
  await page
    .getByRole('link', { name: say('ui.jobBulk_deactivate', { count: LEAVERS }) })
    .first()
    .click();
  await heading(page, 'users.bulks.title').waitFor();
  const done = page.getByRole('row').filter({ hasText: say('ui.jobBulk_deactivate', { count: LEAVERS }) });
  await done.first().getByText(say('common.jobStatus.completed'), { exact: true }).waitFor();

  await askForAll(page, 'delete');
  const dialog = page.getByRole('dialog', { name: say('users.bulk.title_delete', { count: LEAVERS }) });
  const sure = dialog.getByRole('button', { name: say('users.act.delete'), exact: true });
  expect(await sure.isDisabled()).toBe(true);
  await dialog.getByLabel(say('ui.typeNumber', { number: '1,200' })).fill(String(LEAVERS));
  await sure.click();
  await page.getByText(say('users.bulk.done_delete', { count: LEAVERS })).waitFor();
  await page.getByText(say('ui.noHit')).waitFor();
});

test('selecting rows moves none of them, so the next press hits the right row', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.users);
  const rows = page.locator('tbody tr');
  const boxes = rows.getByRole('checkbox');
  await boxes.nth(2).waitFor();
  const places = () => rows.evaluateAll((all) => all.slice(0, 3).map((row) => row.getBoundingClientRect().top));
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await settle(page);
    const before = await places();
    await boxes.nth(0).check();
    expect(await places()).toEqual(before);
    await page.getByRole('checkbox', { name: say('ui.choosePage'), exact: true }).check();
    expect(await places()).toEqual(before);
    await button(page, 'ui.chooseNone').click();
    expect(await places()).toEqual(before);
  }
});
