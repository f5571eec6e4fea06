import { describe, expect, it } from 'vitest';
import { languages, offeredLanguages } from '#contract/languages.ts';
import { loadCatalog, textIn } from './catalog.ts';
import { type CheckInput, checkMessages, readCheckInput } from './check.ts';
import { textsOf } from './forms.ts';
import { checkWords, type Glossary, glossaries, offences } from './glossary.ts';
import { noted } from './sources.ts';
import { readSources } from './usage.ts';
import { checkWording } from './wording.ts';

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
    offered: ['en', 'ja'],
    errorIds: ['mismatch', 'a.b'],
    sources: [
      { path: 'a.ts', text: "t('users.title'); text(\n  'users.hello', { name }); const key = 'users.chosen';" },
      { path: 'b.tsx', text: '<RichText text="users.terms" />' },
    ],
    languageNames: names,
    exceptions: {},
    glossaries: {},
    written: {},
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
    expect(missing).toContainEqual({ language: 'de', missing: 5, stale: 0, of: 6 });
    expect(missing).toContainEqual({ language: 'fr', missing: 6, stale: 0, of: 6 });
    expect(missing).toContainEqual({ language: 'ja', missing: 0, stale: 0, of: 6 });
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

describe('the words of a language', () => {
  const english = {
    users: { title: 'Users', save: 'Save user', lead: 'A user. The user’s “name”.', brand: 'OpenID Connect' },
  };
  const german: Glossary = {
    ...{ rows: [], quotes: '„“', terms: { user: ['Benutzer', /benutzer/i] } },
    ...{ same: ['users.brand'], otherwise: [], ownWords: [] },
  };
  const sayOf = (texts: Record<string, string>, more: Partial<Glossary> = {}) => {
    const own = {
      title: 'Benutzer',
      save: 'Benutzer sichern',
      lead: 'Ein Benutzer.',
      brand: 'OpenID Connect',
      ...texts,
    };
    return checkWording('ja', textsOf({ users: own }), textsOf(english), { ...german, ...more });
  };

  it('finds nothing in sound texts', () => expect(sayOf({})).toEqual([]));

  it.each<[string, Record<string, string>, Partial<Glossary>, RegExp]>([
    ['a term by another word', { title: 'Nutzer' }, {}, /users\.title lacks Benutzer: Nutzer$/],
    ['English left over', { lead: 'Ein Benutzer and the Rest.' }, {}, /holds English: and, the$/],
    ['the quotation marks of others', { lead: 'Der “Benutzer”.' }, {}, /quotation marks ”, the language has „“$/],
    ['straight quotation marks', { lead: 'Der "Benutzer".' }, {}, /quotation marks " "/],
    ['the English text again', { save: 'Save user' }, { terms: {} }, /users\.save equals the English text$/],
    ['two spaces', { lead: 'Ein  Benutzer.' }, {}, /two spaces$/],
    ['two marks', { lead: 'Ein Benutzer..' }, {}, /two marks/],
    ['a label without end', { title: `Benutzer${'in'.repeat(12)}` }, {}, /columns wide, there is room for 24$/],
    ['an exception from the terms without need', {}, { otherwise: ['users.title'] }, /needs no exception/],
    ['a text that no longer equals', { brand: 'Verbinden' }, {}, /does not equal the English text/],
    [
      'an exception for a text that is gone',
      {},
      { same: ['users.brand', 'users.x'] },
      /names users\.x, which is not there$/,
    ],
  ])('catches %s', (_, texts, more, wanted) => {
    const found = sayOf(texts, more);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(wanted);
  });

  it.each<[string, Record<string, string>, Partial<Glossary>]>([
    ['a pronoun for a term, if named', { lead: 'Er selbst.' }, { otherwise: ['users.lead'] }],
    ['words of its own that English has too', { lead: 'Ein Benutzer will.' }, { ownWords: ['will'] }],
    ['apostrophes within words', { lead: 'Benutzer’s, l’Benutzer' }, {}],
    ['an ellipsis', { lead: 'Benutzer...' }, {}],
  ])('takes %s', (_, texts, more) => expect(sayOf(texts, more)).toEqual([]));
});

describe('which English a text was written from', () => {
  const write = (change: (input: CheckInput) => void) => {
    const input = sound();
    const [en, ja] = [textsOf(input.catalogs.en!), textsOf(input.catalogs.ja!)];
    input.written = { ja: noted(en, ja, {}) };
    change(input);
    return input;
  };
  const check = (input: CheckInput) => {
    const { failures, missing, stale } = checkMessages(input);
    return { failures, stale, count: missing.find(({ language }) => language === 'ja')?.stale };
  };
  const again = (input: CheckInput, ...holds: string[]) => {
    const [en, ja] = [textsOf(input.catalogs.en!), textsOf(input.catalogs.ja!)];
    return { ...input, written: { ja: noted(en, ja, input.written.ja ?? {}, holds) } };
  };
  const older = { failures: [], stale: ['ja: users.title'], count: 1 };
  const current = { failures: [], stale: [], count: 0 };

  it('a text is older when its English changes, until it is said to hold', () => {
    const input = write(({ catalogs }) => Object.assign(catalogs.en!.users!, { title: 'All users' }));
    expect(check(input)).toEqual(older);
    expect(check(again(input))).toEqual(older);
    expect(check(again(input, 'users.title'))).toEqual(current);
  });

  it('a plural is older when one of its forms changes', () => {
    const input = write(({ catalogs }) => Object.assign(catalogs.en!.users!, { chosen_one: 'A user' }));
    expect(check(input)).toEqual({ ...older, stale: ['ja: users.chosen'] });
  });

  it('a text written anew goes with the English of today, once that is noted', () => {
    const input = write(({ catalogs }) => {
      catalogs.en!.users!.title = 'All users';
      catalogs.ja!.users!.title = '全ユーザー';
    });
    expect(check(input).failures).toEqual(['ja: users.title is not noted: npm run messages:record']);
    expect(check(again(input))).toEqual(current);
  });

  it('a language that is not offered does not stop a change of the English', () => {
    const input = sound();
    const de = { title: 'Benutzer', hello: 'Hallo {{name}}', gone: 'Weg' };
    input.catalogs.de = { users: de };
    Object.assign(input.catalogs.en!.users!, { gone: 'Gone' });
    input.written = { de: noted(textsOf(input.catalogs.en!), textsOf(input.catalogs.de), {}) };
    delete input.catalogs.en!.users!.gone;
    Object.assign(input.catalogs.en!.users!, { hello: 'Hello' });
    Object.assign(input.catalogs.ja!.users!, { hello: 'こんにちは' });
    const { failures, missing, stale } = checkMessages(input);
    expect([failures, stale]).toEqual([[], []]);
    expect(missing).toContainEqual({ language: 'de', missing: 4, stale: 2, of: 6 });
  });

  it('forgets a text that is gone', () => {
    const input = write(({ catalogs }) => delete catalogs.ja!.users!.title);
    expect(Object.keys(again(input).written.ja)).not.toContain('users.title');
  });
});

describe('the catalogs of this repository', () => {
  it('hold to every rule that does not depend on who reads them', { timeout: 60_000 }, () => {
    const input = readCheckInput();
    const { failures } = checkMessages(input);
    expect(input.errorIds.length).toBeGreaterThan(80);
    expect(failures.filter((failure) => !/is used nowhere|: no text /.test(failure))).toEqual([]);
  });
});

describe('loadCatalog', () => {
  it('takes English for a language that is not offered or not known', () => {
    expect(loadCatalog('xx').language).toBe('en');
    expect(loadCatalog('../en').language).toBe('en');
    for (const language of languages)
      expect(loadCatalog(language).language).toBe(offeredLanguages.includes(language) ? language : 'en');
    expect(loadCatalog('ja').texts['errors.mismatch']).not.toBe(loadCatalog('en').texts['errors.mismatch']);
  });
});

describe('textIn', () => {
  it.each([
    ['en', 'common.count.users', { count: 1 }, '1 user'],
    ['en', 'common.count.users', { count: 1200 }, '1,200 users'],
    ['ja', 'common.count.users', { count: 1 }, '1 人のユーザー'],
    ['xx', 'common.count.users', { count: 1200 }, '1,200 users'],
    ['en', 'mail.frame.greeting', { name: '$& {{name}}' }, 'Hello $& {{name}},'],
    ['en', 'mail.frame.greeting', {}, 'Hello {{name}},'],
    ['en', 'nothing.here', {}, 'nothing.here'],
  ])('%s %s with %j is %j', (language, key, params, wanted) => expect(textIn(language)(key, params)).toBe(wanted));
});

describe('the glossary', () => {
  /** Language → what its row says → a text that breaks it, and one close to it that does not. */
  const cases: Record<string, Record<string, [broken: string[], sound: string[]]>> = {
    en: {
      'email, email address': [
        ['Mail address', 'It was mailed to you.', 'Three mails', 'Look at your mailbox', 'E-mail'],
        ['Email address', 'It was emailed to you.', '{{mail}}', 'No mail server is set up.'],
      ],
      'sign in, sign-in': [
        ['Log in', 'Login log', 'Logged out', 'Log-in'],
        ['Sign in', 'The log includes it.', 'Sign-in log'],
      ],
      'organization ("tenant ID" stays)': [
        ['Your tenant', 'Three tenants'],
        ['Tenant ID', 'Your organization'],
      ],
      'MFA, authenticator app, one-time code': [
        ['Second factor', 'A proof of it', 'Two-factor authentication', 'second-factor'],
        ['Recovery code'],
      ],
      app: [['An application', 'Applications'], ['An app']],
      'app (service is the provider’s word)': [
        ['A service', 'Services'],
        ['Apps', 'Self-service', 'A SAML service provider'],
      ],
      'assign, remove': [
        ['Permit it', 'The rule gives it', 'A given app'],
        ['Assign it', 'Given name'],
      ],
      remove: [['Take the license away', 'It was taken out of the group.', 'Take out'], ['Takes five minutes.']],
      'add, remove': [
        ['Put in', 'Put it into a group'],
        ['Add', 'The input'],
      ],
      'user, administrator, you': [
        ['Somebody else', 'Nobody', 'Whoever signs in', 'A person', 'People sign in.'],
        ['Someone else saved it.', 'Users', 'Personal'],
      ],
      'custom field': [
        ['Own items', 'Custom item'],
        ['Custom fields', 'Your own field'],
      ],
      job: [['Long work'], ['Long-running jobs']],
      'invite, invitation': [['Get people in', 'Registers somebody'], ['Invite users']],
      'failed sign-in': [
        ['3 refused tries', 'Tries that were refused'],
        ['3 failed sign-ins', 'It tries again.'],
      ],
      create: [
        ['Make a URL', 'Make new codes'],
        ['Create link', 'Make it longer'],
      ],
      'create a PIN': [
        ['Issue a PIN', 'PIN issued'],
        ['Create PIN', 'Issue setup code'],
      ],
      'bulk email, bulk action': [
        ['Mailings', 'A bulk operation on users'],
        ['Bulk emails', 'Operation'],
      ],
      'select, deselect': [
        ['Tick all', 'Untick 3', 'Users you ticked'],
        ['Select all', 'A ticket'],
      ],
      'turn on, turn off': [
        ['Switch on', 'It was switched off', 'Switch it off'],
        ['Turn on', 'Switch the light', 'switchboard'],
      ],
      'over the limit': [['Over-used', 'overused'], ['Over the limit']],
      'applies to, affects': [
        ['Saving touches 3 users.', 'It counts for all.'],
        ['A touchscreen', 'Counts'],
      ],
      'will, must, or the present': [['It shall be so.'], ['It will be so.', 'Marshall']],
      'is pending, is shown, is deleted': [
        ['It stands here.', 'The address waits.', 'Everything that hangs on it', 'It goes with it.'],
        ['Standard', 'Wait a minute.', 'Changed'],
      ],
      'Couldn’t load …': [['Users could not be read', 'The file couldn’t be opened.'], ['Couldn’t load users.']],
      'what happened, why, and the next step': [['Something went wrong.', 'Oops'], ['Couldn’t save.']],
      action: [
        ['Sensitive acts', 'The act'],
        ['Actions', 'Active', 'Actually'],
      ],
      'Clear selection, Add, View, Type': [['Choose none', 'Kind of thing', 'In your own words'], ['Clear selection']],
      'must, or the active voice': [['It has to be changed.', 'They have to be set.'], ['It must change.']],
      'two sentences (no semicolon)': [['Do this; do that.'], ['Do this. Do that.']],
      'a sentence (no colon for a verb)': [
        ['Add a user: the app opens.', 'Off: devices ask for none.'],
        [
          'Name: {{name}}',
          'Choose one of these: {{names}}',
          'At 12:30.',
          '{{name}}: {{value}}',
          'Time: {{time}}. Browser: {{browser}}.',
        ],
      ],
      'a typographic apostrophe (’)': [["Couldn't load users.", "Users' names"], ['Couldn’t load users.']],
    },
    ja: {
      サインイン: [
        ['ログイン', 'ログアウト'],
        ['サインイン', 'ログ'],
      ],
      カスタム項目: [['独自項目', '独自の項目'], ['カスタム項目']],
      提供元: [['提供者'], ['提供元']],
      誰: [['だれ'], ['誰']],
      主語を省く: [['あなたの組織'], ['所属する組織']],
      ルール: [['規則'], ['ルール', '検索条件']],
      多要素認証: [['二要素認証', '第 2 要素', '二段階認証'], ['多要素認証']],
      アプリ: [['アプリケーション'], ['認証アプリ']],
      '使用数, ライセンス数, 空き': [['シート数'], ['使用数']],
      'PIN を作成': [
        ['PIN を発行', '発行済みの PIN'],
        ['PIN を作成', '設定コードを発行'],
      ],
      '一括送信, 一括操作': [
        ['一斉メール', '一括変更'],
        ['一括送信', '一括操作'],
      ],
      '組織（テナント ID はそのまま）': [['テナントの名前'], ['テナント ID', '組織']],
      'ユーザー, サーバー, フォルダー': [
        ['ユーザ名', 'サーバ', 'フォルダ', 'ブラウザを開く'],
        ['ユーザー名', 'サーバー'],
      ],
      有効なセッション: [['開いているセッション'], ['有効なセッション']],
      英数字の前後に半角スペース: [
        ['30日間', 'ユーザーID', '{{count}}件'],
        ['30 日間', 'ユーザー ID', '{{name}}さん'],
      ],
      '全角の（ ）': [['超過(13)'], ['超過（13）']],
      '全角の：': [
        ['名前:', '状態: 有効', 'PIN: {{pin}}'],
        ['名前：{{name}}', '12:30'],
      ],
      約物の前後に空白を入れない: [
        ['名前 ：山田', 'はい。 いいえ', '件 （13）'],
        ['名前：山田', 'はい。いいえ'],
      ],
      文中に不要な空白を入れない: [['山田さんの 多要素認証'], ['山田さんの多要素認証', 'ユーザー ID']],
      'です・ます体': [
        ['必要である。', '不要だ。'],
        ['必要です。', 'お読みください。', '有効である必要があります。', '未確認のままだ'],
      ],
    },
  };

  it.each(Object.entries(cases).flatMap(([language, rows]) => Object.entries(rows).map(([say]) => [language, say])))(
    '%s: %s',
    (language, say) => {
      const [broken, sound] = cases[language]![say]!;
      const said = (text: string) =>
        offences(language, 'users', 'text', text).filter((what) => what.endsWith(`: ${say}`));
      expect(broken.filter((text) => said(text).length === 0)).toEqual([]);
      expect(sound.filter((text) => said(text).length > 0)).toEqual([]);
    },
  );

  it('has a case for every row', () => {
    const opening = 'what happens, not what it is';
    for (const [language, { rows }] of Object.entries({ en: glossaries.en!, ja: glossaries.ja! }))
      expect([...Object.keys(cases[language] ?? {})].sort()).toEqual(
        rows
          .map(({ say }) => say)
          .filter((say) => say !== opening)
          .sort(),
      );
  });

  const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;
  it.each([
    ['title', words(25), 0],
    ['title', words(26), 1],
    ['nameHelp', words(12), 0],
    ['nameHelp', words(13), 1],
    ['nameHelp', `${words(12)} ${words(12)}`, 0],
    ['why', words(13), 1],
    ['nameWhy_other', words(13), 1],
    ['pinsConsequence', words(13), 1],
    ['lead', words(15), 0],
    ['lead', words(16), 1],
    ['addLead', words(16), 1],
    ['nameHelp', 'What a device asks of you.', 1],
    ['why', 'How it ends.', 1],
    ['why', 'How does it end?', 0],
    ['lead', 'Who may sign in.', 1],
    ['title', 'What is new', 0],
    ['leader', 'Who leads', 0],
  ])('holds %s to its length and opening: %s', (key, text, found) =>
    expect(offences('en', 'users', key, text)).toHaveLength(found),
  );

  it('lets the operator’s pages speak of tenants and services', () => {
    expect(offences('en', 'operator', 'title', 'Tenants and services')).toEqual([]);
    expect(offences('en', 'users', 'title', 'Tenants and services')).toHaveLength(2);
  });

  const catalogs = { en: { users: { title: 'Nobody', lead: 'Users.' } }, ja: { users: { title: 'だれ' } } };
  it.each<[string, Record<string, string>, RegExp[]]>([
    ['finds what breaks it', {}, [/^en: users\.title says "Nobody"/, /^ja: users\.title says "だれ"/]],
    ['takes a reason', { 'en:users.title': 'why', 'ja:users.title': 'why' }, []],
    [
      'refuses a reason without need',
      { 'en:users.title': 'why', 'ja:users.title': 'why', 'en:users.lead': 'x' },
      [/en:users\.lead needs no exception$/],
    ],
  ])('%s', (_what, exceptions, wanted) => {
    const found = checkWords(catalogs, exceptions);
    expect(found).toHaveLength(wanted.length);
    for (const [at, pattern] of wanted.entries()) expect(found[at]).toMatch(pattern);
  });

  it('leaves alone what is typed into the palette, not what it shows', () => {
    const palette = { users: 'people, mail', 'act.addWords': 'login', 'act.add': 'Add people', kindPage: 'Mail' };
    const found = checkWords({ en: { palette } }, {});
    expect(found.map((what) => what.split(' ')[1])).toEqual(['palette.act.add', 'palette.kindPage']);
  });

  it('is part of the check', () =>
    expect(checkMessages({ ...sound(), catalogs: { ...sound().catalogs, ...catalogs } }).failures).toContainEqual(
      expect.stringMatching(/users\.title says "Nobody"/),
    ));
});

it('the API is described in the words of the glossary', () => {
  // The name OpenID Connect has for it.
  const standard = 'List the front-channel logout URLs to call at sign-out';
  const summaries = readSources(new URL('../', import.meta.url), ['contract/src']).flatMap(({ text }) =>
    [...text.matchAll(/\bsummary:\s*(['"`])((?:(?!\1).)+)\1/g)].map(([, , summary]) => summary ?? ''),
  );
  expect(summaries.length).toBeGreaterThan(200);
  const broken = summaries.filter((summary) => offences('en', 'api', 'summary', summary).length > 0);
  expect(broken).toEqual([standard]);
});

it('English is spelled one way, the American', () => {
  const british = /licence|organis|colour|cancelled|recognis|synchronis|\bcentre/i;
  const texts = Object.values(readCheckInput().catalogs.en ?? {}).flatMap((area) => Object.values(area));
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((text) => british.test(text.replaceAll(/\{\{.*?\}\}/g, '')))).toEqual([]);
});
