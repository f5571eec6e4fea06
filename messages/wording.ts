import { isOffered } from '#contract/languages.ts';
import type { Forms } from './forms.ts';
import { type Glossary, isTyped } from './glossary.ts';
import { terms } from './terms.ts';

/** English words that are words of no other of our languages, or hardly ever. */
const english =
  /(?<![\p{L}\p{N}_/.:-])(?:the|your|you|with|this|that|from|which|when|cannot|can’t|couldn’t|please|their|and|are|will|must|been|users|settings|enter|select|choose|delete|remove|change)(?![\p{L}\p{N}_/:=-]|\.\w)/giu;

const everyQuote = /["«»„“”‟‘‚‹›「」『』]|(?<![\p{L}\p{N}])’|’(?![\p{L}\p{N}])|(?<!\p{L})'|'(?!\p{L})/gu;

/** Words with letters, without placeholders, marked parts and examples of code. */
const words = (text: string) => text.replace(/\{\{\w+\}\}|<\/?\w+>/g, ' ');
/** Abbreviations, figures and addresses are the same everywhere. */
const isInternational = (text: string) =>
  !/\p{Ll}{2}/u.test(words(text).replace(/\S*[@./:_]\S+|\b\p{Lu}\S*\p{Lu}\S*/gu, ' '));
/** Columns: a kanji is as wide as two letters; Thai vowels and tones above others take none. */
const widthOf = (text: string) =>
  [...text.normalize('NFC').replace(/\p{Mn}/gu, '')].reduce(
    (sum, sign) => sum + (/[\u1100-\uffef]/.test(sign) ? 2 : 1),
    0,
  );
/** Room for a label: what is short in English may be over twice as long, a text grows less. */
const mostColumns = (text: string) => Math.max(24, Math.ceil(widthOf(text) * 2.5) + 10);

/** What a text says against its glossary, save for the terms. */
export function slips(language: string, text: string, { quotes, ownWords = [] }: Glossary): string[] {
  const found: string[] = [];
  const foreign = [...words(text).matchAll(english)].map(([word]) => word);
  const left = foreign.filter((word) => !ownWords.includes(word.toLowerCase()));
  if (language !== 'en' && left.length > 0) found.push(`holds English: ${left.join(', ')}`);
  const marks = [...words(text).matchAll(everyQuote)].map(([mark]) => mark).filter((mark) => !quotes.includes(mark));
  if (marks.length > 0) found.push(`has the quotation marks ${marks.join(' ')}, the language has ${quotes}`);
  if (/ {2}/.test(text)) found.push('has two spaces');
  if (/([,。、])\1|(?<!\.)\.\.(?!\.)/.test(text)) found.push('has two marks at once');
  return found;
}

/**
 * What the texts of one language say against its glossary: words for the terms, quotation marks, English left over,
 * texts that only repeat the English one, labels twice as long, and entries of the glossary without need.
 * @param own address → forms of the language · @param source address → English forms
 */
export function checkWording(
  language: string,
  own: ReadonlyMap<string, Forms>,
  source: ReadonlyMap<string, Forms>,
  glossary: Glossary,
): string[] {
  const failures: string[] = [];
  const [same, otherwise] = [new Set(glossary.same), new Set(glossary.otherwise)];
  for (const [address, forms] of own) {
    if (isTyped(address)) continue;
    const say = (what: string) => failures.push(`${language}: ${address} ${what}`);
    const meant = source.get(address)?.get('other') ?? source.get(address)?.get('') ?? '';
    let [equals, evades] = [false, false];
    for (const text of forms.values()) {
      for (const slip of slips(language, text, glossary)) say(slip);
      if (language === 'en') continue;
      if (text === meant && !isInternational(text)) equals = true;
      if (widthOf(text) > mostColumns(meant) && widthOf(meant) <= 30)
        say(`is ${widthOf(text)} columns wide, there is room for ${mostColumns(meant)}`);
      const lacking = Object.entries(glossary.terms ?? {}).filter(
        ([term, [, forms]]) => terms[term as keyof typeof terms].test(meant) && !forms.test(text),
      );
      if (lacking.length === 0) continue;
      evades = true;
      if (!otherwise.has(address)) say(`lacks ${lacking.map(([, [word]]) => word).join(', ')}: ${text}`);
    }
    if (equals && !same.has(address)) say('equals the English text');
    if (!equals && same.has(address)) say('does not equal the English text, as the glossary says');
    if (!evades && otherwise.has(address)) say('needs no exception from the terms');
  }
  const named = isOffered(language) ? [...same, ...otherwise] : [];
  const unknown = named.filter((address) => !source.has(address));
  return [...failures, ...unknown.map((address) => `${language}: the glossary names ${address}, which is not there`)];
}
