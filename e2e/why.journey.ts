import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const tab = (page: Page, key: string) => page.getByRole('tab', { name: say(key), exact: true });
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: say('ui.chooseRow', { name }) });

test('a license over its limit says so, and fits again once unused seats are freed', async () => {
  const shrunk = await stage.portico.cli('license', 'update', 'demo', 'scan-desk-team', '--volume', '4');
  expect(shrunk).toMatchObject({ usedVolume: 5, volume: 4, overUsedSince: expect.any(String) });
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.tenant('license-list'));
  const row = page.getByRole('row').filter({ hasText: 'scan-desk-team' });
  await row.getByText(/^Over the limit since/).waitFor();
  await row.getByRole('link', { name: 'Scan Desk' }).click();

  await page.getByText(say('licenses.overTitle', { count: 1 })).waitFor();
  await page.getByText(/^Since /).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  // No demo user has used it yet: the oldest account comes first.
  await page.getByRole('table').getByText(say('licenses.never')).first().waitFor();
  await tick(page, 'Sofía García').check();
  await button(page, 'licenses.withdraw').click();
  const ask = page.getByRole('dialog', { name: say('licenses.withdrawTitle', { count: 1, service: 'Scan Desk' }) });
  await ask.getByRole('button', { name: say('licenses.withdraw') }).click();
  await page.getByText(say('licenses.withdrawn', { count: 1 })).waitFor();
  await page.getByText(say('licenses.overTitle', { count: 1 })).waitFor({ state: 'detached' });
  await tick(page, 'Sofía García').waitFor({ state: 'detached' });

  // Why she cannot use it, and the remedy: no seats are left.
  await tab(page, 'licenses.tab_who').click();
  await page.getByRole('searchbox').fill('García');
  await page.getByText(say('licenses.whoseFound', { count: 1 })).waitFor();
  await page.getByText('Sofía García').click();
  await page.getByText(say('reasons.remedy_freeSeat')).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('link', { name: say('reasons.toSeats') }).click();
  await page.getByRole('heading', { name: say('licenses.holders_user') }).waitFor();
});

test('the pages of a user and a device explain their licenses and lead to the change', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, `${paths.users}/taro?tab=licenses`);
  await page.getByText(say('reasons.why'), { exact: true }).first().click();
  await page.getByText(say('reasons.check_userActive')).first().waitFor();
  await page.goto(`${paths.devices}/tokyo-1f-lobby?tab=licenses`);
  const line = page.getByRole('listitem').filter({ hasText: 'print-flow-device' });
  await line.getByText(say('reasons.canUse')).waitFor();
  await line.getByText(say('reasons.why'), { exact: true }).click();
  await line.getByText(say('reasons.check_types', { types: '' }).replace(/\.?$/, '').trim()).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await line.getByRole('link', { name: say('reasons.toPermissions') }).click();
  await page.waitForURL(`**${paths.devicePermissions}**`);
  expect(new URL(page.url()).searchParams.get('deviceId')).toBe('tokyo-1f-lobby');
});
