// Which translations are older than the English they were written from. `npm run messages:record` notes, for each text that
// was added or changed, the English of today; `npm run messages:record -- <lang> <area.key>…` says that texts still hold.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { languages } from '#contract/languages.ts';
import { readAreas } from './catalog.ts';
import { type Forms, source, textsOf } from './forms.ts';

/** `area.key` → the hashes of the English text and of its translation, when the translation was written. */
export type Written = Readonly<Record<string, string>>;

type Texts = ReadonlyMap<string, Forms>;

const place = (language: string) => new URL(`sources/${language}.json`, import.meta.url);

/** What was noted of a language; nothing of one that has not begun. */
export function readWritten(language: string): Written {
  return existsSync(place(language)) ? JSON.parse(readFileSync(place(language), 'utf8')) : {};
}

function hashOf(forms: Forms | undefined): string {
  const text = [...(forms ?? [])].map(([form, words]) => `${form}:${words}`).sort();
  return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 6);
}

/** Texts whose English has changed since they were written, and texts of which nothing is noted yet. */
export function compareWithSource(english: Texts, own: Texts, record: Written): { stale: string[]; unnoted: string[] } {
  const [stale, unnoted]: [string[], string[]] = [[], []];
  for (const [address, forms] of own) {
    const [from, written] = record[address]?.split(' ') ?? [];
    if (written !== hashOf(forms)) unnoted.push(address);
    else if (from !== hashOf(english.get(address))) stale.push(address);
  }
  return { stale, unnoted };
}

/** The record after a change: what was written anew, or is said to hold, goes with the English of today. */
export function noted(english: Texts, own: Texts, record: Written, holds: readonly string[] = []): Written {
  const { unnoted } = compareWithSource(english, own, record);
  const fresh = new Set([...unnoted, ...holds]);
  const entry = (address: string, forms: Forms) =>
    fresh.has(address) ? `${hashOf(english.get(address))} ${hashOf(forms)}` : (record[address] ?? '');
  return Object.fromEntries([...own].map(([address, forms]) => [address, entry(address, forms)] as const).sort());
}

if (import.meta.main) {
  const [only, ...holds] = process.argv.slice(2);
  const english = textsOf(readAreas(source));
  for (const language of languages) {
    if (language === source || (only && language !== only)) continue;
    const own = textsOf(readAreas(language));
    const unknown = holds.filter((address) => !own.has(address));
    if (unknown.length > 0) throw new Error(`${language} has no ${unknown.join(', ')}`);
    if (own.size > 0)
      writeFileSync(place(language), `${JSON.stringify(noted(english, own, readWritten(language), holds), null, 2)}\n`);
  }
}
