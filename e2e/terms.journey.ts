import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { makePerson } from './support/people.ts';
import { accountMenu, signInToTop } from './support/sign-in.ts';
import { setTheStage } from './support/stage.ts';
import { say } from './support/words.ts';

const settings = { LINKS_FILE: fileURLToPath(new URL('./support/links.json', import.meta.url)) };
const stage = setTheStage(settings, { isOwnProcess: true });

test('the terms of use are shown until they are accepted', async () => {
  const { page } = await stage.visit();
  await signInToTop(page, await makePerson(stage.portico));
  const dialog = page.getByRole('dialog', { name: say('top.terms.title') });
  await dialog.waitFor();
  const text = dialog.getByRole('link', { name: say('top.terms.read') });
  expect(await text.getAttribute('href')).toBe('https://example.com/terms');
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: say('top.terms.accept') }).click();
  await dialog.waitFor({ state: 'hidden' });
  const known = page.waitForResponse((answer) => answer.url().includes('/me/terms'));
  await page.reload();
  expect(await (await known).json()).toMatchObject({ acceptanceDue: false, accepted: { version: '2026-11' } });
  await accountMenu(page).waitFor();
  expect(await dialog.count()).toBe(0);
});

test('header and footer link to help, notifications and terms in the language of the page', async () => {
  const { page, context } = await stage.visit({ language: 'ja-JP' });
  // The language that this guest chose; otherwise the organization's applies.
  await context.addCookies([{ name: 'portico-language', value: 'ja', url: stage.portico.url }]);
  const japanese = textIn('ja');
  const { mailAddress, password } = await makePerson(stage.portico);
  await page.goto('/login.html');
  await page.getByLabel(japanese('guest.mailAddress'), { exact: true }).fill(mailAddress);
  await page.getByLabel(japanese('guest.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: japanese('login.signIn'), exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: japanese('top.terms.accept') })
    .click();
  const hrefs = async (place: 'banner' | 'contentinfo', key: string) =>
    page
      .getByRole(place)
      .getByRole('link', { name: japanese(key) })
      .getAttribute('href');
  expect(await hrefs('banner', 'common.help')).toBe('https://help.example.com/ja');
  expect(await hrefs('contentinfo', 'common.help')).toBe('https://help.example.com/ja');
  expect(await hrefs('contentinfo', 'common.notifications')).toBe('https://news.example.com/en');
  expect(await hrefs('contentinfo', 'ui.terms')).toBe('https://example.com/ja/terms');
});
