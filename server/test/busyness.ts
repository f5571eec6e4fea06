import { availableParallelism, loadavg } from 'node:os';

/** Factor by which this machine is slower than an idle one, because of its other work. */
export const busyness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/**
 * The minimum of up to three measurements, stopping once one is below `most`: a machine that is busy for a second
 * spoils one, a server that is too slow spoils all. Other checks of a measurement must hold every time.
 */
export async function quickest(most: number, measure: () => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && least >= most; tries += 1) least = Math.min(least, await measure());
  return least;
}

/** Options for waiting: it ends with the awaited condition, however slow the machine is. */
export const patiently = { timeout: 100_000 };

/**
 * Retries a few times after 503, as callers do. Of many concurrent calls the last wait longest for a connection, beside
 * other work longer than the 4 s that Portico allows; nothing was done for them then.
 */
export async function insist<T extends { status: number }>(ask: () => Promise<T>): Promise<T> {
  let answer = await ask();
  for (let tries = 1; tries < 10 && answer.status === 503; tries += 1) answer = await ask();
  return answer;
}
