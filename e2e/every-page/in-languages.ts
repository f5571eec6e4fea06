import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { isLanguage, type Language, languages } from '#contract/languages.ts';
import { readAreas } from '#messages/catalog.ts';
import { lengthener, wordsOf } from '#messages/long-words.ts';
import { sidewaysOverflow } from '../support/browser.ts';
import type { Look } from './journey.ts';
import { listsMovedSideways, resize, settle, WIDEST } from './look.ts';
import { installWords, type PageWords } from './words-in-page.ts';

/** Phone, tablet and desk. */
const WIDTHS = [WIDEST.width, 960, 390];

/** Pictures are kept of these languages, at the widest and the narrowest. */
const pictured = (process.env.TEST_LANGUAGES ?? '').split(' ').filter(isLanguage);
const folder = process.env.SCREENSHOTS;

type Words = [text: string, word: string][];

/** For each language, what it has for a text on an English page. */
let wordsOfAll: Map<Language, (text: string) => string | undefined> | undefined;
function translations(texts: readonly string[]): [Language, Words][] {
  const english = readAreas('en');
  wordsOfAll ??= new Map(
    languages
      .filter((language) => language !== 'en')
      .map((language) => [language, lengthener(wordsOf(english, readAreas(language)))]),
  );
  return [...wordsOfAll].map(([language, wordOf]) => [
    language,
    texts.flatMap((text): Words => {
      const word = wordOf(text);
      return word === undefined ? [] : [[text, word]];
    }),
  ]);
}

const put = (page: Page, language: string, words: Words) =>
  page.evaluate(
    async ([name, pairs]) => {
      (globalThis as unknown as { words: PageWords }).words.put(name, pairs);
      // What measures itself does so with the next frame.
      for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    },
    [language, words] as const,
  );

async function faultsNow(page: Page, width: number): Promise<string[]> {
  const faults = await page.evaluate(() => (globalThis as unknown as { words: PageWords }).words.faults());
  const overflow = await sidewaysOverflow(page);
  if (width < 640) overflow.push(...(await listsMovedSideways(page)));
  return overflow.length > 0 ? [`scrolls sideways: ${overflow.join(' ')}`, ...faults] : faults;
}

async function keepPicture(page: Page, name: string): Promise<void> {
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name.replace(/[^\w-]+/g, '_')}.jpg`);
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 60 });
}

/**
 * A page in all languages at all widths: its English texts are replaced where they stand, which takes a fraction of the
 * time that loading it again would. Dates and numbers stay as they are. In the end it is in English again.
 */
export const lookInLanguages: Look = async (page, { name }) => {
  const faults: string[] = [];
  await page.evaluate(installWords);
  for (const width of WIDTHS) {
    if (await resize(page, { width, height: WIDEST.height })) await settle(page);
    const english = await page.evaluate(() => (globalThis as unknown as { words: PageWords }).words.english());
    const inEnglish = new Set(await faultsNow(page, width));
    for (const [language, words] of translations(english)) {
      await put(page, language, words);
      const found = (await faultsNow(page, width)).filter((fault) => !inEnglish.has(fault));
      faults.push(...found.map((fault) => `${language} at ${width} px: ${fault}`));
      if (pictured.includes(language) && width !== 960) await keepPicture(page, `${name}-${width}-${language}`);
    }
    await put(page, 'en', []);
  }
  return faults;
};
