import { errorCatalogue } from '#contract/errors.ts';
import { languages } from '#contract/languages.ts';
import { type AreaTexts, pluralForms, readAreas } from './catalog.ts';
import { checkWords, type Exceptions } from './glossary.ts';
import { exceptions } from './glossary-exceptions.ts';
import names from './languages.json' with { type: 'json' };
import { dynamicPrefixes, readSources, type Source, usageIn } from './usage.ts';

/** Language → area → texts. */
export type Catalogs = Record<string, Record<string, AreaTexts>>;

export interface CheckInput {
  catalogs: Catalogs;
  errorIds: readonly string[];
  sources: readonly Source[];
  languageNames: Readonly<Record<string, string>>;
  exceptions: Exceptions;
}

export interface CheckResult {
  failures: string[];
  /** Language → number of texts borrowed from English, and the total. */
  missing: { language: string; missing: number; of: number }[];
}

const source = 'en';
const complete = ['en', 'ja'];

/** The plural forms of a text; a plain text has the form ''. */
type Forms = Map<string, string>;

/** `area.key` → its forms. Keys that end like a plural form are one where the same stem has `_other`. */
function textsOf(areas: Record<string, AreaTexts>): Map<string, Forms> {
  const texts = new Map<string, Forms>();
  for (const [area, entries] of Object.entries(areas)) {
    for (const [key, text] of Object.entries(entries)) {
      const [, stem, form] = /^(.+)_(zero|one|two|few|many|other)$/.exec(key) ?? [];
      const isForm = stem !== undefined && form !== undefined && `${stem}_other` in entries;
      const address = `${area}.${isForm ? stem : key}`;
      texts.set(address, (texts.get(address) ?? new Map()).set(isForm ? form : '', text));
    }
  }
  return texts;
}

/** The `{{placeholders}}` and `<parts>` of a text, sorted. */
function holes(text: string): string[] {
  const found = [...text.matchAll(/\{\{(\w+)\}\}|<(\w+)>/g)].map(([, name, part]) => name ?? `<${part}>`);
  return [...new Set(found)].sort();
}

/** Mistakes in a single text. */
function flaws(text: unknown): string[] {
  if (typeof text !== 'string') return ['is not a text'];
  const found: string[] = [];
  if (text.trim() === '') found.push('is empty');
  if (text !== text.trim()) found.push('begins or ends with white space');
  // `<a>words</a>` marks where a screen inserts an element; any other markup is HTML.
  const withoutParts = text.replace(/<(\w+)>([^<>]*)<\/\1>/g, '$2');
  if (/[<>]|&(?:[a-z]+|#\w+);/i.test(withoutParts)) found.push('holds HTML');
  if (/[{}]/.test(text.replace(/\{\{\w+\}\}/g, ''))) found.push('has a broken placeholder');
  return found;
}

function checkForms(language: string, address: string, own: Forms, english: Forms | undefined): string[] {
  const said: string[] = [];
  const say = (what: string) => said.push(`${language}: ${address} ${what}`);
  for (const [form, text] of own) for (const flaw of flaws(text)) say(`${form && `(${form}) `}${flaw}`);
  if (!english) {
    say(`is not in ${source}`);
    return said;
  }
  if (own.has('') !== english.has('')) say(`is a plural in only one of ${source} and ${language}`);
  else if (!own.has('')) {
    const wanted = pluralForms(language);
    for (const form of wanted) if (!own.has(form)) say(`lacks the plural form ${form}`);
    for (const form of own.keys())
      if (!wanted.includes(form as Intl.LDMLPluralRule)) say(`has no use for the plural form ${form}`);
  }
  const wanted = holes(String(english.get('') ?? english.get('other'))).join(' ');
  for (const [form, text] of own) {
    const found = holes(String(text)).join(' ');
    // "One user" needs no figure.
    const withoutCount = holes(String(text)).concat('count').sort().join(' ');
    const isRight = found === wanted || (form !== '' && form !== 'other' && withoutCount === wanted);
    if (!isRight) say(`${form && `(${form}) `}has the placeholders [${found}], ${source} has [${wanted}]`);
  }
  return said;
}

function checkUsage(english: Map<string, Forms>, sources: readonly Source[]): string[] {
  const { asked, mentioned, prefixes } = usageIn(sources);
  const known = [...dynamicPrefixes, ...prefixes];
  const absent = [...asked].filter(([key]) => !english.has(key)).map(([key, path]) => `${path}: no text ${key}`);
  const unused = [...english.keys()].filter(
    (key) => !mentioned.has(key) && !known.some((prefix) => key.startsWith(prefix)),
  );
  return [...absent, ...unused.map((key) => `${source}: ${key} is used nowhere`)];
}

/**
 * Checks the message catalogs: equal keys, placeholders and plural forms in every language that has a text, none empty,
 * no HTML; en and ja complete; a text for every error ID; every key used exists and every key is used; the words are
 * those of the glossary. Texts missing in other languages are counted, not refused.
 */
export function checkMessages({ catalogs, errorIds, sources, languageNames, exceptions }: CheckInput): CheckResult {
  const english = textsOf(catalogs[source] ?? {});
  const failures: string[] = [];
  const missing: CheckResult['missing'] = [];
  for (const language of languages) {
    const own = textsOf(catalogs[language] ?? {});
    for (const [address, forms] of own) failures.push(...checkForms(language, address, forms, english.get(address)));
    const lacking = [...english.keys()].filter((address) => !own.has(address));
    if (complete.includes(language)) failures.push(...lacking.map((address) => `${language}: ${address} is missing`));
    missing.push({ language, missing: lacking.length, of: english.size });
    if (!languageNames[language]?.trim()) failures.push(`languages.json: ${language} has no name`);
  }
  for (const language of Object.keys({ ...catalogs, ...languageNames })) {
    if (!(languages as readonly string[]).includes(language)) failures.push(`${language} is none of the languages`);
  }
  for (const id of errorIds) if (!english.has(`errors.${id}`)) failures.push(`${source}: errors.${id} is missing`);
  return { failures: [...failures, ...checkUsage(english, sources), ...checkWords(catalogs, exceptions)], missing };
}

/** Reads the catalogs and sources of the repository this file lies in. */
export function readCheckInput(): CheckInput {
  const root = new URL('../', import.meta.url);
  return {
    catalogs: Object.fromEntries(languages.map((language) => [language, readAreas(language)])),
    errorIds: Object.keys(errorCatalogue),
    sources: readSources(root, ['web/src', 'server/src', 'contract/src']),
    languageNames: names,
    exceptions,
  };
}

if (import.meta.main) {
  const { failures, missing } = checkMessages(readCheckInput());
  console.table(missing);
  for (const failure of failures) console.error(failure);
  console.log(failures.length === 0 ? 'messages: all rules hold' : `messages: ${failures.length} failures`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}
