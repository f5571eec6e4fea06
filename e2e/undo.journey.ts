import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { uploadUsers } from './every-page/acts.ts';
import { admin, makePerson } from './support/people.ts';
import { becomeSignedIn, openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const MADE = 996;
let tries = 0;

async function carryOut(page: Page, typed?: string): Promise<void> {
  await button(page, 'transfer.carryOut').click();
  const dialog = page.getByRole('dialog');
  if (typed) await dialog.getByLabel(say('ui.typeNumber', { number: typed })).fill(typed);
  await dialog.getByRole('button', { name: say('transfer.carryOut'), exact: true }).click();
  await page.getByText(say('transfer.ended_completed'), { exact: true }).waitFor();
}

const card = (page: Page, count: number, key: string) =>
  page.getByRole('button', { name: `${count} ${say(key)}`, exact: true });

test('an import of a thousand is undone, except for one user changed since', async () => {
  tries += 1;
  const moved = `Moved ${tries}`;
  const [changed, touched, gone] = [
    await makePerson(stage.portico),
    await makePerson(stage.portico),
    await makePerson(stage.portico),
  ];
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  await page.goto(paths.userImports);
  const lines = [
    'operation,userId,department',
    `update,${changed.userId},${moved}`,
    `update,${touched.userId},${moved}`,
  ];
  lines.push(`delete,${gone.userId},`);
  for (let at = 0; at <= MADE; at += 1) lines.push(`create,undone.${tries}.${at},${moved}`);
  await uploadUsers('format', lines)({ page, t: say } as Parameters<ReturnType<typeof uploadUsers>>[0]);
  await carryOut(page);
  const importPage = page.url();

  await page.goto(`/portal/users/${touched.userId}`);
  await page.getByLabel(say('common.department'), { exact: true }).fill('Elsewhere');
  await page.getByRole('button', { name: say('common.save'), exact: true }).click();
  await page.getByText(say('users.saved')).waitFor();

  await page.goto(importPage);
  await button(page, 'common.undo').click();
  await card(page, 1, 'transfer.leftAlone').click();
  await page.getByText(say('transfer.undoReason.conflict')).first().waitFor();
  await card(page, 1, 'transfer.toRestore').waitFor();
  await carryOut(page, String(MADE + 1));
  await page.getByText(say('transfer.doneRestore', { count: 1 })).waitFor();

  await page.goto(`/portal/users/${gone.userId}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${paths.users}?department=${encodeURIComponent(moved)}`);
  await page.getByText(say('ui.noHit')).waitFor();
});

test('the deactivation of many users is undone from the bulk actions', async () => {
  const people = [await makePerson(stage.portico), await makePerson(stage.portico)];
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  await page.goto(`${paths.users}?keyword=Robin`);
  for (const { userId } of people)
    await page.getByRole('row').filter({ hasText: userId }).getByRole('checkbox').check();
  await button(page, 'users.bulk.more').click();
  await button(page, 'users.act.deactivate').click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('users.act.deactivate'), exact: true })
    .click();
  await page.getByText(say('users.bulk.done_deactivate', { count: 2 })).waitFor();

  await page.goto(paths.userBulks);
  await button(page, 'common.undo').first().click();
  await page.getByRole('heading', { name: say('transfer.undoOf_deactivate') }).waitFor();
  await carryOut(page);
  await page.goto(`/portal/users/${people[0]?.userId}`);
  await page.getByText(say('common.userStatus.active'), { exact: true }).first().waitFor();
});

test('a single change is undone from the user’s history, by keyboard, also on a small screen', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await becomeSignedIn(page, admin);
  const change = async (department: string) => {
    await page.goto(`/portal/users/${person.userId}`);
    await page.getByLabel(say('common.department'), { exact: true }).fill(department);
    await page.getByRole('button', { name: say('common.save'), exact: true }).click();
    await page.getByText(say('users.saved')).waitFor();
  };
  const history = () => page.goto(`/portal/users/${person.userId}?tab=history`);
  const undoOf = (told: string) =>
    page
      .getByRole('row')
      .filter({ hasText: told })
      .getByRole('button', { name: say('common.undo'), exact: true });
  await change('First');
  await change('Second');

  // The earlier of the two: its field has changed since.
  await history();
  await undoOf('→ First').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: say('transfer.undoOfChange', { name: person.userId }) }).waitFor();
  await page.getByText(say('transfer.undoReason.conflict')).first().waitFor();

  await page.setViewportSize({ width: 390, height: 844 });
  await history();
  await undoOf('First → Second').click();
  await page.getByRole('heading', { name: say('transfer.undoOfChange', { name: person.userId }) }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await carryOut(page);
  await page.goto(`/portal/users/${person.userId}`);
  await expect.poll(() => page.getByLabel(say('common.department'), { exact: true }).inputValue()).toBe('First');
});

test('a change of a user is undone from the operation log', async () => {
  const person = await makePerson(stage.portico);
  const { page } = await stage.visit();
  await openSignedIn(page, admin, `/portal/users/${person.userId}`);
  const department = page.getByLabel(say('common.department'), { exact: true });
  const before = await department.inputValue();
  await department.fill('Logged');
  await page.getByRole('button', { name: say('common.save'), exact: true }).click();
  await page.getByText(say('users.saved')).waitFor();

  await page.goto('/portal/tenant/system-log');
  const entry = page.getByRole('row').filter({ hasText: 'Logged' }).first();
  await entry.getByRole('button', { name: say('common.undo'), exact: true }).click();
  await page.getByRole('heading', { name: say('transfer.undoOfChange', { name: person.userId }) }).waitFor();
  await carryOut(page);
  await page.goto(`/portal/users/${person.userId}`);
  await expect.poll(() => department.inputValue()).toBe(before);
});
