import { isFailure } from '#contract/errors.ts';
import { suspended } from './suspension.ts';

/** Attempts before a job is given up. */
const TRIES = 8;

/** True if a failed job is retried. A failure with an error id is a result; anything else may be temporary. */
export const mayPass = (error: unknown, attempt: number) =>
  error === suspended || (!isFailure(error) && attempt < TRIES);

/** Thrown by a batch of a job that was cancelled: its transaction rolls back and its worker loop ends. */
export const over = new Error('no longer wanted');

/**
 * Runs `doBite` (one batch) in so many concurrent loops until each returns `false` or the process stops. Throws a
 * batch's error after all loops have ended, so that none is left running.
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

/** Speed of a job's phase and the time left; `share` is the part that is done, null when it is over. */
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
