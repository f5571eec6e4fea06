import { describe, expect, it } from 'vitest';
import * as display from './display.ts';

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
    ['ja', '2025/02/01 00:04:05'],
    ['zh-CN', '2025/02/01 00:04:05'],
    ['zh-HK', '2025/02/01 00:04:05'],
    ['hu', '2025/02/01 00:04:05'],
    ['sv', '2025/02/01 00:04:05'],
    ['ko', '2025/02/01 00:04:05'],
    ['en-JP', '2025/02/01 00:04:05'],
    ['en', '02/01/2025 00:04:05'],
    ['en-US', '02/01/2025 00:04:05'],
    ['es-US', '02/01/2025 00:04:05'],
    ['en-GB', '01/02/2025 00:04:05'],
    ['de', '01/02/2025 00:04:05'],
    ['th', '01/02/2025 00:04:05'],
    ['pt-BR', '01/02/2025 00:04:05'],
  ])('formatDateTime in %s is %s', (locale, wanted) => {
    expect(display.formatDateTime(date, locale, 'Asia/Tokyo')).toBe(wanted);
    expect(display.formatDate(date, locale, 'Asia/Tokyo')).toBe(wanted.slice(0, 10));
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
