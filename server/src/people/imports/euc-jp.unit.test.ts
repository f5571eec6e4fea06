import { expect, it } from 'vitest';
import { createSniffer } from './sniff.ts';

/** A text in one of the Japanese encodings, by looking for each character in a table of all pairs of bytes. */
function encodedIn(encoding: 'euc-jp' | 'shift_jis', text: string): Buffer {
  return Buffer.concat(Array.from(text, (character) => Buffer.from(tables[encoding].get(character) ?? [])));
}

const tables = { 'euc-jp': tableOf('euc-jp'), shift_jis: tableOf('shift_jis') };

function tableOf(encoding: string): Map<string, number[]> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, number[]>();
  const note = (...bytes: number[]) => {
    const text = decoder.decode(Buffer.from(bytes));
    if ([...text].length === 1 && text !== '\ufffd' && !found.has(text)) found.set(text, bytes);
  };
  for (let byte = 0; byte < 0x100; byte += 1) note(byte);
  for (let lead = 0x80; lead < 0x100; lead += 1) for (let trail = 0x40; trail < 0x100; trail += 1) note(lead, trail);
  return found;
}

const outcome = (bytes: Buffer, declared: 'auto' | 'shift_jis' = 'auto') => {
  try {
    const sniffer = createSniffer(declared);
    for (let at = 0; at < bytes.length; at += 7) sniffer.look(bytes.subarray(at, at + 7));
    return sniffer.end().encoding;
  } catch (error) {
    return (error as Error).message;
  }
};

const header = 'operation,userId,familyName,givenName,department\r\n';
const kanji = `${header}create,hanako,山田,花子,営業\r\n`;
const mixed = `${header}create,taro,高橋,タロウ,東京オフィス\r\ncreate,jiro,ほしの,じろう,経理部\r\n`;
const half = `${header}create,hanako,ﾔﾏﾀﾞ,ﾊﾅｺ,ｴｲｷﾞｮｳ\r\ncreate,taro,ﾀｶﾊｼ,ﾀﾛｳ,ｹｲﾘ\r\n`;

it.each([
  ['kanji', 'euc-jp', kanji, 'file_wrong_encoding'],
  ['kana too', 'euc-jp', mixed, 'file_wrong_encoding'],
  ['kanji', 'shift_jis', kanji, 'shift_jis'],
  ['kana too', 'shift_jis', mixed, 'shift_jis'],
  ['half-width katakana', 'shift_jis', half, 'shift_jis'],
] as const)('%s in %s: %s', (_, encoding, text, expected) => {
  const bytes = encodedIn(encoding, text);
  expect(new TextDecoder(encoding).decode(bytes)).toBe(text);
  expect(outcome(bytes)).toBe(expected);
});

it('what could be either is Shift_JIS where that is declared', () => {
  const bytes = encodedIn('shift_jis', `${header}create,a,ｻｳﾅﾄ,ｲﾖｻﾒ,ｱﾄｶﾈ\r\n`);
  expect([outcome(bytes), outcome(bytes, 'shift_jis')]).toEqual(['file_wrong_encoding', 'shift_jis']);
});
