import { isFailure } from '#contract/errors.ts';
import { suspended } from './suspension.ts';

/** After so many tries in vain a job is given up. */
const TRIES = 8;

/** Whether a job that failed is tried again. What has an id was said of what it does; anything else may pass. */
export const mayPass = (error: unknown, attempt: number) =>
  error === suspended || (!isFailure(error) && attempt < TRIES);

/** Thrown by a bite of work that is no longer wanted: what its transaction has done goes back, and its lane ends. */
export const over = new Error('no longer wanted');

/**
 * Works in so many lanes at once, bite after bite, until each has found nothing left (`false`) or the process must stop.
 * Throws what a bite throws, when all lanes have ended, so that no bite is left running.
 */
export async function workInLanes(lanes: number, signal: AbortSignal, doBite: () => Promise<boolean>): Promise<void> {
  const lane = async () => {
    while (!signal.aborted && (await doBite()));
  };
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && outcome.reason !== over) throw outcome.reason;
  }
}

/** How fast a phase of a job is, and what is left of it; `share` is how much of it is done, null when it is over. */
export function paceOf(
  { since, until, done }: { since: Date; until: Date; done: number },
  share: number | null,
): { perSecond: number; secondsLeft: number | null } {
  const seconds = Math.max(0.001, (until.getTime() - since.getTime()) / 1000);
  return {
    perSecond: Math.round(done / seconds),
    secondsLeft: share !== null && share > 0 && share <= 1 ? Math.ceil((seconds / share) * (1 - share)) : null,
  };
}
