import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { paths } from '../web/src/base/paths.ts';
import { makePerson, taro } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import {
  accountMenu,
  arriveAtTop,
  box,
  button,
  enterMailAddress,
  heading,
  link,
  signIn,
  signInToTop,
} from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();
const sayJapanese = textIn('ja');

let plainTenants = 0;

describe('the page guard', () => {
  test('without a session, a page leads to sign-in and back to the same address', async () => {
    const target = `${paths.account('group_list')}?order=descending`;
    const { page } = await stage.visit();
    await page.goto(target);
    await page.waitForURL((url) => url.pathname === '/login.html' && url.searchParams.has('url'));
    await enterMailAddress(page, taro);
    await page.waitForURL(`**${target}`);
    await page.locator('[aria-sort="descending"]').getByText(say('common.name'), { exact: true }).waitFor();
    await page.getByText('営業 / Sales').waitFor();
  });

  test('after sign-in, only addresses within Portico are followed', async () => {
    const { page } = await stage.visit();
    const origin = stage.portico.url;
    await signInToTop(page, taro);
    const signInFor = async (target: string) => {
      await page.goto(`/login.html?url=${encodeURIComponent(target)}`);
      await box(page, 'guest.password').fill(taro.password);
      await button(page, 'login.signIn').click();
      await accountMenu(page).waitFor();
      return page.url();
    };
    const sessions = paths.account('sessions');
    expect(await signInFor(sessions)).toBe(origin + sessions);
    expect(await signInFor(`${origin}${sessions}?a=b#c`)).toMatch(`${origin}${sessions}`);
    for (const target of foreignTargets(new URL(origin))) {
      expect.soft(await signInFor(target), target).toBe(origin + paths.top);
    }
  });

  test('a page for administrators tells other users that they cannot open it', async () => {
    const { page } = await stage.visit();
    await signIn(page, taro, `/login.html?url=${encodeURIComponent(paths.users)}`);
    await page.getByRole('heading', { name: say('portal.forbiddenTitle') }).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.users);
    await accountMenu(page).waitFor();
  });

  test('a feature that is turned off has no page', async () => {
    // Tenant IDs are never reused, not even by a retry of this test.
    plainTenants += 1;
    const tenantId = `plain-${plainTenants}`;
    await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Plain Inc');
    const person = await makePerson(stage.portico, tenantId);
    const { page } = await stage.visit();
    await openSignedIn(page, person, paths.account('device_login_settings'));
    const section = page.getByRole('heading', { name: say('account.pin.title') });
    await section.waitFor();
    await stage.portico.cli('toggle', 'set', 'deviceLoginSettings', 'off', '--tenant', tenantId);
    const gone = page.getByRole('heading', { name: say('ui.notFoundTitle') });
    // The server hears of it in a moment.
    await expect
      .poll(async () => {
        await page.reload();
        await gone.or(section).first().waitFor();
        return gone.isVisible();
      })
      .toBe(true);
    await page.goto(paths.account('basic_settings'));
    await page.getByRole('link', { name: say('ui.account.mfa_settings'), exact: true }).waitFor();
    expect(await page.getByRole('link', { name: say('ui.account.device_login_settings'), exact: true }).count()).toBe(
      0,
    );
  });

  test('an address that does not exist says so, to guests and to signed-in users', async () => {
    const { page } = await stage.visit();
    expect((await page.goto('/no-such-page'))?.status()).toBe(404);
    await heading(page, 'guest.notFoundTitle').waitFor();
    await signInToTop(page, taro);
    expect((await page.goto('/portal/account/no-such-section'))?.status()).toBe(404);
    await page.getByRole('heading', { name: say('ui.notFoundTitle') }).waitFor();
  });

  test('the error page has its own text for known errors, and marks text from other sites', async () => {
    const { page } = await stage.visit();
    await page.goto('/error.html?error=not_login_user_role');
    await heading(page, 'guest.notLoginUserRoleTitle').waitFor();
    await page.goto('/error.html?error-title=%3Cb%3EHi%3C/b%3E&error-contents=Call%20us&link-general-site=show');
    await heading(page, 'guest.errorTitle').waitFor();
    const quote = page.getByRole('figure', { name: say('guest.foreignMessage') });
    await quote.getByText('<b>Hi</b>', { exact: true }).waitFor();
    await link(page, 'guest.toGeneralSite').waitFor();
    await link(page, 'guest.toSignIn').click();
    await heading(page, 'login.title').waitFor();
  });
});

/**
 * Addresses that lead, or seem to lead, out of Portico: one of each kind. The tests of the rule have the whole list
 * (return-target.test.ts, session.test.ts).
 */
function foreignTargets({ port }: URL): string[] {
  return [
    'https://evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
    `http://localhost:${Number(port) + 1}/`,
    // A page that only redirects would loop.
    '/oauth-callback.html?code=1',
  ];
}

describe('announcements on the sign-in page', () => {
  test('planned maintenance and outages, for as long as they last', async () => {
    const { page } = await stage.visit();
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const titles = ['--title', 'en=Update of the database', '--title', 'ja=データベースの更新'];
    const planned = (await stage.portico.cli(
      'maintenance',
      'add',
      ...titles,
      '--starts',
      hour(20),
      '--ends',
      hour(22),
    )) as { uuid: string };
    await stage.portico.cli('status', 'set', 'sign-in', 'major_outage', '--name', 'Sign-in');
    await page.goto('/login.html');
    const maintenance = page.getByRole('region', { name: say('login.maintenanceTitle') });
    await maintenance.getByText('Update of the database').waitFor();
    await page.getByRole('region', { name: say('login.outageMajorTitle') }).waitFor();

    await stage.portico.cli('status', 'set', 'mail', 'operational', '--name', 'Mail');
    await page.goto('/login.html?ui_locales=ja');
    await page.getByRole('region', { name: sayJapanese('login.outagePartialTitle') }).waitFor();
    await page
      .getByRole('region', { name: sayJapanese('login.maintenanceTitle') })
      .getByText('データベースの更新')
      .waitFor();

    await stage.portico.cli('status', 'set', 'sign-in', 'operational');
    await stage.portico.cli('maintenance', 'end', planned.uuid);
    const known = page.waitForResponse('**/upcoming.json*');
    await page.goto('/login.html?ui_locales=en');
    expect(await (await known).json()).toMatchObject({ scheduled_maintenances: [] });
    await box(page, 'guest.mailAddress').waitFor();
    expect(await page.getByRole('region').count()).toBe(0);
  });
});

describe('language and color scheme', () => {
  test('the language chosen at sign-in stays for the portal, and can be changed there', async () => {
    const { page } = await stage.visit();
    await page.goto('/login.html');
    await page.getByRole('combobox', { name: say('guest.language') }).selectOption('日本語');
    await page.getByRole('heading', { level: 1, name: sayJapanese('login.title'), exact: true }).waitFor();
    await expect.poll(() => languageOf(page)).toBe('ja');
    await page.getByLabel(sayJapanese('guest.mailAddress'), { exact: true }).fill(taro.mailAddress);
    await page.getByLabel(sayJapanese('guest.password'), { exact: true }).fill(taro.password);
    await page.getByRole('button', { name: sayJapanese('login.signIn'), exact: true }).click();
    await page.getByRole('button', { name: sayJapanese('ui.accountMenu', { name: '山田 太郎' }) }).waitFor();
    await expect.poll(() => languageOf(page)).toBe('ja');
    await page.getByRole('button', { name: sayJapanese('common.language'), exact: true }).click();
    await page.getByRole('button', { name: 'English', exact: true }).click();
    await page.getByRole('button', { name: say('ui.accountMenu', { name: '太郎 山田' }) }).waitFor();
    await expect.poll(() => languageOf(page)).toBe('en');
  });

  test('a Japanese browser gets Japanese pages', async () => {
    const { page } = await stage.visit({ language: 'ja-JP' });
    await page.goto('/login.html');
    await expect.poll(() => languageOf(page)).toBe('ja');
  });

  test('a user without a language gets that of the organization, not of the browser', async () => {
    plainTenants += 1;
    const tenantId = `nippon-${plainTenants}`;
    await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Nippon', '--locale', 'ja');
    const person = await makePerson(stage.portico, tenantId);
    const { page } = await stage.visit();
    await signIn(page, person);
    await page.waitForURL(`**${paths.top}`);
    await page.getByRole('button', { name: sayJapanese('common.language'), exact: true }).waitFor();
    await expect.poll(() => languageOf(page)).toBe('ja');
  });

  test('the color scheme follows the device until the user chooses one for all pages', async () => {
    const { page } = await stage.visit({ dark: true });
    await signIn(page, taro);
    await arriveAtTop(page);
    await expect.poll(() => isDark(page)).toBe(true);
    await chooseScheme(page, 'common.theme.light');
    await expect.poll(() => isDark(page)).toBe(false);
    await page.reload();
    await accountMenu(page).waitFor();
    await expect.poll(() => isDark(page)).toBe(false);
    await page.goto('/login.html');
    await expect.poll(() => isDark(page)).toBe(false);
    await page.goto(paths.top);
    await chooseScheme(page, 'common.theme.system');
    await expect.poll(() => isDark(page)).toBe(true);
  });
});

const languageOf = (page: Page) => page.evaluate(() => document.documentElement.lang);

async function chooseScheme(page: Page, key: string): Promise<void> {
  await button(page, 'ui.colorScheme').click();
  await button(page, key).click();
}

/** True if the page's background is darker than its text. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const brightness = (color: string) =>
      (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const { backgroundColor, color } = getComputedStyle(document.body);
    return brightness(backgroundColor) < brightness(color);
  });
