/**
 * Characters that are invisible or change the order of visible ones: format characters (direction overrides, zero-width
 * characters, tags), fillers, private use, and noncharacters.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800]/u;

/** Scripts whose spelling needs joiners between letters: Persian and its neighbours, those of India and Southeast Asia. */
const joining =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}' +
  '\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}' +
  '\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}]';

/**
 * Invisible characters where they are needed: joiners between such letters, variants of Han and Mongolian letters, and
 * inside emoji.
 */
const needed = new RegExp(
  [
    `(?<=${joining})[\\u200c\\u200d](?=${joining})`,
    '(?<=\\p{Script=Han})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
    '(?<=\\p{Script=Mongolian})[\\u180b-\\u180f]',
    '(?<=[\\p{Extended_Pictographic}#*0-9])\\ufe0f',
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
  ].join('|'),
  'gu',
);

/**
 * True if a name of a person, group, tag, tenant, device or app is visible: letters of every script, including those
 * beyond the basic plane (the 𠮷 of 𠮷田), and emoji, but no invisible or direction-changing characters, which could make
 * one name look like another. The spec's `unicodeBMP` names no fields and does not apply to names
 * (docs/decisions/0073).
 */
export function isVisibleName(value: string): boolean {
  return !unseen.test(value) || !unseen.test(value.replace(needed, ''));
}
