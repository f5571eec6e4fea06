import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScimApp, startScimApp } from '#test/scim-app.ts';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { makeCompany } from './support/company.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage({ OUTGOING_ALLOW: '127.0.0.1' });
const USERS = 3;
let wiki: ScimApp;

beforeAll(async () => {
  wiki = await startScimApp();
});
afterAll(() => wiki.close());

const shown = (page: Page, key: string, params = {}) =>
  page.getByText(say(key, params), { exact: true }).filter({ visible: true }).first().waitFor();
const act = async (page: Page, key: string) => {
  await button(page, 'webhooks.acts').first().click();
  await button(page, key).first().click();
};
const inDialog = (page: Page, key: string) =>
  page.getByRole('dialog').getByRole('button', { name: say(key), exact: true });

test('users are pushed to an app that breaks, and repaired from dead letters', async () => {
  const { administrator, people } = await makeCompany(stage, USERS);
  const [unlucky] = people;
  const refuse = () => {
    wiki.instead = ({ method, body }) =>
      method === 'POST' && body?.userName === unlucky?.userId ? { status: 400, detail: 'The wiki is full' } : null;
  };
  refuse();
  const { page } = await stage.visit();
  await openSignedIn(page, administrator, paths.provisioningTargets);
  await button(page, 'targets.add').first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('common.name')).fill('Wiki');
  await dialog.getByLabel(say('provisioning.baseUrl')).fill(wiki.address);
  await dialog.getByLabel(say('provisioning.token')).fill(wiki.token);
  await dialog.getByRole('radio', { name: say('history.assignment_everyone') }).check();
  expect(await axeFindings(page)).toEqual([]);
  await inDialog(page, 'targets.add').click();
  await shown(page, 'targets.usersEmpty');

  await act(page, 'targets.act_test');
  await inDialog(page, 'targets.act_test').click();
  await shown(page, 'targets.testOk');
  await inDialog(page, 'common.close').last().click();
  await act(page, 'targets.act_preview');
  await page
    .getByRole('dialog')
    .getByLabel(say('common.userId'))
    .fill(unlucky?.userId ?? '');
  await inDialog(page, 'targets.act_preview').click();
  await page.getByText(`"userName": "${unlucky?.userId}"`).waitFor();
  await inDialog(page, 'common.close').last().click();
  expect(wiki.calls.filter(({ method }) => method !== 'GET')).toEqual([]);

  // Turned on: all but one are there.
  await act(page, 'provisioning.act_switchOn');
  await inDialog(page, 'provisioning.act_switchOn').click();
  await shown(page, 'targets.switchedOn', { name: 'Wiki' });
  await expect.poll(() => wiki.users.size, { timeout: 60_000 }).toBe(USERS);
  const dead = page.getByText(say('targets.deadNow', { number: 1 }), { exact: true });
  const deadIsTold = async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Wiki', level: 1 }).waitFor();
    return dead.isVisible();
  };
  await expect.poll(deadIsTold, { timeout: 60_000, interval: 1000 }).toBe(true);
  await button(page, 'webhooks.refresh').click();
  await page.getByRole('button', { name: say('targets.viewOf', { name: unlucky?.userId ?? '' }), exact: true }).click();
  await page.getByText('The wiki is full').waitFor();
  expect(await axeFindings(page)).toEqual([]);

  // It breaks as a whole when the user is tried again: that is no fault of the user.
  wiki.instead = () => ({ status: 503 });
  await inDialog(page, 'targets.act_retry').click();
  await shown(page, 'targets.decided_retry', { number: 1 });
  const answered = page.getByText(say('webhooks.failure_status', { status: 503 }), { exact: true });
  const failureIsTold = async () => {
    await page.reload();
    await page.getByRole('heading', { name: 'Wiki', level: 1 }).waitFor();
    return answered.first().isVisible();
  };
  await expect.poll(failureIsTold, { timeout: 60_000, interval: 1000 }).toBe(true);
  expect(await axeFindings(page)).toEqual([]);

  // It is back, and refuses the user as before; then the wiki has room.
  refuse();
  await expect.poll(deadIsTold, { timeout: 120_000, interval: 1000 }).toBe(true);
  wiki.instead = () => null;
  await button(page, 'targets.act_retryAll').click();
  await shown(page, 'targets.decided_retry', { number: 1 });
  await expect.poll(() => wiki.users.size, { timeout: 60_000 }).toBe(USERS + 1);
  await expect.poll(deadIsTold, { timeout: 60_000, interval: 1000 }).toBe(false);
  expect(new Set([...wiki.users.values()].map(({ userName }) => userName)).size).toBe(USERS + 1);
});
