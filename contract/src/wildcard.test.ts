import { describe, expect, it } from 'vitest';
import { containsPattern, piecesOf } from './wildcard.ts';

describe('wildcards', () => {
  it.each([
    ['sales', '*sales*', ['', 'sales', '']],
    ['  two words ', '*two words*', ['', 'two words', '']],
    ['5*5', '*5\\*5*', ['', '5*5', '']],
    ['a\\b', '*a\\\\b*', ['', 'a\\b', '']],
    ['\\*', '*\\\\\\**', ['', '\\*', '']],
    ['𠮷野', '*𠮷野*', ['', '𠮷野', '']],
    ['', '**', ['', '', '']],
  ])('finds %j anywhere', (keyword, pattern, pieces) => {
    expect(containsPattern(keyword)).toBe(pattern);
    expect(piecesOf(pattern)).toEqual(pieces);
  });

  it.each([
    ['sales', ['sales']],
    ['s*e', ['s', 'e']],
    ['a\\b', ['a\\b']],
    ['end\\', ['end\\']],
    ['', ['']],
  ])('reads %j', (pattern, pieces) => expect(piecesOf(pattern)).toEqual(pieces));
});
