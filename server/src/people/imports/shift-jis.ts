/**
 * Whether what reads as Shift_JIS is Japanese. Western texts mostly do read so (`Pérez` as `P駻ez`): nearly every byte
 * stands for something there, so it is the company a character keeps that tells.
 */

/** Runs of letters that are not Latin; of what Windows-1252 writes only accented letters and quotation marks become such. */
const RUN = /[[\p{L}\p{Co}]--[A-Za-z]]+/gv;
const FOREIGN = /[\u0080-\uFFFF]/;
/** So many runs tell what a file is. */
const ENOUGH = 5000;

/**
 * What the characters of a text are, one letter each: `p` private use, `h` half-width katakana, `q` and `k` what everyday
 * Japanese is written with, `r` rarer kanji. The second byte of a `q` is a Latin letter, and its first in Windows-1252 a
 * quotation mark or a letter such as š.
 */
const KANJI = /\p{Script=Han}/u;
const everyday = new Map([...kanjiOf(0x81, 0x98)].map((kanji) => [kanji, 'k']));
for (const kanji of kanjiOf(0x84, 0x97, /[A-Za-z]/)) everyday.set(kanji, 'q');

function classOf(character: string): string {
  if (character >= '\uE000' && character <= '\uF8FF') return 'p';
  if (character >= '\uFF66' && character <= '\uFF9F') return 'h';
  return KANJI.test(character) ? (everyday.get(character) ?? 'r') : 'k';
}

/** The kanji whose first byte is one of these: up to 0x98 they are those of everyday. */
function kanjiOf(from: number, to: number, second = /./s): Set<string> {
  const decoder = new TextDecoder('shift_jis');
  const found = new Set<string>();
  for (let lead = from; lead <= to; lead += 1) {
    // The first level ends within 0x98.
    for (let trail = 0x40; trail <= (lead === 0x98 ? 0x72 : 0xfc); trail += 1) {
      const text = decoder.decode(Buffer.of(lead, trail));
      if (second.test(String.fromCharCode(trail)) && KANJI.test(text)) found.add(text);
    }
  }
  return found;
}

/**
 * Runs that no Japanese writes, `L` being a Latin letter beside them: what is private; rarer kanji beside Latin letters or
 * alone; half-width katakana that stand alone, or beside rarer kanji, or two within a Latin word; one kanji within a Latin
 * word, or at its end if it may have been an apostrophe.
 */
const STRANGE = /p|Lr|rL|^r$|(?<!h)h(?!h)|rh|hr|^LhhL$|^L[kq]L$|^Lq$|^qL$/;
const JAPANESE = /[kqh]/;

/** Looks at a text piece by piece. A run that two pieces share counts as two, which tells nothing of the file. */
export function createJapaneseJudge() {
  let [japanese, strange] = [0, 0];
  return {
    look(text: string): void {
      // Looked for first: most files are plain, and the classes of all letters are large.
      if (japanese + strange >= ENOUGH || !FOREIGN.test(text)) return;
      for (const { 0: run, index } of text.matchAll(RUN)) {
        const latin = (at: number) => (/[A-Za-z]/.test(text.charAt(at)) ? 'L' : '');
        const classes = latin(index - 1) + Array.from(run, classOf).join('') + latin(index + run.length);
        if (STRANGE.test(classes)) strange += 1;
        else if (JAPANESE.test(classes)) japanese += 1;
      }
    },
    /** By the majority: each kind of strange run is found in Japanese lists too, among many that are not strange. */
    isJapanese: (): boolean => strange === 0 || strange < japanese,
  };
}
