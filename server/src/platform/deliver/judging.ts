/** What becomes of a delivery and of its receiver (a webhook, an app that users are provided to) after attempts. */

const HOUR_MS = 3_600_000;
/** Days after which a receiver that only fails is switched off. */
const FAILING_DAYS = 3;
/** What is delivered is tried again for so long. */
const RETRIED_HOURS = 24;
/** Seconds to wait after failures in a row; then the last one again and again. */
export const PAUSES = [5, 15, 45, 135, 405, 900] as const;
/** The longest pause, as a number of failures, after nothing but an event that was refused before. */
const SOON = 3;
/** A failure so long after the one before begins anew. */
const SAME_FAILURE_MS = 24 * HOUR_MS;
const HTTP_GONE = 410;

const pauseAfter = (failures: number) => (PAUSES[failures - 1] ?? (PAUSES.at(-1) as number)) * 1000;

/** How an attempt ended. */
export interface Attempt<Failure extends string = string> {
  sequence: number;
  at: Date;
  millis: number;
  /** Null without an answer. */
  status: number | null;
  /** Null: delivered. */
  failure: Failure | null;
}

interface Tried {
  tries: number;
  first_tried_at: Date | null;
}

/** The state after an attempt: an event is tried again for a day. */
export function afterAttempt(
  { tries, first_tried_at: first }: Tried,
  { at, failure }: Pick<Attempt, 'at' | 'failure'>,
) {
  if (failure === null) return { state: 'delivered', nextAt: at } as const;
  const nextAt = new Date(at.getTime() + pauseAfter(tries + 1));
  const isGivenUp = failure === 'expired' || nextAt.getTime() - (first ?? at).getTime() > RETRIED_HOURS * HOUR_MS;
  return { state: isGivenUp ? 'dead' : 'waiting', nextAt } as const;
}

export interface Health {
  failures: number;
  failing_since: Date | null;
  failed_at: Date | null;
}

export interface Judged extends Health {
  heldUntil: Date;
  delivered: boolean;
  stop: 'failing' | 'gone' | null;
}

/**
 * What several attempts say of the receiver; null: nothing. One success among them shows that it is there. An event that
 * was refused before (`isAgain`) has a pause of its own and says little of others: these are soon tried.
 */
export function judge(before: Health, attempts: readonly (Attempt & { isAgain: boolean })[], now: Date): Judged | null {
  const called = attempts.filter(({ failure }) => failure !== 'expired');
  if (called.length === 0) return null;
  const delivered = called.some(({ failure }) => failure === null);
  if (called.every(({ failure }) => failure === null))
    return { failures: 0, failing_since: null, failed_at: before.failed_at, heldUntil: now, delivered, stop: null };
  const failures = (delivered ? 0 : before.failures) + 1;
  const isSame =
    !delivered && before.failed_at !== null && now.getTime() - before.failed_at.getTime() < SAME_FAILURE_MS;
  const failing_since = (isSame && before.failing_since) || now;
  const hasFailedLong = now.getTime() - failing_since.getTime() >= FAILING_DAYS * 24 * HOUR_MS;
  const isGone = called.some(({ status }) => status === HTTP_GONE);
  const isOnlyAgain = called.every(({ failure, isAgain }) => failure === null || isAgain);
  const heldUntil = new Date(now.getTime() + pauseAfter(isOnlyAgain ? Math.min(failures, SOON) : failures));
  return {
    ...{ failures, failing_since, failed_at: now, heldUntil, delivered },
    stop: isGone ? 'gone' : hasFailedLong ? 'failing' : null,
  };
}
