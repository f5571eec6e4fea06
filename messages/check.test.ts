import { describe, expect, it } from 'vitest';
import { languages } from '#contract/languages.ts';
import { loadCatalog, textIn } from './catalog.ts';
import { type CheckInput, checkMessages, readCheckInput } from './check.ts';

const names = Object.fromEntries(languages.map((language) => [language, language]));

/** A small, correct set of catalogs with every key in use. */
function sound(): CheckInput {
  return {
    catalogs: {
      en: {
        errors: { mismatch: 'The details do not match.', 'a.b': 'Dotted.' },
        users: {
          title: 'Users',
          hello: 'Hello {{name}}',
          chosen_one: 'One user',
          chosen_other: '{{count}} users',
          terms: 'Read the <a>terms</a>.',
        },
      },
      ja: {
        errors: { mismatch: '一致しません。', 'a.b': '点あり。' },
        users: {
          title: 'ユーザー',
          hello: '{{name}} 様',
          chosen_other: '{{count}} 人',
          terms: '<a>規約</a>をお読みください。',
        },
      },
    },
    errorIds: ['mismatch', 'a.b'],
    sources: [
      { path: 'a.ts', text: "t('users.title'); text(\n  'users.hello', { name }); const key = 'users.chosen';" },
      { path: 'b.tsx', text: '<RichText text="users.terms" />' },
    ],
    languageNames: names,
  };
}

describe('checkMessages', () => {
  it('finds nothing in sound catalogs', () => expect(checkMessages(sound()).failures).toEqual([]));

  it('counts what the other languages miss without refusing it', () => {
    const input = sound();
    input.catalogs.de = { users: { title: 'Benutzer' } };
    const { failures, missing } = checkMessages(input);
    expect(failures).toEqual([]);
    expect(missing).toHaveLength(24);
    expect(missing).toContainEqual({ language: 'de', missing: 5, of: 6 });
    expect(missing).toContainEqual({ language: 'fr', missing: 6, of: 6 });
    expect(missing).toContainEqual({ language: 'ja', missing: 0, of: 6 });
  });

  const plant = (change: (input: CheckInput) => void) => {
    const input = sound();
    change(input);
    return checkMessages(input).failures;
  };
  const users = (input: CheckInput, language: string) => input.catalogs[language]!.users!;

  it.each<[string, (input: CheckInput) => void, RegExp]>([
    ['a text missing in ja', (input) => delete users(input, 'ja').title, /^ja: users\.title is missing$/],
    ['a text missing in en', (input) => delete users(input, 'en').title, /^ja: users\.title is not in en$/],
    [
      'a text only another language has',
      (input) => (input.catalogs.de = { users: { x: 'X' } }),
      /^de: users\.x is not in en$/,
    ],
    [
      'a renamed placeholder',
      (input) => (users(input, 'ja').hello = '{{nam}} 様'),
      /^ja: users\.hello .*placeholders \[nam\]/,
    ],
    ['a forgotten placeholder', (input) => (users(input, 'ja').hello = '様'), /^ja: users\.hello .*placeholders \[\]/],
    [
      'a forgotten count',
      (input) => (users(input, 'ja').chosen_other = '人'),
      /^ja: users\.chosen \(other\) .*placeholders/,
    ],
    ['a forgotten part', (input) => (users(input, 'ja').terms = '規約'), /^ja: users\.terms .*placeholders/],
    [
      'a placeholder that a form adds',
      (input) => (users(input, 'en').chosen_one = '{{who}}'),
      /^en: users\.chosen \(one\) .*placeholders/,
    ],
    [
      'a broken placeholder',
      (input) => (users(input, 'ja').hello = '{{name}} {name}'),
      /^ja: users\.hello has a broken placeholder/,
    ],
    [
      'a plural form the language lacks',
      (input) => (users(input, 'ja').chosen_one = '{{count}} 人'),
      /^ja: users\.chosen has no use for .* one$/,
    ],
    [
      'a missing plural form',
      (input) => delete users(input, 'en').chosen_one,
      /^en: users\.chosen lacks the plural form one$/,
    ],
    [
      'the missing plural forms of a third language',
      (input) => (input.catalogs.pl = { users: { chosen_one: '{{count}} a', chosen_other: '{{count}} b' } }),
      /^pl: users\.chosen lacks the plural form few$/,
    ],
    [
      'a plural that is plain elsewhere',
      (input) => (input.catalogs.de = { users: { chosen: '{{count}}' } }),
      /^de: users\.chosen is a plural in only one/,
    ],
    ['an empty text', (input) => (users(input, 'ja').title = ' '), /^ja: users\.title is empty$/],
    ['a text with a loose end', (input) => (users(input, 'en').title = 'Users '), /^en: users\.title begins or ends/],
    [
      'a value that is no text',
      (input) => Object.assign(users(input, 'ja'), { title: 1 }),
      /^ja: users\.title is not a text$/,
    ],
    [
      'an element with attributes',
      (input) => (users(input, 'en').terms = '<a href="/x">x</a>'),
      /^en: users\.terms holds HTML$/,
    ],
    ['a lone tag', (input) => (users(input, 'en').title = 'Users<br>'), /^en: users\.title holds HTML$/],
    ['an entity', (input) => (users(input, 'en').title = 'A &amp; B'), /^en: users\.title holds HTML$/],
    [
      'an error id without a text',
      (input) => Object.assign(input, { errorIds: ['no_such'] }),
      /^en: errors\.no_such is missing$/,
    ],
    [
      'a key that is asked for and does not exist',
      (input) => Object.assign(input, { sources: [...input.sources, { path: 'c.ts', text: "text('users.nothing')" }] }),
      /^c\.ts: no text users\.nothing$/,
    ],
    [
      'a key nobody uses',
      (input) => Object.assign(input, { sources: input.sources.slice(1) }),
      /^en: users\.title is used nowhere$/,
    ],
    [
      'a language without a name',
      (input) => Object.assign(input, { languageNames: { ...names, th: '' } }),
      /^languages\.json: th has no name$/,
    ],
    ['a folder of no language of ours', (input) => (input.catalogs.xx = {}), /^xx is none of the languages$/],
  ])('catches %s', (_defect, change, wanted) => expect(plant(change)).toContainEqual(expect.stringMatching(wanted)));

  it('takes keys built from a beginning as used, and no example in a comment as asked for', () => {
    const sources = [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source under test holds a template
      { path: 'a.ts', text: 'text(`users.${kind}`)' },
      { path: 'b.ts', text: "/** `t('users.example')` */\n  // t('users.other')\nconst a = 1;" },
    ];
    expect(checkMessages({ ...sound(), sources }).failures).toEqual([]);
  });
});

describe('the catalogs of this repository', () => {
  it('hold to every rule that does not depend on who reads them', () => {
    const input = readCheckInput();
    const { failures } = checkMessages(input);
    expect(input.errorIds.length).toBeGreaterThan(80);
    expect(failures.filter((failure) => !/is used nowhere|: no text /.test(failure))).toEqual([]);
  });
});

describe('loadCatalog', () => {
  it('fills gaps with English and takes English for a language it does not know', () => {
    const english = loadCatalog('en').texts;
    expect(loadCatalog('de').texts['errors.mismatch']).toBe(english['errors.mismatch']);
    expect(loadCatalog('../en').language).toBe('en');
    expect(loadCatalog('ja').texts['errors.mismatch']).not.toBe(english['errors.mismatch']);
    expect(Object.keys(loadCatalog('ja').texts).filter((key) => key.endsWith('_one'))).toEqual([]);
  });

  it('gives a language without its own plural every form it will look for', () => {
    const { texts } = loadCatalog('pl');
    for (const form of ['one', 'few', 'many', 'other'])
      expect(texts[`common.count.users_${form}`]).toBeTypeOf('string');
  });
});

describe('textIn', () => {
  it.each([
    ['en', 'common.count.users', { count: 1 }, '1 user'],
    ['en', 'common.count.users', { count: 1200 }, '1,200 users'],
    ['ja', 'common.count.users', { count: 1 }, '1 人のユーザー'],
    ['ru', 'common.count.users', { count: 2 }, '2 users'],
    ['en', 'mail.frame.greeting', { name: '$& {{name}}' }, 'Hello $& {{name}},'],
    ['en', 'mail.frame.greeting', {}, 'Hello {{name}},'],
    ['en', 'nothing.here', {}, 'nothing.here'],
  ])('%s %s with %j is %j', (language, key, params, wanted) => expect(textIn(language)(key, params)).toBe(wanted));
});

it('English is spelled one way, the American', () => {
  const british = /licence|organis|colour|cancelled|recognis|synchronis|\bcentre/i;
  const texts = Object.values(readCheckInput().catalogs.en ?? {}).flatMap((area) => Object.values(area));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => british.test(text.replaceAll(/\{\{.*?\}\}/g, '')))).toEqual([]);
});
