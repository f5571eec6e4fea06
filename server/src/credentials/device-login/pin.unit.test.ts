import { expect, test } from 'vitest';
import { isPin } from '#contract/rules.ts';
import { effectivePinPolicy, newPin } from './pin.ts';

const policy = { enabled: true, characters: 'digits', minLength: 4, maxLength: 6, allowUserEntry: true } as const;

test.each([
  [0, 4, 6],
  [999, 4, 6],
  [1_000, 5, 6],
  [99_999, 6, 6],
  [1_000_000, 8, 8],
])('with %i users a PIN has %i to %i characters', (userCount, minLength, maxLength) => {
  expect(effectivePinPolicy(policy, userCount)).toEqual({ characters: 'digits', minLength, maxLength });
});

test.each(['digits', 'alphanumeric'] as const)('a made PIN of %s meets its own rule', (characters) => {
  const rule = { characters, minLength: 8, maxLength: 12 };
  const pins = Array.from({ length: 500 }, () => newPin(rule));
  for (const pin of pins) expect(isPin(pin, rule)).toBe(true);
  expect(new Set(pins).size).toBeGreaterThan(495);
});
