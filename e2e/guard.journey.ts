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
  test('without a session a page leads to sign-in and back to the very address', async () => {
    const target = `${paths.account('group_list')}?order=descending`;
    const { page } = await stage.visit();
    await page.goto(target);
    await page.waitForURL((url) => url.pathname === '/login.html' && url.searchParams.has('url'));
    await enterMailAddress(page, taro);
    await page.waitForURL(`**${target}`);
    await page.locator('[aria-sort="descending"]').getByText(say('common.name'), { exact: true }).waitFor();
    await page.getByText('営業 / Sales').waitFor();
  });

  test('the address to go to after signing in is honoured within Portico only', async () => {
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

  test('a page of administrators is closed to others, and says so in its place', async () => {
    const { page } = await stage.visit();
    await signIn(page, taro, `/login.html?url=${encodeURIComponent(paths.users)}`);
    await page.getByRole('heading', { name: say('portal.forbiddenTitle') }).waitFor();
    expect(new URL(page.url()).pathname).toBe(paths.users);
    await accountMenu(page).waitFor();
  });

  test('a feature that is turned off has no page', async () => {
    // Tenant ids are never used twice, by a second try neither.
    plainTenants += 1;
    const tenantId = `plain-${plainTenants}`;
    await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Plain Inc');
    const person = await makePerson(stage.portico, tenantId);
    const { page } = await stage.visit();
    await openSignedIn(page, person, paths.account('device_login_settings'));
    await page.getByRole('heading', { name: say('account.pin.title') }).waitFor();
    await stage.portico.cli('toggle', 'set', 'deviceLoginSettings', 'off', '--tenant', tenantId);
    await page.reload();
    await page.getByRole('heading', { name: say('ui.notFoundTitle') }).waitFor();
    await page.goto(paths.account('basic_settings'));
    await page.getByRole('link', { name: say('ui.account.mfa_settings'), exact: true }).waitFor();
    expect(await page.getByRole('link', { name: say('ui.account.device_login_settings'), exact: true }).count()).toBe(
      0,
    );
  });

  test('an address that does not exist says so, to guests and to people signed in', async () => {
    const { page } = await stage.visit();
    expect((await page.goto('/no-such-page'))?.status()).toBe(404);
    await heading(page, 'guest.notFoundTitle').waitFor();
    await signInToTop(page, taro);
    expect((await page.goto('/portal/account/no-such-section'))?.status()).toBe(404);
    await page.getByRole('heading', { name: say('ui.notFoundTitle') }).waitFor();
  });

  test('the error page shows its own words for known errors, and foreign words as foreign', async () => {
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

/** Addresses that lead, or may be read to lead, out of Portico. The whole list is that of the rule's own test. */
function foreignTargets({ host, port }: URL): string[] {
  return [
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    `http://${host}@evil.example/`,
    `http://localhost:${Number(port) + 1}/`,
    '/portal/../api/auth/logout',
    // Pages that only pass people on would lead in a circle.
    '/logout.html',
    '/oauth-callback.html?code=1',
  ];
}

describe('what the sign-in page announces', () => {
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

describe('language and colour', () => {
  test('the language chosen at sign-in stays for the portal, and can be changed there', async () => {
    const { page } = await stage.visit();
    await page.goto('/login.html');
    await page.getByRole('combobox', { name: say('guest.language') }).selectOption('日本語');
    await page.getByRole('heading', { level: 1, name: sayJapanese('login.title'), exact: true }).waitFor();
    expect(await languageOf(page)).toBe('ja');
    await page.getByLabel(sayJapanese('guest.mailAddress'), { exact: true }).fill(taro.mailAddress);
    await page.getByLabel(sayJapanese('guest.password'), { exact: true }).fill(taro.password);
    await page.getByRole('button', { name: sayJapanese('login.signIn'), exact: true }).click();
    await page.getByRole('button', { name: sayJapanese('ui.accountMenu', { name: '山田 太郎' }) }).waitFor();
    expect(await languageOf(page)).toBe('ja');
    await page.getByRole('button', { name: sayJapanese('common.language'), exact: true }).click();
    await page.getByRole('button', { name: 'English', exact: true }).click();
    await page.getByRole('button', { name: say('ui.accountMenu', { name: '太郎 山田' }) }).waitFor();
    expect(await languageOf(page)).toBe('en');
  });

  test('a browser in Japanese gets Japanese unasked', async () => {
    const { page } = await stage.visit({ language: 'ja-JP' });
    await page.goto('/login.html');
    expect(await languageOf(page)).toBe('ja');
  });

  test('who has no language of their own gets that of the organization, whatever the browser speaks', async () => {
    plainTenants += 1;
    const tenantId = `nippon-${plainTenants}`;
    await stage.portico.cli('tenant', 'create', tenantId, '--name', 'Nippon', '--locale', 'ja');
    const person = await makePerson(stage.portico, tenantId);
    const { page } = await stage.visit();
    await signIn(page, person);
    await page.waitForURL(`**${paths.top}`);
    await page.getByRole('button', { name: sayJapanese('common.language'), exact: true }).waitFor();
    expect(await languageOf(page)).toBe('ja');
  });

  test('the colour scheme follows the device until another is chosen, which then holds everywhere', async () => {
    const { page } = await stage.visit({ dark: true });
    await signIn(page, taro);
    await arriveAtTop(page);
    expect(await isDark(page)).toBe(true);
    await chooseScheme(page, 'common.theme.light');
    await expect.poll(() => isDark(page)).toBe(false);
    await page.reload();
    await accountMenu(page).waitFor();
    expect(await isDark(page)).toBe(false);
    await page.goto('/login.html');
    expect(await isDark(page)).toBe(false);
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

/** Whether the page's ground is darker than its words. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const brightness = (color: string) =>
      (color.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    const { backgroundColor, color } = getComputedStyle(document.body);
    return brightness(backgroundColor) < brightness(color);
  });
