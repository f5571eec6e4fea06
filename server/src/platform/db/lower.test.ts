import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toLower } from '#contract/text-forms.ts';
import { sharedTestApp, type TestApp } from '#test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedTestApp();
});
afterAll(() => app.close());

/** Lower-cases many texts at once, the way generated columns do. */
async function lowered(texts: readonly string[]): Promise<string[]> {
  const { rows } = await app.owner.query(
    'select lower(text) as lowered from unnest($1::text[]) with ordinality given (text, place) order by place',
    [texts],
  );
  return rows.map((row) => row.lowered);
}

/** Letters added in Unicode 16 and 17, unknown to older databases and practically unused. */
const NEWER = /[\u1c89\ua7cb-\ua7dc\u{10d50}-\u{10d65}\u{16ea0}-\u{16eb8}]/u;

const hex = (character: string) => `U+${character.codePointAt(0)?.toString(16).toUpperCase()}`;

describe('what is searched for is lower-cased as the database does it', () => {
  it('in each character that both know', async () => {
    const characters: string[] = [];
    for (let point = 1; point <= 0x10ffff; point += 1) {
      const character = String.fromCodePoint(point);
      const isCapital = character.isWellFormed() && character !== character.toLowerCase();
      if (isCapital && !NEWER.test(character)) characters.push(character);
    }
    expect(characters.length).toBeGreaterThan(1400);
    const found = await lowered(characters);
    const other = characters.filter((character, at) => found[at] !== toLower(character));
    expect(other.map(hex)).toEqual([]);
  });
  it.each(['ΓΙΩΡΓΟΣ', 'ΟΔΟΣ ΟΔΟΣ', 'γιώργος', 'İZMİR', 'Iı', 'ÅNGSTRÖM', 'STRASSE ẞ', 'ＡＢＣ', 'Ǆ ǅ'])(
    '%s',
    async (text) => {
      expect(await lowered([text])).toEqual([toLower(text)]);
    },
  );
});
