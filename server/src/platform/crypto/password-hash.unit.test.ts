import { hashSync } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hash.ts';

const hasher = createPasswordHasher({ concurrency: 2 });

test('hashes with argon2id at the agreed parameters, salted', async () => {
  const [first, second] = await Promise.all([hasher.hash('correct horse'), hasher.hash('correct horse')]);
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(first).not.toBe(second);
});

test.each([
  ['correct horse', 'correct horse', true],
  ['correct horse', 'Correct horse', false],
  ['correct horse', 'correct horse ', false],
  ['caf\u00e9', 'cafe\u0301', true], // NFC
  ['パスワード', 'ハ\u309Aスワート\u3099', true],
  ['a'.repeat(100), `${'a'.repeat(99)}b`, false], // compared whole, not cut at 72 bytes
  ['nul\0one', 'nul\0two', false],
  ['', '', true],
])('%j verified with %j is %j', async (password, given, expected) => {
  expect(await hasher.verify(await hasher.hash(password), given)).toBe(expected);
});

test('verifies a published vector (argon2 reference implementation, version 0x13, m=256 KiB, t=2)', async () => {
  // phc-winner-argon2 src/test.c, argon2id: "password", salt "somesalt", t 2, m 2^8, p 1.
  const vector = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
  expect(await hasher.verify(vector, 'password')).toBe(true);
  expect(await hasher.verify(vector, 'passwore')).toBe(false);
  expect(hasher.needsRehash(vector)).toBe(true);
});

test('the dummy hash costs the same work and fits nothing', async () => {
  expect(await hasher.verify(hasher.dummyHash, '')).toBe(false);
  expect(await hasher.verify(hasher.dummyHash, 'password')).toBe(false);
  expect(hasher.needsRehash(hasher.dummyHash)).toBe(false);
});

test.each([
  [hashSync('x'), false],
  [hashSync('x', { memoryCost: 9728 }), true],
  [hashSync('x', { timeCost: 3 }), true],
  [hashSync('x', { parallelism: 2 }), true],
  [hashSync('x', { algorithm: 1 }), true],
])('needsRehash(%s) is %j', (hash, expected) => {
  expect(hasher.needsRehash(hash)).toBe(expected);
});

test('refuses with service_busy when the queue is full, and recovers', async () => {
  const small = createPasswordHasher({ concurrency: 1, maxQueue: 1 });
  const results = await Promise.allSettled([small.hash('a'), small.hash('b'), small.hash('c')]);
  expect(results.map((r) => r.status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect((results[2] as PromiseRejectedResult).reason).toMatchObject({ id: 'service_busy' });
  await expect(small.hash('d')).resolves.toContain('$argon2id$');
});
