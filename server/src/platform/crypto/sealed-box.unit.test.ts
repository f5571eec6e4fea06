import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer } from './sealed-box.ts';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const sealer = createSealer(newKey);
const context = 'demo/0190/totp';

test.each([['a secret'], [''], ['鍵🔑'], ['x'.repeat(100_000)]])('opens what it sealed', (plain) => {
  expect(sealer.open(sealer.seal(plain, context), context).toString()).toBe(plain);
  expect(sealer.open(sealer.seal(Buffer.from(plain), context), context).toString()).toBe(plain);
});

test('does not show the content and never seals the same way twice', () => {
  const first = sealer.seal('planted-value', context);
  expect(first.includes('planted-value')).toBe(false);
  expect(first.equals(sealer.seal('planted-value', context))).toBe(false);
});

test.each(['annex/0190/totp', 'demo/0191/totp', 'demo/0190/mail', ''])('does not open in the context %j', (other) => {
  expect(() => sealer.open(sealer.seal('secret', context), other)).toThrow();
});

test('does not open when any one byte is changed or missing', () => {
  const sealed = sealer.seal('secret', context);
  for (let i = 0; i < sealed.length; i++) {
    const changed = Buffer.from(sealed);
    changed[i] = changed[i]! ^ 1;
    expect(() => sealer.open(changed, context)).toThrow();
    expect(() => sealer.open(sealed.subarray(0, i), context)).toThrow();
  }
});

test('opens values of previous keys after a rotation, and says under which key each is', () => {
  const before = createSealer(oldKey).seal('secret', context);
  const rotated = createSealer([newKey, oldKey]);
  expect(rotated.open(before, context).toString()).toBe('secret');
  expect(rotated.keyIds).toEqual([...createSealer(newKey).keyIds, ...createSealer(oldKey).keyIds]);
  expect(before.subarray(0, 5)).toEqual(createSealer(oldKey).header);
  expect(rotated.seal('secret', context).subarray(0, 5)).toEqual(rotated.header);
  expect(before.toString('hex', 1, 5)).toBe(rotated.keyIds[1]);
  expect(() => sealer.open(before, context)).toThrow('No key');
});

test('refuses a short or missing master key', () => {
  expect(() => createSealer(randomBytes(31))).toThrow('32 bytes');
  expect(() => createSealer([])).toThrow('at least one');
});
