import { describe, expect, it } from 'vitest';
import { createJapaneseJudge } from './shift-jis.ts';

const shiftJis = new TextDecoder('shift_jis', { fatal: true });

function isJapanese(text: string): boolean {
  const judge = createJapaneseJudge();
  judge.look(text);
  return judge.isJapanese();
}

/** Half of the western texts have bytes that stand for nothing in Shift_JIS. */
function readsAsJapanese(bytes: Uint8Array): boolean {
  try {
    return isJapanese(shiftJis.decode(bytes));
  } catch {
    return false;
  }
}

/** Windows-1252 where it is not Latin-1. */
const windows: Record<string, number> = { '’': 0x92, Š: 0x8a, š: 0x9a, Ž: 0x8e, ž: 0x9e, Œ: 0x8c, œ: 0x9c };
const windows1252 = (text: string) => Buffer.from(Array.from(text, (sign) => windows[sign] ?? sign.charCodeAt(0)));

describe('a text in Windows-1252 is not taken for Japanese', () => {
  it.each([
    ['Spanish', 'create,p1,Pérez,Begoña\r\ncreate,p2,Núñez,Iñaki\r\ncreate,p3,García,Ángel'],
    ['Spanish, one name', 'create,p1,Pérez,Anna'],
    ['Spanish capitals', 'IBÁÑEZ,MUÑOZ,GARCÍA'],
    ['Portuguese', 'João,Conceição,Gonçalves,Simões'],
    ['Portuguese capitals', 'JOÃO,CONCEIÇÃO'],
    ['French', 'Lefèvre,Hélène,François,Benoît,Chloé'],
    ['French, one name', 'Hélène'],
    ['an apostrophe', 'O’Brien,Sinead'],
    ['apostrophes', 'L’Oréal,D’Angelo,Women’s,Men’s'],
    ['German', 'Müller,Schröder,Bäcker,Weiß,Größe,Grüße'],
    ['German, one name', 'Jürgen'],
    ['German capitals', 'MÜLLER,SCHRÖDER,ÄCKER'],
    ['Swedish', 'Åsa,Björn,Söderström,Håkan,Märta'],
    ['Norwegian', 'Bjørn,Håvard,Sæther,Ødegård'],
    ['Danish', 'Sørensen,Kjær,Østergaard'],
    ['Finnish', 'Hämäläinen,Mäkinen,Väinö'],
    ['Icelandic', 'Þórdís,Guðmundsdóttir,Björk'],
    ['Italian', 'Niccolò,Debernardì,Forlì Emilia'],
    ['Catalan', 'Gràcia,Vicenç,Núria'],
    ['Dutch', 'Zoë,Daniël,Noël de Boer'],
    ['Czech', 'Škoda,Tomáš,Žižka,Beneš'],
    ['Irish', 'Seán,Siobhán,Ó Briain,Róisín'],
    ['Hungarian', 'Gábor,Sándor,Kovács,Németh'],
    ['degrees and a name', 'Keep below 20°C,Renée'],
  ])('%s', (_, text) => expect(readsAsJapanese(windows1252(text))).toBe(false));

  it.each([
    ['Polish', 'Paweł,Wałęsa,Łukasz,Żółć', { ł: 0xb3, ę: 0xea, Ł: 0xa3, Ż: 0xaf, ó: 0xf3, ć: 0xe6 }],
    ['Turkish', 'Özgür,Çağla,Gökçe,Uğur', { Ö: 0xd6, ü: 0xfc, Ç: 0xc7, ğ: 0xf0, ö: 0xf6, ç: 0xe7 }],
  ])('nor is %s in its own', (_, text, letters: Record<string, number>) => {
    const bytes = Buffer.from(Array.from(text, (sign) => letters[sign] ?? sign.charCodeAt(0)));
    expect(readsAsJapanese(bytes)).toBe(false);
  });

  it.each([
    ['Russian', 'Иванов Пётр Сергеевич'],
    ['Bulgarian', 'Георги Димитров,София'],
  ])('nor is %s', (_, text) => {
    const bytes = Buffer.from(
      Array.from(text, (sign) => {
        const at = sign.charCodeAt(0);
        return at < 0x80 ? at : sign === 'ё' ? 0xb8 : at - 0x410 + 0xc0;
      }),
    );
    expect(readsAsJapanese(bytes)).toBe(false);
  });
});

describe('a Japanese text is one', () => {
  it.each([
    ['names', '佐藤,花子\n山田,太郎'],
    ['one name', '佐藤'],
    ['a name of rarer kanji', '濱﨑'],
    ['names with rarer kanji', '髙橋,一郎\n渡邉,澤子\n齋藤,龍\n澤,翔太\n邊見,凛'],
    ['a letter and a building', '東京A棟,A棟,B棟,C棟'],
    ['departments in letters', 'Smith,IT部\nBrown,IT部\nJones,HR課'],
    ['full-width letters', 'ＯＡ機器,ＮＴＴ'],
    ['digits', '営業1部,第2営業課,3階'],
    ['half-width katakana', 'ﾀﾅｶ ﾀﾛｳ,ﾔﾏﾀﾞ ﾊﾅｺ'],
    ['half-width katakana at letters', 'ITｻﾎﾟｰﾄ,NTTﾄﾞｺﾓ,Aﾋﾞﾙ'],
    ['half-width katakana at kanji', '東京ﾋﾞﾙ,営業ﾌﾞﾛｯｸ'],
    ['katakana at letters', 'Tシャツ,Webデザイン室,SEチーム'],
    ['hiragana', 'さくら,Aさん'],
    ['classes of a school', '佐藤,花子,A組\n鈴木,一郎,B組\n高橋,次郎,C組'],
    ['kanji between letters', '佐藤,X線CT室\n鈴木,X線CT室'],
    ['long marks and repeated kanji', '佐々木,センター,〆切'],
    ['something of one’s own among names', '佐藤,\uE000田,花子'],
    ['no letter at all', 'create,a,1'],
  ])('%s', (_, text) => expect(isJapanese(text)).toBe(true));
});

it('many words are told from the first', () => {
  const judge = createJapaneseJudge();
  for (let n = 0; n < 2000; n += 1) judge.look('佐藤,花子,営業部\n');
  judge.look('P駻ez,'.repeat(100_000));
  expect(judge.isJapanese()).toBe(true);
});
