import { describe, expect, it } from 'vitest';
import * as period from './period.ts';
import * as rules from './rules.ts';
import { isVisibleName } from './visible-name.ts';

type Check = (value: string) => boolean;
const a = (length: number) => 'a'.repeat(length);

const table: [string, Check, string[], string[]][] = [
  [
    'isUserId',
    rules.isUserId,
    ['taro', 'Taro.Yamada', 'a', '_x', '.a', '0', 'a-b', a(128)],
    ['', '-a', '.', '...', 'a b', 'agent:a', 'a@b', '山田', 'tаro', 'a\n', 'a\0', a(129)],
  ],
  ['isGroupId', rules.isGroupId, ['sales', 'Sales_1', '1.2'], ['', '-sales', '..', 'a/b', '営業']],
  [
    'isLoginUserId',
    rules.isLoginUserId,
    ['taro', 'agent:printer-1', 'agent.x'],
    ['agent:', 'agent:-a', 'agent:a:b', 'Agent:a', 'x:y', `agent:${a(123)}`],
  ],
  ['isAgentId', rules.isAgentId, ['agent:a'], ['agent', 'a agent:', 'AGENT:a']],
  [
    'isTenantId',
    rules.isTenantId,
    ['demo', 'abc', 'a-1', a(32), '123', 'a--b'],
    ['ab', a(33), '-ab', 'ab-', 'Demo', 'a_b', 'a.b', 'ab\n', '', 'démo'],
  ],
  [
    'isHostName',
    rules.isHostName,
    ['a', 'example.com', 'a-b.c', '1.2.3.4', `${a(63)}.de`],
    ['', '.', 'a.', '.a', 'a..b', '-a.de', 'a-.de', 'a_b.de', `${a(64)}.de`, Array(128).fill('a').join('.'), 'ä.de'],
  ],
  [
    'isDomain',
    rules.isDomain,
    ['example.com', 'a.b.c', 'x.co', 'a.0xg'],
    ['localhost', '1.2.3.4', 'a.1', '', 'a..b', '@a.de', '8.8.8.0x8', 'a.0X7F', 'a.0x'],
  ],
  [
    'isMailAddress',
    rules.isMailAddress,
    [
      'admin@demo.example',
      'a..b@docomo.ne.jp',
      'name.@docomo.ne.jp',
      '.name@ezweb.ne.jp',
      "o'brien+x@a.co",
      '!#$%&*/=?^_`{|}~-@a.co',
      `${a(64)}@a.co`,
      `a@${a(60)}.${a(60)}.x`,
      `${a(60)}@${a(63)}.abc`,
    ],
    [
      '',
      'a',
      '@a.co',
      'a@',
      'a@b',
      'a@b@c.de',
      '.@c.de',
      '..@c.de',
      'a b@c.de',
      '"a"@c.de',
      'a@-c.de',
      'a@c.de ',
      'a@c.de\n',
      'a@[127.0.0.1]',
      'あ@c.de',
      'a@ｃ.de',
      `${a(65)}@a.co`,
      `${a(60)}@${a(63)}.abcd`,
    ],
  ],
  ['isAscii', rules.isAscii, ['', ' ~', '!"#[]^_{|}', 'aZ09'], ['`', '\\', '\t', '\u007f', 'é', '\n']],
  [
    'isVisibleName',
    isVisibleName,
    [
      ...['', '山田', '𠮷田', 'é', 'Ægir Þórðarson', 'אברהם', 'محمد', '김민준', 'ไอรดา', '𞤀𞤣𞤤𞤢𞤥', '𐓏𐓘𐓻𐓘𐓻𐓟'],
      // Persian, Sinhala, Marathi, Mongolian, a variant of a Han character, emoji of one and of several parts.
      ...[
        'می\u200cخواهم',
        'ශ්\u200dරී',
        'र्\u200dय',
        'ᠠ\u180bᠮ',
        '葛\u{e0100}城',
        '😀 Team',
        '❤\ufe0f',
        '👩\u200d💻',
        '1\ufe0f\u20e3',
      ],
    ],
    [
      ...['a\u202eb', '\u2066a', 'a\u200bb', 'a\u00adb', '\ufeffa', 'a\u200eb', 'a\u061cb', 'a\u2060b', 'a\ue000'],
      ...[
        'a\u200db',
        'a\u200cb',
        '山\u200d田',
        '\u200cخ',
        'خ\u200c',
        'خ\u200c\u200cخ',
        '\u3164',
        '\u115f',
        '\u2800',
        'a\u034fb',
      ],
      ...['a\ufe0f', '山\ufe0f', '\u{e0041}', '\ud800', '\udc00', '\uffff', '\u{f0000}', '😀\u200da'],
    ],
  ],
  ['hasNoNewLine', rules.hasNoNewLine, ['', 'a b\t'], ['\n', 'a\r', '\u2028', '\u2029', '\u0085', '\v', '\f']],
  ['isAlphabet', rules.isAlphabet, ['a', 'Zz'], ['', 'a1', 'é', 'a ']],
  [
    'isUrlCharacters',
    rules.isUrlCharacters,
    ['https://a.b/?c=d#e', '%20', "-._~:/?#[]@!$&'()*+,;="],
    ['', ' ', '<', '"', '\\', 'é', '^'],
  ],
  ['isCybozuSubdomain', rules.isCybozuSubdomain, ['a', 'a-b', '9', a(63)], ['', '-a', 'a-', 'a.b', 'a_b', a(64)]],
  ['isDeviceAuthenticationId', rules.isDeviceAuthenticationId, ['A', '0-', 'a-b', a(128)], ['', '-a', 'a_b', a(129)]],
  [
    'isConfirmCode',
    rules.isConfirmCode,
    ['000000', '123456'],
    ['', '12345', '1234567', '12345a', '１２３４５６', ' 12345', '12345\n'],
  ],
];

describe.each(table)('%s', (_name, check, good, bad) => {
  it.each(good)('accepts %j', (value) => expect(check(value)).toBe(true));
  it.each(bad)('refuses %j', (value) => expect(check(value)).toBe(false));
});

it.each([
  ['00ffAA', 6, true],
  ['', 0, true],
  ['00ffA', 6, false],
  ['00ffAg', 6, false],
])('isHexDigits(%j, %i) is %s', (value, count, wanted) => expect(rules.isHexDigits(value, count)).toBe(wanted));

it.each([
  ['', 0],
  ['abc', 3],
  ['𠮷野', 2],
  ['e\u0301', 2],
])('codePointLength(%j) is %i', (value, wanted) => expect(rules.codePointLength(value)).toBe(wanted));

it.each([
  ['TARO', 'taro'],
  ['Agent:X', 'agent:x'],
  ['İ', 'İ'],
  ['e\u0301', 'é'],
])('foldId(%j) is %j', (value, wanted) => expect(rules.foldId(value)).toBe(wanted));

// PostgreSQL keeps the keys of user and group IDs by `lower`.
it('foldId is lower case, for every character that an ID may have', () => {
  const characters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code));
  const allowed = characters.filter((one) => rules.isUserId(`a${one}`) || rules.isGroupId(`a${one}`));
  expect(allowed).toHaveLength(65);
  expect(allowed.filter((one) => rules.foldId(one) !== one.toLowerCase())).toEqual([]);
});

it.each([
  [0, 4],
  [1, 4],
  [999, 4],
  [1000, 5],
  [9999, 5],
  [10_000, 6],
  [1_000_000, 8],
])('a tenant of %i users has PINs of at least %i', (users, wanted) => expect(rules.pinMinLength(users)).toBe(wanted));

it.each([
  ['1234', 'digits', 4, 8, true],
  ['12345678', 'digits', 4, 8, true],
  ['123', 'digits', 1, 8, false],
  ['1234', 'digits', 5, 8, false],
  ['123456789', 'digits', 4, 8, false],
  ['12a4', 'digits', 4, 8, false],
  ['12a4', 'alphanumeric', 4, 8, true],
  ['12-4', 'alphanumeric', 4, 8, false],
  ['１２３４', 'digits', 4, 8, false],
  ['', 'digits', 0, 8, false],
] as const)('isPin(%j, %s, %i–%i) is %s', (pin, characters, minLength, maxLength, wanted) =>
  expect(rules.isPin(pin, { characters, minLength, maxLength })).toBe(wanted),
);

it.each([
  ['  sales ', 'group', 'sales'],
  ['a*b', 'group', 'a\\*b'],
  ['a\\b', 'group', 'a\\\\b'],
  ['a&b', 'group', 'a&b'],
  ['a&b*', 'user', 'a\\&b\\*'],
] as const)('escapeSearchKeyword(%j) of the %s search is %j', (keyword, search, wanted) =>
  expect(rules.escapeSearchKeyword(keyword, search)).toBe(wanted),
);

describe('parseDateTime', () => {
  it.each([
    ['2024/02/29 23:59:59', undefined, '2024-02-29T23:59:59.000Z'],
    ['0099/01/01 00:00:00', undefined, '0099-01-01T00:00:00.000Z'],
    ['2025/01/01 09:00:00', 'Asia/Tokyo', '2025-01-01T00:00:00.000Z'],
    ['2025/07/01 12:00:00', 'America/New_York', '2025-07-01T16:00:00.000Z'],
    ['2025/01/01 12:00:00', 'America/New_York', '2025-01-01T17:00:00.000Z'],
    ['2025/03/09 03:30:00', 'America/New_York', '2025-03-09T07:30:00.000Z'],
    ['2025/03/09 02:30:00', 'America/New_York', '2025-03-09T07:30:00.000Z'],
    ['2025/11/02 01:30:00', 'America/New_York', '2025-11-02T05:30:00.000Z'],
    ['2025/06/01 00:00:00', 'Asia/Kathmandu', '2025-05-31T18:15:00.000Z'],
  ])('reads %j in %s', (text, zone, wanted) => expect(period.parseDateTime(text, zone)?.toISOString()).toBe(wanted));

  it.each([
    '',
    '2025/1/1 00:00:00',
    '2025-01-01 00:00:00',
    '2025/01/01',
    '2025/01/01T00:00:00',
    '2025/02/29 00:00:00',
    '2025/13/01 00:00:00',
    '2025/00/01 00:00:00',
    '2025/01/00 00:00:00',
    '2025/01/32 00:00:00',
    '2025/01/01 24:00:00',
    '2025/01/01 00:60:00',
    '2025/01/01 00:00:60',
    '0000/01/01 00:00:00',
    '２０２５/01/01 00:00:00',
    '2025/01/01 00:00:00 ',
    'yyyy/MM/dd HH:mm:ss',
  ])('refuses %j', (text) => expect(period.parseDateTime(text)).toBeUndefined());
});

describe('checkPeriod', () => {
  const now = new Date('2025-06-15T12:00:00Z');
  const at = (text: string) => new Date(text);
  const from = (id: period.PeriodErrorId) => [{ field: 'fromDatetime', id }];
  const to = (id: period.PeriodErrorId) => [{ field: 'toDatetime', id }];

  it.each([
    ['a past week', at('2025-06-08T00:00:00Z'), at('2025-06-14T23:59:59Z'), []],
    ['the whole 35 days', at('2025-05-11T00:00:00Z'), at('2025-06-15T23:59:59Z'), []],
    ['one moment', now, now, []],
    ['a start too old', at('2025-05-10T23:59:59Z'), now, from('tooOld')],
    ['a start in the future', at('2025-06-15T12:00:01Z'), at('2025-06-15T23:00:00Z'), from('inFuture')],
    ['an end tomorrow', at('2025-06-10T00:00:00Z'), at('2025-06-16T00:00:00Z'), to('inFuture')],
    ['an end before the start', at('2025-06-10T00:00:01Z'), at('2025-06-10T00:00:00Z'), to('incorrectEndDatetime')],
    ['no start', undefined, now, from('invalidDatetime')],
    ['no date at all', undefined, at('nonsense'), [...from('invalidDatetime'), ...to('invalidDatetime')]],
  ])('answers for %s', (_case, start, end, wanted) => expect(period.checkPeriod(start, end, now)).toEqual(wanted));

  it('counts days as the zone does', () => {
    const endOfTodayInTokyo = at('2025-06-15T14:59:59Z');
    const tomorrowInTokyo = at('2025-06-15T15:00:00Z');
    expect(period.checkPeriod(now, endOfTodayInTokyo, now, 'Asia/Tokyo')).toEqual([]);
    expect(period.checkPeriod(now, tomorrowInTokyo, now, 'Asia/Tokyo')).toEqual(to('inFuture'));
  });
});
