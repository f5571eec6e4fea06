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

/**
 * Pairs of an English text and its longest translation, at least two fifths longer: a page with room for these has room
 * for every language.
 */
export function longWords([english = {}, ...others]: readonly Areas[]): [string, string][] {
  return Object.entries(english).flatMap(([area, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      const candidates = [
        stretched(text),
        ...others.map((other) => other[area]?.[key] ?? other[area]?.[key.replace(/_\w+$/, '_other')] ?? ''),
      ];
      const longest = candidates.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a));
      const long = piecesOf(longest);
      return piecesOf(text).map((piece, index): [string, string] => [piece.trim(), (long[index] ?? piece).trim()]);
    }),
  );
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
      return { pattern: new RegExp(`^${parts.join('(.+?)')}$`, 's'), parts, names, long };
    })
    // A text that is only placeholders would match any other.
    .filter(({ parts }) => /\p{L}/u.test(parts.join('')));
  const known = new Map<string, string | undefined>(exact);
  const find = (text: string): string | undefined => {
    for (const { pattern, names, long } of filled) {
      const values = pattern.exec(text);
      if (values) return long.replace(/\{\{(\w+)\}\}/g, (_, name) => values[names.indexOf(name) + 1] ?? '');
    }
    return undefined;
  };
  return (text) => {
    if (!known.has(text)) known.set(text, find(text));
    return known.get(text);
  };
}
