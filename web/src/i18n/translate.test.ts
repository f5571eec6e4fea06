import { describe, expect, test } from 'vitest';
import type { TextKey } from './keys.ts';
import { createTranslate, interpolate } from './translate.ts';

const texts = {
  ui: { greet: 'Hello {{name}}', rows_one: '{{count}} row', rows_other: '{{count}} rows', 'a.b': 'dotted' },
};
const key = (name: string) => name as TextKey;

describe('the texts of guest pages', () => {
  const t = createTranslate('en', texts);

  test.each([
    ['ui.greet', { name: '<b>' }, 'Hello <b>'],
    ['ui.greet', {}, 'Hello {{name}}'],
    ['ui.rows', { count: 1 }, '1 row'],
    ['ui.rows', { count: 1200 }, '1,200 rows'],
    ['ui.a.b', {}, 'dotted'],
    ['ui.missing', {}, 'ui.missing'],
    ['nowhere.at', {}, 'nowhere.at'],
  ])('%s with %j is %j', (name, params, text) => {
    expect(t(key(name), params)).toBe(text);
  });

  test('a language without a singular uses its one form', () => {
    expect(createTranslate('ja', { ui: { rows_other: '{{count}}行' } })(key('ui.rows'), { count: 1 })).toBe('1行');
  });

  test('Portuguese of Portugal has its own plural of 0 and figures', () => {
    const rows = { ui: { rows_one: '{{count}} linha', rows_other: '{{count}} linhas' } };
    const inPortugal = createTranslate('pt', rows);
    const inBrazil = createTranslate('pt-BR', rows);
    expect([inPortugal(key('ui.rows'), { count: 0 }), inBrazil(key('ui.rows'), { count: 0 })]).toEqual([
      '0 linhas',
      '0 linha',
    ]);
    expect([inPortugal(key('ui.rows'), { count: 12_345 }), inBrazil(key('ui.rows'), { count: 12_345 })]).toEqual([
      '12\u00a0345 linhas',
      '12.345 linhas',
    ]);
  });

  test('placeholders do not reach into the prototype', () => {
    expect(interpolate('{{constructor}}', {})).toBe('{{constructor}}');
  });
});
