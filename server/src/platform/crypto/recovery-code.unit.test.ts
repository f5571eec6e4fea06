import { expect, test } from 'vitest';
import { newRecoveryCodes, normaliseRecoveryCode } from './recovery-code.ts';

test('codes are readable, different and without look-alikes', () => {
  const codes = newRecoveryCodes(1000);
  expect(new Set(codes).size).toBe(1000);
  for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/);
  expect(newRecoveryCodes()).toHaveLength(10);
});

test('every character of the alphabet occurs about equally often', () => {
  const counts = new Map<string, number>();
  for (const character of newRecoveryCodes(4000).join('').replaceAll('-', '')) {
    counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(32);
  for (const count of counts.values()) expect(Math.abs(count - 1500)).toBeLessThan(300);
});

test.each([
  ['k7mq-9x2d-hw4r', 'k7mq9x2dhw4r'],
  [' K7MQ 9X2D HW4R\n', 'k7mq9x2dhw4r'],
  ['ｋ７ｍｑ－９ｘ２ｄ－ｈｗ４ｒ', 'k7mq9x2dhw4r'],
  ['k7mqー9x2d—hw4r', 'k7mq9x2dhw4r'],
  ['oOiI-lLaa-aaaa', '001111aaaaaa'],
  ['', ''],
])('%j is compared as %j', (typed, expected) => {
  expect(normaliseRecoveryCode(typed)).toBe(expected);
});
