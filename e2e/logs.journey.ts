import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../web/src/base/paths.ts';
import { admin, makePerson, type Person } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

/** Signs in with a wrong password, without a browser, whose console would report the refusal. */
async function beRefused({ tenantId, userId }: Person): Promise<void> {
  const body = { type: 'userId', tenantId, credentials: userId, password: 'not the password 1' };
  const headers = { 'content-type': 'application/json', 'x-request-id': `refused-${userId}` };
  const url = `${stage.portico.url}/api/auth/login/user`;
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(answer.status).toBe(401);
}

/** Downloads the file of a button. */
async function fetchFile(page: Page, what: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), what.click()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('a failed sign-in is found, opened and exported with a manifest', async () => {
  const person = await makePerson(stage.portico);
  await beRefused(person);
  const { page } = await stage.visit();
  await openSignedIn(page, admin);
  await page.getByRole('link', { name: say('ui.area.logs'), exact: true }).click();
  await page.getByText(say('logs.loginLead')).waitFor();

  await page.getByRole('searchbox', { name: say('logs.searchLogins') }).fill(person.userId);
  const row = page.getByRole('row').filter({ hasText: person.userId });
  await row.getByText(say('account.history.status_error')).waitFor();
  await page.waitForURL((url) => url.searchParams.get('keyword') === person.userId);
  // The chart shows the same, also to screen readers.
  await page.getByRole('button', { name: say('logs.showChart') }).click();
  await page.getByText(say('ui.chart.asTable')).click();
  const chart = page.getByRole('table', { name: say('logs.byDay') });
  // In the time zone of the reader it may be tomorrow meanwhile.
  const refusals = () =>
    chart.getByRole('row').evaluateAll((all) => all.map((row) => row.lastElementChild?.textContent));
  await expect.poll(async () => (await refusals()).filter((count) => /^[1-9]/.test(count ?? ''))).toEqual(['1']);

  await row.getByRole('button').click();
  const details = page.getByRole('dialog');
  await details.getByText(say('account.history.reason_mismatch')).waitFor();
  await details.getByText(`refused-${person.userId}`).waitFor();
  // The address of the page opens the same row again.
  await page.reload();
  await details.getByText(`refused-${person.userId}`).waitFor();
  await details.getByRole('button', { name: say('logs.sameUser') }).click();
  await page.waitForURL((url) => url.searchParams.get('user') === person.userId);

  await button(page, 'logs.export').click();
  const asked = page.getByRole('dialog', { name: say('logs.exportTitle', { count: 1 }) });
  await asked.getByRole('button', { name: say('logs.export'), exact: true }).click();
  await page.waitForURL(`**${paths.tenant('log-export')}`);
  const done = page
    .getByRole('row')
    .filter({ hasText: say('common.jobStatus.completed') })
    .first();
  await done.waitFor();
  const file = await fetchFile(page, done.getByRole('button').first());
  const manifest = await fetchFile(page, done.getByRole('button', { name: say('logs.manifest'), exact: true }));
  const said = JSON.parse(manifest.bytes.toString());
  expect(said).toMatchObject({ kind: 'login', rows: 1, condition: { userId: person.userId } });
  expect(said.files).toEqual([
    {
      fileName: file.name,
      rows: 1,
      bytes: file.bytes.length,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
    },
  ]);
  expect(file.bytes.toString().split('\n')[1]).toContain(`${person.userId},`);
});

test('a change is found with values before and after; the administrator sets the log retention', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.tenant('log-retention'));
  await page.getByRole('switch', { name: say('logs.retentionOwn') }).check({ force: true });
  const days = String(40 + Math.floor(Math.random() * 1000));
  await page.getByLabel(say('logs.retentionDays')).fill(days);
  await button(page, 'common.save').click();
  const sure = page.getByRole('dialog', { name: say('logs.retentionSure', { count: Number(days) }) });
  await sure.getByRole('button', { name: say('common.save'), exact: true }).click();
  await page.getByText(say('logs.retentionSaved')).waitFor();

  await page.getByRole('link', { name: say('ui.tenant.system-log'), exact: true }).click();
  const row = page
    .getByRole('row')
    .filter({ hasText: say('logs.field_logRetentionDays') })
    .first();
  await row.getByRole('button').click();
  const details = page.getByRole('dialog');
  const change = details.getByRole('row').filter({ hasText: say('logs.field_logRetentionDays') });
  await expect.poll(() => change.getByRole('cell').last().textContent()).toContain(Number(days).toLocaleString('en'));
});

test('who changed a setting, and what, takes two clicks from its page or a search for its words', async () => {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.tenant('password-policy'));
  const length = page.getByLabel(say('policy.minLength'));
  await length.waitFor();
  const before = await length.inputValue();
  const after = before === '9' ? '10' : '9';
  await length.fill(after);
  await button(page, 'common.save').click();
  const changed = page.getByRole('row').filter({ hasText: `${say('policy.minLength')}: ${before} → ${after}` });
  // Saved first: leaving earlier would ask what to do with the change.
  await button(page, 'common.save').waitFor({ state: 'hidden' });

  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await click(page.getByRole('link', { name: say('ui.settingHistory'), exact: true }));
  await changed.first().waitFor();
  expect(await changed.first().textContent()).toContain(say('ui.tenant.password-policy'));
  await click(changed.first().getByRole('button'));
  const details = page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ hasText: say('policy.minLength') });
  await expect.poll(() => details.getByRole('cell').allTextContents()).toEqual([before, after]);
  expect(clicks).toBeLessThanOrEqual(2);

  // The words shown in the log find it: the page's name, the field's name, and the actor.
  for (const words of [say('ui.tenant.password-policy'), say('policy.minLength').toLowerCase(), admin.userId]) {
    await page.goto(`${stage.portico.url}${paths.tenant('system-log')}?keyword=${encodeURIComponent(words)}`);
    await changed.first().waitFor();
  }
});
