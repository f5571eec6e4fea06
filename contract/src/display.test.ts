import { describe, expect, it } from 'vitest';
import * as display from './display.ts';
import { languages } from './languages.ts';

const taro = { userId: 'taro', familyName: '山田', givenName: '太郎' };

it.each([
  [taro, 'ja', 'taro (山田 太郎)'],
  [taro, 'en', 'taro (太郎 山田)'],
  [taro, 'hu', 'taro (山田 太郎)'],
  [taro, 'zh-CN', 'taro (山田 太郎)'],
  [taro, 'ko-KR', 'taro (山田 太郎)'],
  [taro, 'vi', 'taro (山田 太郎)'],
  [taro, 'pt-BR', 'taro (太郎 山田)'],
  [{ userId: 'taro', familyName: 'Yamada' }, 'en', 'taro (Yamada)'],
  [{ userId: 'taro', familyName: ' ', givenName: null }, 'en', 'taro'],
  [{ familyName: 'Yamada', givenName: 'Taro' }, 'en', 'Taro Yamada'],
  [{}, 'en', '-'],
  [{ userId: '', familyName: '' }, 'ja', '-'],
])('displayName(%j, %s) is %j', (user, locale, wanted) => expect(display.displayName(user, locale)).toBe(wanted));

it.each([
  [{ loginMailAddress: 'a@x.co', nextLoginMailAddress: 'b@x.co', mailAddresses: ['c@x.co'] }, 'a@x.co'],
  [{ loginMailAddress: null, nextLoginMailAddress: 'b@x.co', mailAddresses: ['c@x.co'] }, 'b@x.co'],
  [{ mailAddresses: ['c@x.co', 'd@x.co'] }, 'c@x.co'],
  [{ loginMailAddress: '', mailAddresses: [] }, '-'],
  [{}, '-'],
])('displayMailAddress(%j) is %j', (user, wanted) => expect(display.displayMailAddress(user)).toBe(wanted));

describe('dates', () => {
  const date = new Date('2025-01-31T15:04:05Z');

  it.each([
    ['ja', '2025/02/01', ' '],
    ['zh-CN', '2025/02/01', ' '],
    ['zh-HK', '2025/02/01', ' '],
    ['hu', '2025/02/01', ' '],
    ['sv', '2025/02/01', ' '],
    ['ko', '2025/02/01', ' '],
    ['en-JP', '2025/02/01', ' '],
    ['en', 'Feb 1, 2025', ', '],
    ['en_US', 'Feb 1, 2025', ', '],
    ['es-US', 'feb 1, 2025', ', '],
    ['en-GB', '1 Feb 2025', ', '],
    ['de', '1. Feb. 2025', ', '],
    ['pt', '1/02/2025', ', '],
    ['pt_BR', '1 de fev. de 2025', ', '],
  ])('in %s a date is %s', (locale, wanted, between) => {
    expect(display.formatDate(date, locale, 'Asia/Tokyo')).toBe(wanted);
    expect(display.formatDateTime(date, locale, 'Asia/Tokyo')).toBe(`${wanted}${between}00:04`);
    expect(display.formatSeconds(date, locale, 'Asia/Tokyo')).toBe(`${wanted}${between}00:04:05`);
  });

  it.each(languages)('in %s the order is the one that the specification names', (language) => {
    const said = display.formatDate(date, language, 'Asia/Tokyo');
    const order = display.dateOrder(language);
    expect(said).toMatch(order === 'yearFirst' ? /^2025/ : /2025\D*$/);
    if (order === 'dayFirst') expect(said).toMatch(/^1\D/);
  });

  it.each([
    [-5, 'now'],
    [5, 'now'],
    [-60, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-7_200, '2 hours ago'],
    [-86_400, 'yesterday'],
    [-6 * 86_400, '6 days ago'],
    [-7 * 86_400, 'Jan 24, 2025'],
    [3 * 86_400, 'in 3 days'],
  ])('%i seconds from now is %s', (seconds, wanted) => {
    expect(display.formatAgo(new Date(date.getTime() + seconds * 1000), date, 'en', 'Etc/UTC')).toBe(wanted);
  });

  it.each([null, undefined, new Date('nonsense')])('shows a dash for %s', (none) => {
    expect(display.formatDate(none, 'en', 'Etc/UTC')).toBe('-');
    expect(display.formatDateTime(none, 'en', 'Etc/UTC')).toBe('-');
  });
});

it.each([
  [0, false],
  [99_999_999, false],
  [100_000_000, true],
  [100_000_001, true],
])('isUnlimitedVolume(%i) is %s', (volume, wanted) => expect(display.isUnlimitedVolume(volume)).toBe(wanted));
