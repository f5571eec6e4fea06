/**
 * Texts matched with wildcards (spec sections 5 and 7): `*` matches any characters, including none; `\*` is an
 * asterisk, `\\` a backslash. Any other backslash is literal. Without zod: the web uses it.
 */
import { escapeSearchKeyword } from './rules.ts';

/** The pattern that finds a keyword anywhere in a text: trimmed, backslash and asterisk escaped, `*` around it. */
export function containsPattern(keyword: string): string {
  return `*${escapeSearchKeyword(keyword)}*`;
}

/** Literal pieces of a pattern, in order; anything may be between two of them. */
export function piecesOf(pattern: string): string[] {
  const pieces = [''];
  for (const [part] of pattern.matchAll(/\\[\\*]|./gsu)) {
    if (part === '*') pieces.push('');
    else pieces[pieces.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return pieces;
}
