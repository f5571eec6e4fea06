import { setTimeout as sleep } from 'node:timers/promises';
import { isFailure } from '#contract/errors.ts';
import { suspended } from './suspension.ts';

/** Attempts before work is given up. */
const TRIES = 8;
/** How long a batch waits that lets others go first. */
const WAIT_MILLIS = 500;

/** Of the next attempt the same would come: PostgreSQL cannot take a value, or a thread a task. */
function isLasting(error: unknown): boolean {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return /^22\w{3}$/.test(String(code)) || name === 'DataCloneError';
}

/** True if failed work is tried again. A failure with an error id is a result; anything else may be temporary. */
export const mayPass = (error: unknown, attempt: number) =>
  error === suspended || (!isFailure(error) && !isLasting(error) && attempt < TRIES);

/** Thrown by a batch of work that is no longer wanted: its transaction rolls back and its worker loop ends. */
export const over = new Error('no longer wanted');

/**
 * Runs `doBatch` in so many concurrent loops until each returns `false` or the process stops. Throws a batch's error
 * after all loops have ended, so that none is left running. Answers whether the work is still wanted.
 */
export async function workInLanes(
  lanes: number,
  signal: AbortSignal,
  doBatch: () => Promise<boolean>,
): Promise<boolean> {
  const lane = async () => {
    while (!signal.aborted && (await doBatch()));
  };
  const outcomes = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected' && outcome.reason !== over) throw outcome.reason;
  }
  return outcomes.every(({ status }) => status === 'fulfilled');
}

/** Whether a batch has another behind it; pauses where others go first. */
export async function goesOn(next: 'more' | 'wait' | 'over', signal: AbortSignal): Promise<boolean> {
  if (next === 'wait') await sleep(WAIT_MILLIS, undefined, { signal }).catch(() => {});
  return next !== 'over';
}

/** Speed of work and the time left; `of` is how much there is and how much of it is done, null when it is over. */
export function paceOf(
  { since, until, done }: { since: Date; until: Date; done: number },
  of: { done: number; total: number } | null,
): { perSecond: number; secondsLeft: number | null } {
  const seconds = Math.max(0.001, (until.getTime() - since.getTime()) / 1000);
  const isKnown = of !== null && of.done > 0 && of.done <= of.total;
  return {
    perSecond: Math.round(done / seconds),
    secondsLeft: isKnown ? Math.ceil((seconds / of.done) * (of.total - of.done)) : null,
  };
}
