/**
 * Whether a file that reads as Shift_JIS is EUC-JP. Each character of EUC-JP is two bytes that Shift_JIS mostly reads as two
 * half-width katakana, so 山田 becomes ｻｳﾅﾄ: nothing there is strange but that all of it is half-width.
 */
const HALF = /[\uff61-\uff9f]/gu;
const JAPANESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const ENOUGH = 20_000;

/** Kanji of the second level: one in thirty of a real text, one in three of half-width katakana read in pairs. */
const RARE = new Set(kanjiOf(0xd0, 0xf4));

function kanjiOf(from: number, to: number): string[] {
  const decoder = new TextDecoder('euc-jp');
  const found: string[] = [];
  for (let lead = from; lead <= to; lead += 1)
    for (let trail = 0xa1; trail <= 0xfe; trail += 1) found.push(decoder.decode(Buffer.of(lead, trail)));
  return found;
}

/** Looks at a file piece by piece, beside how the same pieces read as Shift_JIS. */
export function createEucJudge() {
  const decoder = new TextDecoder('euc-jp', { fatal: true });
  let [readable, half, full, everyday, rare] = [true, 0, 0, 0, 0];
  return {
    look(piece: Buffer | undefined, asShiftJis: string): void {
      if (half + full < ENOUGH) {
        const halves = asShiftJis.match(HALF)?.length ?? 0;
        half += halves;
        full += (asShiftJis.match(JAPANESE)?.length ?? 0) - halves;
      }
      if (!readable) return;
      try {
        const text = decoder.decode(piece, { stream: piece !== undefined });
        if (everyday + rare >= ENOUGH) return;
        for (const character of text.match(JAPANESE) ?? []) {
          if (RARE.has(character)) rare += 1;
          else everyday += 1;
        }
      } catch {
        readable = false;
      }
    },
    /** All of it reads as EUC-JP, as everyday Japanese, and hardly any of it is full-width in Shift_JIS. */
    isEuc: (): boolean => readable && half > full && everyday > 2 * rare,
  };
}
