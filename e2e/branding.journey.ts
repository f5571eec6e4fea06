import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { accentTokens, DEFAULT_THEME_COLOR } from '#contract/theme/accent.ts';
import { parseHex } from '#contract/theme/oklch.ts';
import { png } from '#test/images.ts';
import { paths } from '../web/src/base/paths.ts';
import { admin, taro } from './support/people.ts';
import { openSignedIn } from './support/session.ts';
import { box, button } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const stage = setTheStage();

const YELLOW = '#ffd400';
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><script>alert(1)</script>
  <circle cx="20" cy="20" r="18" fill="#0b7a75" onclick="alert(1)"/><path d="M50 8h60v24h-60z" fill="#0b3d2e"/></svg>`;

const rgb = (hex: string) => `rgb(${(parseHex(hex) ?? []).join(', ')})`;
const save = (page: Page) => button(page, 'common.save').click();
const status = (page: Page, key: string) => page.getByRole('status').filter({ hasText: say(key) });
const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(content),
});

async function administratorAt(section: 'header-customization' | 'basic-settings'): Promise<Page> {
  const { page } = await stage.visit();
  await openSignedIn(page, admin, paths.tenant(section));
  return page;
}

/** What a guest sees of a tenant: the color of the button, and the logo if it is drawn. */
async function visitorSees(tenantId: string, dark: boolean, javaScript = true) {
  const { page, context } = await stage.visit({ dark });
  if (!javaScript) await context.route(/\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto(`${paths.login}?tenantId=${tenantId}`);
  const colour = await button(page, 'login.signIn').evaluate((one) => getComputedStyle(one).backgroundColor);
  const logos = page.locator('.g-logo img');
  if ((await logos.count()) === 0) return { colour, logo: false };
  await expect.poll(() => logos.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  return { colour, logo: true };
}

test('a color and a logo are previewed, saved, shown to guests and in emails, and removed', async () => {
  const page = await administratorAt('header-customization');
  await page.getByLabel(say('tenant.colourCode')).fill(YELLOW);
  const shown = accentTokens(YELLOW)['--accent-light'];
  await page.getByRole('status').getByText(shown).waitFor();
  const chooser = page.locator('input[type=file]');
  const huge = png(1, 1, { claims: { width: 40_000, height: 40_000 } });
  await chooser.setInputFiles(file('huge.png', huge));
  await page.getByText(say('errors.image_too_many_pixels')).waitFor();
  // Its name and type contradict its content.
  await chooser.setInputFiles(file('logo.png', logo));
  await page.getByText(say('tenant.logoRemoved', { parts: 'script and onclick' })).waitFor();
  // Six previews: header, sign-in page and email, light and dark.
  await expect.poll(() => page.locator('figure img').count()).toBe(6);
  const signInButtons = page.locator('figure').getByText(say('login.signIn'), { exact: true });
  const colours = await signInButtons.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(colours).toEqual(expect.arrayContaining([rgb(shown), rgb(YELLOW)]));
  // Nobody sees it before it is saved.
  expect(await visitorSees('demo', false)).toEqual({ colour: rgb(DEFAULT_THEME_COLOR), logo: false });
  await save(page);
  await status(page, 'tenant.lookSaved').waitFor();
  await page.getByRole('banner').locator('img').waitFor();

  expect(await visitorSees('demo', false)).toEqual({ colour: rgb(shown), logo: true });
  expect(await visitorSees('demo', true)).toEqual({ colour: rgb(YELLOW), logo: true });
  // It is part of the page: no script has run.
  expect(await visitorSees('demo', true, false)).toEqual({ colour: rgb(YELLOW), logo: true });
  const unknown = await visitorSees('no-such-tenant', false);
  expect([await visitorSees('annex', false), unknown]).toEqual([unknown, unknown]);

  const { page: forgetful } = await stage.visit();
  await forgetful.goto('/portal/reset-password-request.html');
  await box(forgetful, 'guest.mailAddress').fill(taro.mailAddress);
  await forgetful.locator('form button[type=submit]').click();
  const mail = await stage.portico.mailOf(taro.mailAddress, say('mail.passwordReset.subject', { product: 'Portico' }));
  expect(mail.html).toContain('src="cid:');
  expect(mail.html).toContain(YELLOW);

  await button(page, 'common.undo').click();
  await status(page, 'tenant.lookUndone').waitFor();
  expect(await visitorSees('demo', false)).toEqual(unknown);
});

test('when two administrators change the look at the same time, nothing is overwritten', async () => {
  const [first, second] = [
    await administratorAt('header-customization'),
    await administratorAt('header-customization'),
  ];
  // New titles for each attempt: a retry starts with what the first has saved.
  const [ours, theirs] = ['First', 'Second'].map((title) => `${title} ${crypto.randomUUID().slice(0, 8)}`) as [
    string,
    string,
  ];
  await box(second, 'tenant.headerTitle').fill(theirs);
  await box(first, 'tenant.headerTitle').fill(ours);
  await box(first, 'tenant.headerStyle').selectOption('coloured');
  await box(first, 'tenant.headerTitle').press('Enter');
  await status(first, 'tenant.lookSaved').waitFor();
  await save(second);
  const conflict = second.getByRole('alert').filter({ hasText: say('ui.conflict.title') });
  await conflict.getByText(say('ui.conflict.mine', { value: theirs })).waitFor();
  await conflict.getByRole('button', { name: say('ui.conflict.keepMine') }).click();
  await save(second);
  await status(second, 'tenant.lookSaved').waitFor();
  await second.reload();
  await expect.poll(() => box(second, 'tenant.headerTitle').inputValue()).toBe(theirs);
  expect(await box(second, 'tenant.headerStyle').inputValue()).toBe('coloured');
  await second.getByRole('banner').getByText(theirs).waitFor();
});

test('the organization’s name and time zone change at once', async () => {
  const page = await administratorAt('basic-settings');
  const saved = (...fields: string[]) =>
    page.getByRole('status').filter({
      hasText: say('tenant.saved', { fields: new Intl.ListFormat('en').format(fields.map((field) => say(field))) }),
    });
  const name = page.getByLabel(say('tenant.name'));
  const before = await name.inputValue();
  await name.fill('Garden Club');
  await page.getByRole('button', { name: new RegExp(say('common.timezone')) }).click();
  await page.getByRole('dialog').getByRole('combobox').fill('new york');
  await page.keyboard.press('Enter');
  await save(page);
  await saved('tenant.name', 'common.timezone').waitFor();
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Garden Club');
  await page.getByRole('button', { name: /America\/New York/ }).waitFor();
  await name.fill(before);
  await save(page);
  await saved('tenant.name').waitFor();
});
