import { expect, test } from 'vitest';
import { newUuid } from './uuid.ts';

test('is a version 7, variant 10 id', () => {
  for (let i = 0; i < 1000; i++) {
    expect(newUuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('carries the time in its first 48 bits', () => {
  const before = Date.now();
  const millis = Number.parseInt(newUuid().replaceAll('-', '').slice(0, 12), 16);
  expect(millis).toBeGreaterThanOrEqual(before);
  expect(millis).toBeLessThanOrEqual(Date.now() + 1000);
});

test('ascends and never repeats, also when many are made within one millisecond', () => {
  const ids = Array.from({ length: 50_000 }, newUuid);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(ids);
});
