/** What a search goes through: a name, other words for it, and where it belongs. */
type Ranked = { label: string; keywords?: readonly string[]; note?: string };

const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase();
/** Words begin after anything that is neither letter nor digit. */
const beginsWord = (text: string, word: string) =>
  text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word)) || text.includes(` ${word}`);

/** How well a folded text answers a folded word: 0 not at all. A name outweighs other words, a beginning the middle. */
function weigh(text: string, word: string, most: number): number {
  if (text === word) return most + 3;
  if (text.startsWith(word)) return most + 2;
  if (beginsWord(text, word)) return most + 1;
  return text.includes(word) ? most - 3 : 0;
}

function score({ label, keywords = [], note = '' }: Ranked, typed: string, words: readonly string[]): number {
  const name = fold(label);
  const others = keywords.map(fold);
  const best = (word: string, withNote: boolean) =>
    Math.max(
      weigh(name, word, 20),
      ...others.map((one) => weigh(one, word, 10)),
      withNote && beginsWord(fold(note), word) ? 1 : 0,
    );
  const whole = best(typed, false);
  const each = words.map((word) => best(word, words.length > 1));
  return Math.max(whole, each.includes(0) ? 0 : each.reduce((sum, one) => sum + one, 0) / each.length);
}

/** What answers a search, the best first; what is as good keeps its order, shorter names before longer ones. */
export function ranked<Thing extends Ranked>(things: readonly Thing[], keyword: string): Thing[] {
  const typed = fold(keyword.trim());
  if (typed === '') return [];
  const words = typed.split(/\s+/);
  return things
    .map((thing, place) => ({ thing, place, score: score(thing, typed, words) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score || a.thing.label.length - b.thing.label.length || a.place - b.place)
    .map(({ thing }) => thing);
}
