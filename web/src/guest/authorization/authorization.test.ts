import { expect, it } from 'vitest';
import { accessTexts } from '../../base/scope-texts.ts';
import { isUserCode, tidyUserCode } from './user-code.ts';

it.each([
  ['', ''],
  ['bcdf', 'BCDF'],
  ['bcdfg', 'BCDF-G'],
  ['bcdf-ghjk', 'BCDF-GHJK'],
  [' bcdf ghjk lm', 'BCDF-GHJK'],
  ['ＢＣＤＦＧＨＪＫ', 'BCDF-GHJK'],
  ['BCDF-', 'BCDF'],
])('tidyUserCode(%j) is %j', (typed, wanted) => expect(tidyUserCode(typed)).toBe(wanted));

it.each([
  ['BCDF-GHJK', true],
  ['bcdfghjk', true],
  ['BCDF-GHJ', false],
  ['', false],
])('isUserCode(%j) is %s', (code, wanted) => expect(isUserCode(code)).toBe(wanted));

it('says what scopes mean in a fixed order, and that there are others', () => {
  expect(accessTexts({ scopes: ['offline_access', 'openid', 'printing', 'scanning'], shares: [] })).toEqual([
    'device.scopeOpenid',
    'device.scopeOffline',
    'device.scopeOther',
  ]);
});

it('says what claims tell of a user, and nothing twice', () => {
  expect(accessTexts({ scopes: ['openid', 'email'], shares: ['email', 'groups', 'custom'] })).toEqual([
    'device.scopeOpenid',
    'device.scopeEmail',
    'device.shareGroups',
    'device.shareCustom',
  ]);
});
