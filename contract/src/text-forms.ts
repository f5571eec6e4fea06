/** Text of these characters only is always NFC: most texts need no normalization. */
const SIMPLE = /^[\0-\u02ff]*$/;

/** Compatibility ideographs, used in names, which NFC would replace. */
const VARIANT = /[\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u;
const BETWEEN_VARIANTS = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu;

/**
 * Normalizes typed text to the form in which it is stored and searched (docs/decisions/0055): NFC, so that keyboards
 * and files make no difference, except compatibility ideographs, which are kept.
 */
export function inOneForm(text: string): string {
  if (SIMPLE.test(text)) return text;
  if (!VARIANT.test(text)) return text.normalize('NFC');
  return text.replace(BETWEEN_VARIANTS, (part) => part.normalize('NFC'));
}

/**
 * Lower case as in the database's searched and compared columns: character by character. JavaScript differs for these
 * two: Σ at the end of a word, and İ always.
 */
export function toLower(text: string): string {
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}
