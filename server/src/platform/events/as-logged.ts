/** What was typed as a name is kept no longer than the longest user id. */
const MOST_TYPED = 128;
/** Printable ASCII, which nearly every text is, needs no second look. */
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * A text of a stranger as a log may hold it: on one line, of visible characters, cut to a length. Line ends, terminal
 * escapes (C1 too) and marks that turn the direction would make one row of a log look like others.
 */
export function asLogged(text: string, most = MOST_TYPED): string {
  const trimmed = text.trim();
  if (PLAIN.test(trimmed)) return trimmed.slice(0, most);
  const visible = trimmed.normalize('NFC').replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '\uFFFD');
  return [...visible].slice(0, most).join('');
}
