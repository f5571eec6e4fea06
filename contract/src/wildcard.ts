/**
 * Texts that are matched with wildcards (spec sections 5 and 7): `*` stands for any characters, none among them;
 * `\*` for an asterisk, `\\` for a backslash. Any other backslash stands for itself. Without zod: the web uses it.
 */
import { escapeSearchKeyword } from './rules.ts';

/** The pattern that finds a keyword anywhere in a text: trimmed, backslash and asterisk escaped, `*` around it. */
export function containsPattern(keyword: string): string {
  return `*${escapeSearchKeyword(keyword)}*`;
}

/** The literal pieces of a pattern, in order; between each two of them, anything may stand. */
export function piecesOf(pattern: string): string[] {
  const pieces = [''];
  for (const [part] of pattern.matchAll(/\\[\\*]|./gsu)) {
    if (part === '*') pieces.push('');
    else pieces[pieces.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return pieces;
}
