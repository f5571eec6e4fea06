import { expect, it } from 'vitest';
import { lengthener, longWords, wordsOf } from './long-words.ts';

it.each([
  ['a short word is made longer by two fifths', 'Users', 'ユーザ', 'UsersUs'],
  ['every word of a sentence is', 'Sign in', '', 'SignSi ini'],
  ['a longer language wins', 'Off', 'Ausgeschaltet', 'Ausgeschaltet'],
  ['a kanji takes the room of two letters', 'Mail', '電子的な郵便', '電子的な郵便'],
  ['placeholders stay', 'Hello {{name}}', '', 'HelloHe {{name}}'],
])('%s', (_, english, other, wanted) => {
  expect(longWords([{ ui: { a: english } }, { ui: { a: other } }])).toEqual([[english, wanted]]);
});

it('gives the parts of a text one by one, and the form for many where a language has no other', () => {
  expect(longWords([{ ui: { a: 'Read the <a>terms</a>.' } }])).toEqual([
    ['Read the', 'ReadRe theth'],
    ['terms', 'termste'],
    ['.', '.'],
  ]);
  expect(longWords([{ ui: { rows_one: 'One' } }, { ui: { rows_other: '{{count}}個の行があります' } }])).toEqual([
    ['One', '{{count}}個の行があります'],
  ]);
});

it('takes the longest of a language where one English text stands for several, and of the forms of a plural', () => {
  const english = {
    ui: { on: 'On', rows_one: '{{count}} row', rows_other: '{{count}} rows', new: 'New' },
    logs: { on: 'On' },
  };
  const other = {
    ui: { on: 'Ein', rows_few: '{{count}} řádečky', rows_other: '{{count}} řádku' },
    logs: { on: 'Eingeschaltet' },
  };
  expect(wordsOf(english, other)).toEqual([
    ['On', 'Eingeschaltet'],
    ['{{count}} row', '{{count}} řádečky'],
    ['{{count}} rows', '{{count}} řádečky'],
    ['New', 'New'],
  ]);
});

it.each([
  ['Users', 'UsersUs'],
  ['Hello Mei Ito', 'Bonjour Mei Ito !'],
  ['3 of 12 (a+b)', '12 中 3 (a+b)'],
  ['Hello Mei and Ito', 'Bonjour Mei and Ito !'],
  ['Mei and Ito', undefined],
  ['Mei Ito', undefined],
  ['UsersUs', undefined],
  ['12', undefined],
])('of “%s” on a page becomes “%s”', (text, wanted) => {
  const longOf = lengthener([
    ['Users', 'UsersUs'],
    ['{{count}}', '{{count}}{{count}}'],
    ['{{a}} and {{b}}', '{{a}} et {{b}}'],
    ['Hello {{name}}', 'Bonjour {{name}} !'],
    ['{{some}} of {{all}} (a+b)', '{{all}} 中 {{some}} (a+b)'],
  ]);
  expect([longOf(text), longOf(text)]).toEqual([wanted, wanted]);
});

it('a long text with many figures is decided at once', () => {
  const longOf = lengthener([['{{from}} – {{to}} of {{all}}', '{{from}} bis {{to}} von {{all}}']]);
  expect([longOf('1 – '.repeat(1_000)), longOf('1 – 20 of 300')]).toEqual([undefined, '1 bis 20 von 300']);
});
