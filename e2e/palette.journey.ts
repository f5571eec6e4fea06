import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addressOf, type PaletteEntry, paletteEntries } from '../web/src/base/palette-entries.ts';
import { paths } from '../web/src/base/paths.ts';
import { axeFindings } from './support/browser.ts';
import { admin, taro } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { accountMenu } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const palette = (page: Page) => page.getByRole('combobox', { name: say('ui.goTo') });

async function lookFor(page: Page, keyword: string): Promise<void> {
  // Keys pressed before the page has loaded are lost.
  await accountMenu(page).waitFor();
  await page.keyboard.press('Control+k');
  await palette(page).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(keyword);
}

const options = (page: Page) => page.getByRole('dialog', { name: say('ui.goTo') }).getByRole('option');

/** Name and surrounding text of the focused setting. */
const around = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    const place = at?.closest('fieldset') ?? at?.parentElement?.parentElement?.parentElement;
    return `${at?.getAttribute('aria-label')} ${at?.textContent} ${place?.textContent}`;
  });

/** Settings by page. */
function settingsByPage(): [string, PaletteEntry[]][] {
  const pages = new Map<string, PaletteEntry[]>();
  for (const entry of paletteEntries) if (entry.at) pages.set(entry.path, [...(pages.get(entry.path) ?? []), entry]);
  return [...pages];
}

describe('the command palette', () => {
  test('three letters and Enter open a setting without the mouse; it is then listed first', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, admin, paths.top);
    await lookFor(page, 'ina');
    const option = options(page).first();
    await option.getByText(say('policy.idleMinutes')).waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: /result/ })
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.tenant('session-policy')}`);
    await expect.poll(() => around(page)).toContain(say('policy.idleMinutes'));

    await lookFor(page, '');
    await expect.poll(() => option.textContent()).toBe(`${say('policy.idleMinutes')}${say('palette.recent')}`);
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'hidden' });
  });

  test('synonyms find a setting, and an action opens its dialog', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, admin, paths.top);
    await lookFor(page, '2fa');
    await options(page).first().getByText(say('ui.tenant.mfa-settings'), { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.tenant('mfa-settings')}`);
    await lookFor(page, 'cre');
    await options(page).first().getByText(say('palette.act.createLink')).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${paths.registration('urls')}`);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: say('onboarding.urls.make') })
      .waitFor();
    // Reloading the page does not open it again.
    await page.reload();
    await page
      .getByRole('button', { name: say('onboarding.urls.make') })
      .first()
      .waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a user finds nothing for administrators', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, taro, paths.top);
    await lookFor(page, 'pas');
    await options(page).first().getByText(say('ui.account.change_password')).waitFor();
    expect(await options(page).getByText(say('ui.tenant.password-policy'), { exact: true }).count()).toBe(0);
  });

  test('every setting is found on its page', async () => {
    const { page } = await stage.visit();
    await openSignedIn(page, admin, paths.top);
    for (const [path, entries] of settingsByPage()) {
      await page.goto(path);
      // The portal misses a hash that changes while it starts.
      await accountMenu(page).first().waitFor();
      for (const entry of entries) {
        const { at = entry.label, under } = entry;
        await page.evaluate((hash) => {
          location.hash = hash;
        }, addressOf(entry).split('#')[1] ?? '');
        // It closes once the setting is shown.
        await expect.poll(() => new URL(page.url()).hash, { message: addressOf(entry) }).toBe('');
        const names = [at, ...(under ? [under] : [])].map((key) => say(key));
        const isThere = async () => {
          const text = await around(page);
          return names.some((name) => text.includes(name)) || text;
        };
        await expect.poll(isThere, { message: addressOf(entry) }).toBe(true);
      }
    }
  });
});
