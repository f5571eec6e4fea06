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

  test('placeholders do not reach into the prototype', () => {
    expect(interpolate('{{constructor}}', {})).toBe('{{constructor}}');
  });
});
