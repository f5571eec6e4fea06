import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

test('runs at most `concurrency` at a time, in order, and refuses beyond the queue', async () => {
  const gate = createGate({ concurrency: 2, maxQueue: 3, whenFull: () => new Error('full') });
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const calls = [1, 2, 3, 4, 5, 6, 7].map((n) =>
    gate(async () => {
      started.push(n);
      most = Math.max(most, ++running);
      await sleep(5);
      running -= 1;
      return n;
    }),
  );
  const results = await Promise.allSettled(calls);
  expect(results.map((r) => (r.status === 'fulfilled' ? r.value : String(r.reason)))).toEqual([
    1,
    2,
    3,
    4,
    5,
    'Error: full',
    'Error: full',
  ]);
  expect(started).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('work that fails gives its place to the next', async () => {
  const gate = createGate({ concurrency: 1, maxQueue: 10, whenFull: () => new Error('full') });
  const failing = gate(() => Promise.reject(new Error('broken')));
  const next = gate(async () => 'done');
  await expect(failing).rejects.toThrow('broken');
  await expect(next).resolves.toBe('done');
  await expect(gate(async () => 'again')).resolves.toBe('again');
});
