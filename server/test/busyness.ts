import { availableParallelism, loadavg } from 'node:os';

/** How much longer things may take than on an idle machine, because this one has other work too. */
export const busyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * The least of up to three measurements, no more once one is below `most`: a machine that does something else for a
 * second spoils one, a server that is too slow spoils each. Whatever else a measurement sees must hold every time.
 */
export async function quickest(most: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= most; tries += 1) least = Math.min(least, await measure());
  return least;
}

/** The options of waiting for what comes about by itself: it ends with what is waited for, however slow the machine is. */
export const patiently = { timeout: 30_000 };

/**
 * Asks as callers do who are told that it is too busy (503): again, a few times. Of many at once the last wait longest for
 * a connection, beside other work longer than the 4 s that Portico lets anyone wait; nothing of theirs was done then.
 */
export async function insist<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  let answer = await ask();
  for (let tries = 1; tries < 10 && answer.status === 503; tries += 1) answer = await ask();
  return answer;
}
