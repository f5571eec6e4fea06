/**
 * Detects passwords that are guessed first: those that contain a word others know about the account (NIST SP 800-63B-4,
 * 3.1.1.2 "context-specific words"), common words with a year, digits or punctuation, repetitions and sequences. Pure,
 * so that pages can check while the user types; the long list of common passwords is on the server. Reasons:
 * docs/decisions/0073.
 */

/** What is known about the password's owner. */
export interface PasswordContext {
  userId?: string | undefined;
  givenName?: string | undefined;
  familyName?: string | undefined;
  mailAddresses?: readonly (string | null | undefined)[];
  tenantId?: string | undefined;
  tenantName?: string | undefined;
  productName?: string | undefined;
}

/** Words of this length are refused anywhere in a password; shorter ones only if they are nearly all of it. */
const MIN_WORD = 4;
/** Two Han characters, kana or Hangul syllables carry as much as a short Latin word. */
const MIN_DENSE_WORD = 2;
/** Digits and signs around a word that do not make it stronger. */
const MOST_DECORATION = 6;
/** With no more than this besides sequences and repetitions, nothing is left to guess. */
const MOST_LEFT = 3;
const MIN_RUN = 3;

const denseScript = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;
const notWord = /[^\p{L}\p{M}\p{N}]+/u;
const edges = { head: /^[^\p{L}]+/u, tail: /[^\p{L}]+$/u };
const years = /(?:19|20)[0-9]{2}/g;

/** The most common words, for where the long list is not available. */
const baseWords = new Set(
  `password passwort passwd pass welcome admin administrator login letmein changeme secret hello test testing user guest
  root default temp temporary company office master monkey dragon iloveyou sunshine princess football baseball
  spring summer autumn fall winter january february march april may june july august september october november
  december monday tuesday wednesday thursday friday saturday sunday sakura nihon japan tokyo himitsu hoge`.split(/\s+/),
);

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
  '!@#$%^&*()',
  '!"#$%&\'()=',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

const signs: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '@': 'a', '5': 's', $: 's', '7': 't' };

/** Normalizes full-width, upper-case and accented letters to the plain ones. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();

/** Replaces digits and signs by the letters they look like; 1, ! and | are l in one reading and i in the other. */
const readAs = (text: string, one: 'l' | 'i'): string =>
  text.replace(/[034@5$7]/g, (sign) => signs[sign] ?? sign).replace(/[1!|]/g, one);

const readings = (folded: string): string[] => [
  ...new Set([folded, readAs(folded, 'l'), readAs(folded, 'i')].flatMap((text) => [text, withoutSigns(text)])),
];

const withoutSigns = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}\s]+/gu, '');
const lengthOf = (text: string): number => [...text].length;

/** Words of a text: the whole, and its parts that are not only digits. */
function wordsOf(text: string | null | undefined): string[] {
  if (!text) return [];
  const folded = fold(text.trim());
  const parts = folded.split(notWord).filter((part) => /\p{L}/u.test(part));
  // Also without trailing digits: `johnny7` is Johnny.
  return [folded.split(notWord).join(''), ...parts, ...parts.map((part) => part.replace(/[0-9]+$/, ''))];
}

/** Parts of an address, without those that many addresses share: `www`, `mail`, and the last label of the domain. */
function wordsOfAddress(address: string | null | undefined): string[] {
  if (!address) return [];
  const [local = '', domain = ''] = address.split('@');
  const labels = domain.split('.').slice(0, -1);
  return [local, ...labels.filter((label) => !['www', 'mail'].includes(label.toLowerCase()))].flatMap(wordsOf);
}

/** Words that others know about an account, normalized, each once. */
export function contextWords(context: PasswordContext): string[] {
  const { userId, givenName, familyName, tenantId, tenantName, productName, mailAddresses = [] } = context;
  const names = [givenName, familyName, tenantName, productName];
  const words = [...[userId, tenantId, ...names].flatMap(wordsOf), ...mailAddresses.flatMap(wordsOfAddress)];
  return [...new Set(words)].filter((word) => word !== '');
}

const isLong = (word: string): boolean => lengthOf(word) >= (denseScript.test(word) ? MIN_DENSE_WORD : MIN_WORD);

/**
 * Candidates for the word within a text, with the digits and signs around it. A word may end in signs read as letters,
 * as in `p@$$`, so up to three of those that follow are tried as part of it.
 */
function cores(text: string): { core: string; decoration: string }[] {
  const head = edges.head.exec(text)?.[0] ?? '';
  const tail = edges.tail.exec(text)?.[0] ?? '';
  const ends = [0, 1, 2, 3].map((more) => Math.min(text.length, text.length - tail.length + more));
  const found = [0, head.length].flatMap((begin) =>
    [...new Set([...ends, text.length])].map((end) => ({
      core: text.slice(begin, end),
      decoration: text.slice(0, begin) + text.slice(end),
    })),
  );
  return found.filter(({ decoration }) => lengthOf(withoutRuns(decoration)) <= MOST_DECORATION);
}

/** Length of the longest sequence (keyboard row, alphabet or repeated character) from here; 0 if shorter than three. */
function runAt(characters: readonly string[], at: number): number {
  let same = 1;
  while (characters[at + same] === characters[at]) same += 1;
  const along = runs.map((row) => {
    let best = 0;
    for (let from = row.indexOf(characters[at] ?? ''); from >= 0; from = row.indexOf(characters[at] ?? '', from + 1)) {
      let length = 1;
      while (at + length < characters.length && row[from + length] === characters[at + length]) length += 1;
      best = Math.max(best, length);
    }
    return best;
  });
  const longest = Math.max(same, ...along);
  return longest >= MIN_RUN ? longest : 0;
}

/** A text without its sequences, repetitions and years. */
function withoutRuns(text: string): string {
  const characters = [...text.replace(years, '')];
  let left = '';
  for (let at = 0; at < characters.length; ) {
    const run = runAt(characters, at);
    if (run === 0) left += characters[at];
    at += Math.max(1, run);
  }
  return left;
}

/** The unit that a text repeats (`abcabcab`: abc); the text itself if it does not. */
function repeated(text: string): string {
  const characters = [...text];
  for (let period = 1; period <= characters.length / 2; period += 1)
    if (characters.every((character, at) => character === characters[at % period]))
      return characters.slice(0, period).join('');
  return text;
}

/** True if a password contains one of the words, or is hardly more than a short one. `words`: `contextWords`. */
export function hasContextWord(password: string, words: readonly string[]): boolean {
  const folded = fold(password);
  const within = words.filter(isLong);
  if (readings(folded).some((text) => within.some((word) => text.includes(word)))) return true;
  return isDressed(folded, (word) => words.includes(word));
}

const isDressed = (folded: string, isWord: (word: string) => boolean): boolean =>
  [...new Set(cores(folded).flatMap(({ core }) => readings(core)))].some((word) => word !== '' && isWord(word));

/**
 * True if a password is a common word with a year, digits or punctuation around it, a repetition, or hardly more than
 * sequences. `isListed` says whether a normalized text is a common password.
 */
export function isPatterned(password: string, isListed: (folded: string) => boolean = () => false): boolean {
  const folded = fold(password);
  if (new Set(folded).size <= 3 || lengthOf(repeated(folded)) <= MIN_WORD) return true;
  const isKnown = (word: string) => lengthOf(word) >= MIN_RUN && (baseWords.has(word) || isListed(word));
  if (isDressed(folded, (word) => isKnown(word) || isKnown(repeated(word)))) return true;
  return lengthOf(withoutRuns(folded)) <= MOST_LEFT;
}
