import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { isWeakKey } from './weak-key.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

it.each([
  ['zeros', Buffer.alloc(32)],
  ['ones', Buffer.alloc(32, 0xff)],
  ['a repeated byte', Buffer.alloc(32, 7)],
  [
    'a repeated half',
    Buffer.concat([hex('00ff13a4b5c6d7e8f90123456789abcd'), hex('00ff13a4b5c6d7e8f90123456789abcd')]),
  ],
  ['a word again and again', Buffer.alloc(32, 'change-me')],
  ['a sentence', Buffer.from('please replace this example key!')],
  ['a sentence of another script', Buffer.from('秘密の鍵をここに書く!!')],
  ['a word again and again, typed as base64', Buffer.from('change/mechange/mechange/mechange/mechange/', 'base64')],
  ['a phrase, typed as base64', Buffer.from('correcthorsebatterystapleismyfavouritekeyab', 'base64')],
  ['a phrase in capitals, typed as base64', Buffer.from('CORRECTHORSEBATTERYSTAPLEISMYFAVOURITEKEYAB', 'base64')],
  ['counting up', Buffer.from(Array.from({ length: 32 }, (_, n) => n))],
  ['counting down by threes', Buffer.from(Array.from({ length: 32 }, (_, n) => 255 - 3 * n))],
])('%s is weak', (_, key) => {
  expect(key).toHaveLength(32);
  expect(isWeakKey(key)).toBe(true);
});

it('a random key is not', () => {
  for (let n = 0; n < 1000; n += 1) expect(isWeakKey(randomBytes(32))).toBe(false);
});
