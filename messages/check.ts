import { errorCatalogue } from '#contract/errors.ts';
import { languages, offeredLanguages } from '#contract/languages.ts';
import { type AreaTexts, pluralForms, readAreas } from './catalog.ts';
import { type Forms, source, textsOf } from './forms.ts';
import { checkWords, type Exceptions, type Glossary, glossaries } from './glossary.ts';
import { exceptions } from './glossary-exceptions.ts';
import { guideFailures } from './guides.ts';
import names from './languages.json' with { type: 'json' };
import { compareWithSource, readWritten, type Written } from './sources.ts';
import { dynamicPrefixes, readSources, type Source, usageIn } from './usage.ts';
import { checkWording } from './wording.ts';

/** Language → area → texts. */
export type Catalogs = Record<string, Record<string, AreaTexts>>;

export interface CheckInput {
  catalogs: Catalogs;
  /** The languages that must be complete. */
  offered: readonly string[];
  errorIds: readonly string[];
  sources: readonly Source[];
  languageNames: Readonly<Record<string, string>>;
  exceptions: Exceptions;
  glossaries: Readonly<Record<string, Glossary>>;
  /** Language → which English its texts were written from. */
  written: Readonly<Record<string, Written>>;
}

export interface CheckResult {
  failures: string[];
  /** Languages with the number of texts borrowed from English, of those older than the English, and of all. */
  missing: { language: string; missing: number; stale: number; of: number }[];
  /** Why there can be no release: texts of offered languages that are older than the English. */
  stale: string[];
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

/** English texts that a language does not have. */
const lackingIn = (own: Map<string, Forms>, english: Map<string, Forms>): string[] =>
  [...english.keys()].filter((address) => !own.has(address));

/**
 * Checks the message catalogs: equal keys, placeholders and plural forms in every language that has a text, none empty,
 * no HTML; the offered languages complete; a text for every error ID; every key used exists and every key is used; the
 * words are those of each language's glossary; which English each text was written from is noted. Texts missing in
 * other languages are counted, not refused; so are those older than the English, which only a release refuses.
 */
export function checkMessages(input: CheckInput): CheckResult {
  const { catalogs, offered, errorIds, sources, languageNames, exceptions, written } = input;
  const english = textsOf(catalogs[source] ?? {});
  const failures: string[] = [];
  const missing: CheckResult['missing'] = [];
  const stale: string[] = [];
  for (const language of languages) {
    const own = textsOf(catalogs[language] ?? {});
    const known = language === source ? undefined : written[language];
    const older = known ? compareWithSource(english, own, known) : { stale: [], unnoted: [] };
    // A language that nobody can choose yet does not stop a change of the English.
    const waits = new Set(offered.includes(language) ? [] : older.stale);
    const current = new Map([...own].filter(([address]) => !waits.has(address)));
    for (const [address, forms] of current)
      failures.push(...checkForms(language, address, forms, english.get(address)));
    const lacking = lackingIn(own, english);
    if (offered.includes(language)) failures.push(...lacking.map((address) => `${language}: ${address} is missing`));
    missing.push({ language, missing: lacking.length, stale: older.stale.length, of: english.size });
    failures.push(...older.unnoted.map((address) => `${language}: ${address} is not noted: npm run messages:record`));
    if (offered.includes(language)) stale.push(...older.stale.map((address) => `${language}: ${address}`));
    const glossary = input.glossaries[language];
    if (glossary) failures.push(...checkWording(language, current, english, glossary));
    if (!languageNames[language]?.trim()) failures.push(`languages.json: ${language} has no name`);
  }
  for (const language of Object.keys({ ...catalogs, ...languageNames })) {
    if (!(languages as readonly string[]).includes(language)) failures.push(`${language} is none of the languages`);
  }
  for (const id of errorIds) if (!english.has(`errors.${id}`)) failures.push(`${source}: errors.${id} is missing`);
  return {
    failures: [...failures, ...checkUsage(english, sources), ...checkWords(catalogs, exceptions)],
    missing,
    stale,
  };
}

/** Reads the catalogs and sources of the repository this file lies in. */
export function readCheckInput(): CheckInput {
  const root = new URL('../', import.meta.url);
  return {
    catalogs: Object.fromEntries(languages.map((language) => [language, readAreas(language)])),
    offered: offeredLanguages,
    errorIds: Object.keys(errorCatalogue),
    sources: readSources(root, ['web/src', 'server/src', 'contract/src']),
    languageNames: names,
    exceptions,
    glossaries,
    written: Object.fromEntries(languages.map((language) => [language, readWritten(language)] as const)),
  };
}

/** `npm run check:messages`; with `release`, older texts fail too; with a language, only that one, with what it lacks. */
if (import.meta.main) {
  const [only] = process.argv.slice(2);
  const input = readCheckInput();
  const { failures, missing, stale } = checkMessages(input);
  if (only === 'release') failures.push(...stale.map((address) => `${address} is older than the English text`));
  const own = (languages as readonly string[]).includes(only ?? '') ? only : undefined;
  if (own) {
    const [texts, english] = [own, source].map((language) => textsOf(input.catalogs[language] ?? {}));
    const lacking = lackingIn(texts ?? new Map(), english ?? new Map());
    failures.push(...guideFailures(own), ...lacking.map((address) => `${own}: lacks ${address}`));
  }
  console.table(missing.filter(({ language }) => !own || language === own));
  const shown = failures.filter((failure) => !own || failure.startsWith(`${own}: `));
  for (const failure of shown) console.error(failure);
  console.log(shown.length === 0 ? 'messages: all rules hold' : `messages: ${shown.length} failures`);
  process.exitCode = shown.length === 0 ? 0 : 1;
}
