import { describe, expect, it } from 'vitest';
import { chooseLanguage, direction, isLanguage, languages, layoutGroup, matchLanguage } from './languages.ts';

it('knows the 24 languages', () => {
  expect(new Set(languages).size).toBe(24);
  expect(languages.every(isLanguage)).toBe(true);
  expect(isLanguage('xx')).toBe(false);
  expect(isLanguage('EN')).toBe(false);
});

describe('chooseLanguage', () => {
  it.each([
    ['ja', 'ja'],
    ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
    ['en-GB', 'en'],
    ['xx, de;q=0.5, fr;q=0.7', 'fr'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['pt-BR', 'pt-BR'],
    ['pt-br', 'pt-BR'],
    ['pt-PT', 'pt'],
    ['zh', 'zh-CN'],
    ['zh-TW', 'zh-HK'],
    ['zh-Hant-TW', 'zh-HK'],
    ['zh-Hans-SG', 'zh-CN'],
    ['zh-HK', 'zh-HK'],
    ['no', 'nb'],
    ['nn-NO', 'nb'],
    ['es-419', 'es'],
    ['ca-ES-valencia', 'ca'],
    ['*', 'en'],
    ['', 'en'],
    [null, 'en'],
    [undefined, 'en'],
    [['xx', 'th-TH'], 'th'],
    [['vi_VN'], 'vi'],
    [[], 'en'],
    ['de;q=abc, it;q=0.2', 'it'],
    ['__proto__,constructor', 'en'],
  ])('answers %j with %s', (wanted, language) => expect(chooseLanguage(wanted, languages)).toBe(language));

  it('passes over languages that are not offered', () => {
    expect(chooseLanguage('de, ja;q=0.5', ['en', 'ja'])).toBe('ja');
    expect(chooseLanguage('de', ['en', 'ja'])).toBe('en');
  });

  it('reads only the beginning of a monstrous header', () => {
    expect(chooseLanguage(`${'x,'.repeat(100_000)}ja`)).toBe('en');
  });

  it('finds each of the 24 languages by its code', () => {
    for (const language of languages) expect(matchLanguage(language.toUpperCase())).toBe(language);
  });
});

it.each([
  ['ja', 'ltr'],
  ['en', 'ltr'],
  ['ar-EG', 'rtl'],
  ['he', 'rtl'],
])('%s is written %s', (language, wanted) => expect(direction(language)).toBe(wanted));

it.each([
  ['ja', 'asian'],
  ['zh-HK', 'asian'],
  ['zh-CN', 'asian'],
  ['ko', 'asian'],
  ['vi', 'asian'],
  ['fr', 'long'],
  ['pl', 'long'],
  ['cs', 'long'],
  ['ru', 'long'],
  ['en', 'standard'],
  ['th', 'standard'],
] as const)('%s is laid out as %s', (language, wanted) => expect(layoutGroup(language)).toBe(wanted));
