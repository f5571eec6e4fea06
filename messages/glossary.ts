import { existsSync } from 'node:fs';
import { languages } from '#contract/languages.ts';
import type { AreaTexts } from './catalog.ts';
import type { Term } from './terms.ts';

/** One row of a glossary: what must not be said, and what to say instead. */
export interface Row {
  say: string;
  not: RegExp;
  /** Only texts whose key matches. */
  keys?: RegExp;
  /** Areas whose readers use the word: the operator's pages speak of tenants. */
  exceptIn?: readonly string[];
}

/** How Portico speaks in one language: `glossary/<lang>.ts`. Addresses are `area.key`, those of plurals without the form. */
export interface Glossary {
  rows: readonly Row[];
  /** The quotation marks of the language; any others fail. */
  quotes: string;
  /** English terms: the word for it, and what all forms of that word match. */
  terms?: Readonly<Partial<Record<Term, readonly [say: string, forms: RegExp]>>>;
  /** Texts that are right although they equal the English ones. */
  same?: readonly string[];
  /** Texts that do well without the word for a term, because they say "it" or turn the sentence. */
  otherwise?: readonly string[];
  /** English words that are words of this language too. */
  ownWords?: readonly string[];
}

/** `language:area.key` → why this text may break a row. */
export type Exceptions = Readonly<Record<string, string>>;

async function read(language: string): Promise<[string, Glossary][]> {
  const place = new URL(`glossary/${language}.ts`, import.meta.url);
  return existsSync(place) ? [[language, ((await import(place.href)) as { glossary: Glossary }).glossary]] : [];
}

/** The glossaries there are, by language. */
export const glossaries: Readonly<Record<string, Glossary>> = Object.fromEntries(
  (await Promise.all(languages.map(read))).flat(),
);

/** Words that people type into the palette and never read: those of other products too. */
export const isTyped = (address: string) => /^palette\.(?!kind|recent|act\.\w+(?<!Words)$)/.test(address);
const explains = /(?:help|why|lead|consequence)(?:_\w+)?$/i;

/** Words in the longest sentence that a text of this key may hold (English). */
function mostWords(key: string): number {
  if (/lead$/i.test(key)) return 15;
  return explains.test(key) ? 12 : 25;
}

/** A figure stands for a placeholder whose value is one, so that spacing rules see it; others vanish. */
function plain(language: string, text: string): string {
  const bare = text.replace(/<\/?\w+>/g, '');
  if (language !== 'ja') return bare.replace(/\{\{\w+\}\}/g, '0');
  return bare
    .replace(/\{\{(?:count|total|most|least|from|to|of|days|minutes|hours|number|rows|done)\}\}/g, '0')
    .replace(/\{\{\w+\}\}/g, '〇');
}

function longSentences(key: string, text: string): string[] {
  const most = mostWords(key);
  return text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length)
    .filter((words) => words > most)
    .map((words) => `has a sentence of ${words} words, ${most} are the most`);
}

/** What one text says against the rows of its language. */
export function offences(language: string, area: string, key: string, text: string): string[] {
  const words = plain(language, text);
  const said = (glossaries[language]?.rows ?? [])
    .filter(({ keys, exceptIn }) => (!keys || keys.test(key)) && !exceptIn?.includes(area))
    .flatMap(({ say, not }) => {
      const found = not.exec(words)?.[0];
      return found === undefined ? [] : [`says "${found.trim()}", the glossary says: ${say}`];
    });
  return language === 'en' ? [...said, ...longSentences(key, words)] : said;
}

/** Texts that break a row without a reason, and reasons without need. */
export function checkWords(catalogs: Record<string, Record<string, AreaTexts>>, exceptions: Exceptions): string[] {
  const failures: string[] = [];
  const unused = new Set(Object.keys(exceptions));
  for (const language of Object.keys(glossaries).sort())
    for (const [area, texts] of Object.entries(catalogs[language] ?? {}))
      for (const [key, text] of Object.entries(texts)) {
        const found = isTyped(`${area}.${key}`) ? [] : offences(language, area, key, String(text));
        if (found.length === 0) continue;
        const address = `${language}:${area}.${key}`;
        unused.delete(address);
        if (!(address in exceptions)) failures.push(...found.map((what) => `${language}: ${area}.${key} ${what}`));
      }
  for (const address of unused) failures.push(`glossary: ${address} needs no exception`);
  return failures;
}
