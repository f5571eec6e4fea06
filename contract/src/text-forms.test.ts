import { describe, expect, it } from 'vitest';
import { inOneForm, toLower } from './text-forms.ts';

describe('the stored form of texts', () => {
  it.each([
    ['plain ASCII, tabs\tand all', 'plain ASCII, tabs\tand all'],
    ['Mu\u0308ller', 'Müller'],
    ['Müller', 'Müller'],
    ['カ\u3099ラス', 'ガラス'],
    ['ᄒ\u1161ᆫ', '한'],
    ['\u212b', 'Å'],
    // No compatibility normalization: what looks different is different.
    ['ｶﾞ１ﬁ①', 'ｶﾞ１ﬁ①'],
    // Compatibility ideographs are kept: people write their names with them.
    ['\ufa19\u7530カ\u3099', '\ufa19\u7530ガ'],
    ['\u{2f82c}e\u0301', '\u{2f82c}é'],
    ['😀', '😀'],
    ['', ''],
  ])('of %j is %j', (text, wanted) => {
    expect(inOneForm(text)).toBe(wanted);
    expect(inOneForm(wanted)).toBe(wanted);
  });

  it('leaves plain texts unchanged', () => {
    for (let point = 0; point < 0x300; point += 1) {
      const text = `a${String.fromCodePoint(point)}`;
      expect(text.normalize('NFC')).toBe(text);
    }
  });
});

it.each([
  ['TARO', 'taro'],
  ['ΓΙΩΡΓΟΣ', 'γιωργοσ'],
  ['γιώργος', 'γιώργος'],
  ['İZMİR', 'izmir'],
  ['ISPARTA ısparta', 'isparta ısparta'],
  ['ÄÖÜ ẞ', 'äöü ß'],
  ['山田ＡＢ', '山田ａｂ'],
  ['𐐀', '𐐨'],
  ['', ''],
])('toLower(%j) is %j', (text, wanted) => expect(toLower(text)).toBe(wanted));
