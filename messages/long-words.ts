import type { AreaTexts } from './catalog.ts';

type Areas = Record<string, AreaTexts>;

/** Width of a text in columns: a kanji is as wide as two letters. */
const widthOf = (text: string) => text.replace(/[\u1100-\uffef]/g, '--').length;

/** Stretches every word by two fifths, as in a language with long words; keeps placeholders and parts. */
const stretched = (text: string) =>
  text.replace(/<[^>]*>|\{\{\w+\}\}|\p{L}+/gu, (word) =>
    /^[<{]/.test(word) ? word : word + word.slice(0, Math.ceil(word.length * 0.4)),
  );

/** Text between the marked parts (`<a>…</a>`), which pages draw separately. */
const piecesOf = (text: string) => text.split(/<\/?\w+>/);

/** The texts that another language has for an English one: of a plural, all its forms. */
function textsFor(other: AreaTexts = {}, key: string): string[] {
  const stem = key.replace(/_(one|other)$/, '');
  const forms = stem === key ? [key] : [key, ...['few', 'many', 'other'].map((form) => `${stem}_${form}`)];
  return forms.flatMap((form) => other[form] ?? []);
}

const longestOf = (texts: readonly string[]) => texts.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a));

/** Pairs of an English text and another, part by part. */
function pairsOf(english: Areas, otherOf: (area: string, key: string, text: string) => string): [string, string][] {
  return Object.entries(english).flatMap(([area, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const other = piecesOf(otherOf(area, key, text));
      return piecesOf(text).map((piece, index): [string, string] => [piece.trim(), (other[index] ?? piece).trim()]);
    }),
  );
}

/**
 * Pairs of an English text and its longest translation, at least two fifths longer: a page with room for these has room
 * for every language.
 */
export const longWords = ([english = {}, ...others]: readonly Areas[]): [string, string][] =>
  pairsOf(english, (area, key, text) =>
    longestOf([stretched(text), ...others.flatMap((other) => textsFor(other[area], key))]),
  );

/** Pairs of an English text and that of another language: the longest, where one English text stands for several. */
export function wordsOf(english: Areas, other: Areas): [string, string][] {
  const words = new Map<string, string>();
  const pairs = pairsOf(english, (area, key, text) => {
    const texts = textsFor(other[area], key);
    return texts.length > 0 ? longestOf(texts) : text;
  });
  for (const [text, word] of pairs) words.set(text, longestOf([words.get(text) ?? '', word]));
  return [...words];
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Finds the long text for one shown on an English page, values filled in; undefined for other texts (a name, a date)
 * and for texts that are long already.
 */
export function lengthener(pairs: readonly [string, string][]): (text: string) => string | undefined {
  const exact = new Map(pairs.filter(([text]) => text !== '' && !text.includes('{{')));
  const filled = pairs
    .filter(([text]) => text.includes('{{'))
    .map(([text, long]) => {
      const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]);
      const parts = text.split(/\{\{\w+\}\}/).map(literally);
      // “{{from}} to {{to}}” fits names and sentences, too: what stands for so little has figures.
      const needsFigures = (parts.join('').match(/\p{L}/gu) ?? []).length < 5;
      return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), parts, names, long, needsFigures };
    })
    // A text that is only placeholders would match any other.
    .filter(({ parts }) => /\p{L}/u.test(parts.join('')))
    // “{{a}} and {{b}}” is in many a longer one.
    .sort((a, b) => b.parts.join('').length - a.parts.join('').length);
  const known = new Map<string, string | undefined>(exact);
  const find = (text: string): string | undefined => {
    for (const { pattern, names, long, needsFigures } of filled) {
      const values = pattern.exec(text);
      if (!values || (needsFigures && !values.slice(1).every((value) => /\d/.test(value)))) continue;
      return long.replace(/\{\{(\w+)\}\}/g, (_, name) => values[names.indexOf(name) + 1] ?? '');
    }
    return undefined;
  };
  return (text) => {
    if (!known.has(text)) known.set(text, find(text));
    return known.get(text);
  };
}
