import { describe, expect, it } from 'vitest';
import * as rules from './password.ts';

const none = { minLength: 0, minUppercase: 0, minSpecial: 0, minNumeric: 0, history: 0 };
const strict = { minLength: 8, minUppercase: 1, minSpecial: 1, minNumeric: 1, history: 3 };

it.each([
  ['', none, []],
  ['', strict, ['minLength', 'minUppercase', 'minNumeric', 'minSpecial']],
  ['Abcdef1!', strict, []],
  ['Abcdef1 ', strict, []],
  ['abcdefg1!', strict, ['minUppercase']],
  ['Abcdefg!!', strict, ['minNumeric']],
  ['Abcdefg12', strict, ['minSpecial']],
  ['Abcdefg1`', strict, ['minSpecial']],
  ['Abcdefg1\\', strict, ['minSpecial']],
  ['Ab1!', strict, ['minLength']],
  ['Äbcdefg1!', strict, []],
  ['パスワードの長さ', { ...none, minLength: 8 }, []],
  ['𠮷𠮷𠮷𠮷', { ...none, minLength: 8 }, ['minLength']],
  ['e\u0301'.repeat(7), { ...none, minLength: 8 }, ['minLength']],
  ['e\u0301'.repeat(8), { ...none, minLength: 8 }, []],
  ['１２３', { ...none, minNumeric: 1 }, ['minNumeric']],
  ['A!!1', { ...none, minSpecial: 3 }, ['minSpecial']],
])('checkPasswordPolicy(%j, %j) is %j', (password, policy, wanted) =>
  expect(rules.checkPasswordPolicy(password, policy)).toEqual(wanted),
);

it('counts each special character of the specification', () => {
  expect(rules.specialCharacters).toHaveLength(31);
  for (const character of rules.specialCharacters) {
    expect(rules.checkPasswordPolicy(character, { ...none, minSpecial: 1 })).toEqual([]);
  }
});

it.each([
  ['a', true],
  ['a'.repeat(64), true],
  ['あ'.repeat(1024), true],
  ['😀'.repeat(1024), true],
  ['e\u0301'.repeat(1024), true],
  ['', false],
  ['a'.repeat(1025), false],
  ['😀'.repeat(1025), false],
  ['a'.repeat(1_000_000), false],
  ['a\ud800', false],
])('case %# of isAcceptablePassword is as the limit says', (password, wanted) =>
  expect(rules.isAcceptablePassword(password)).toBe(wanted),
);

describe('strength', () => {
  it.each([
    ['', strict, 4, 0, 'none'],
    ['abc', none, 4, 1, 'low'],
    ['abcdefgh', strict, 4, 1, 'low'],
    ['Abcdef1', none, 4, 1, 'low'],
    ['Abcdef1!', strict, 0, 1, 'low'],
    ['Abcdef1!', strict, 1, 2, 'low'],
    ['Abcdef1!', strict, 2, 3, 'medium'],
    ['Abcdef1!', strict, 3, 4, 'medium'],
    ['Abcdef1!', strict, 4, 5, 'high'],
  ] as const)('of %j under %j with guess score %i is %i, %s', (password, policy, guess, score, level) => {
    expect(rules.strengthScore(password, policy, guess)).toBe(score);
    expect(rules.strengthLevel(score)).toBe(level);
  });
});
