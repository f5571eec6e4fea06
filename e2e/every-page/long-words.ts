import type { Page } from 'playwright-core';
import { offeredLanguages } from '#contract/languages.ts';
import { readAreas } from '#messages/catalog.ts';
import { lengthener, longWords } from '#messages/long-words.ts';

let ours: ReturnType<typeof lengthener> | undefined;

function longOf(text: string): string | undefined {
  ours ??= lengthener(longWords(['en', ...offeredLanguages].map((language) => readAreas(language))));
  return ours(text);
}

/**
 * Puts the longest texts of all languages into an English page. This shows room and wrapping of all languages in a
 * single walk. Data such as names and dates stays. A second call finds texts added since; false if there are none.
 */
export async function lengthen(page: Page): Promise<boolean> {
  const texts = await page.evaluate(() => {
    const found = new Set<string>();
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) found.add(node.nodeValue?.trim() ?? '');
    return [...found];
  });
  const longer = texts.flatMap((text): [string, string][] => {
    const long = longOf(text);
    return long === undefined ? [] : [[text, long]];
  });
  if (longer.length === 0) return false;
  await page.evaluate((pairs) => {
    const longs = new Map(pairs);
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const whole = node.nodeValue ?? '';
      const text = whole.trim();
      const long = longs.get(text);
      if (long !== undefined) node.nodeValue = whole.replace(text, () => long);
    }
  }, longer);
  return true;
}
