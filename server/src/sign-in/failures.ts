import type { SecurityPolicy } from '#contract/security-policy.ts';
import { type AccountFacts, MOST_FAILURES_IN_A_ROW } from './may.ts';

/**
 * Door of a sign-in: a browser known to the account, an unknown one, or a device. Failures are counted per door, so
 * that those of a stranger never lock the owner out of their own browser (docs/decisions/0070).
 */
export type Door = 'known' | 'unknown' | 'device';

export interface FailureCount {
  failedCount: number;
  failedSince: Date | null;
  failedStreak: number;
}

/** Failure counters of an account at one door. */
export interface HeldCounters extends FailureCount {
  status: AccountFacts['status'];
  lockedUntil: Date | null;
  /** Block of this door only; null for known browsers, which are blocked with the account. */
  closedUntil: Date | number | null;
  /** When the last email about a lock or block was sent. */
  toldAt: Date | null;
}

/** The counters after one more failure, and whether it locks the account (account lock policy). */
export function countFailure(
  counted: FailureCount,
  policy: SecurityPolicy['accountLockPolicy'],
  now: Date,
): FailureCount & { lock: { until: Date | null } | null } {
  const inWindow =
    counted.failedSince !== null && now.getTime() - counted.failedSince.getTime() < policy.withinMinutes * 60_000;
  const failedCount = inWindow ? counted.failedCount + 1 : 1;
  const failedStreak = counted.failedStreak + 1;
  const after = { failedCount, failedStreak, failedSince: inWindow ? counted.failedSince : now };
  if (failedStreak >= MOST_FAILURES_IN_A_ROW) return { ...after, lock: { until: null } };
  if (!policy.enabled || failedCount < policy.failures) return { ...after, lock: null };
  const until = policy.lockMinutes === null ? null : new Date(now.getTime() + policy.lockMinutes * 60_000);
  return { ...after, failedCount: 0, failedSince: null, lock: { until } };
}

type Counted = ReturnType<typeof countFailure>;

const LONGEST_MINUTES = 15;
const LONGEST_STOP_MINUTES = 1_440;

/**
 * Variant for the last administrator: the lock always ends, after a quarter of an hour at most, or after a day if a
 * hundred failures caused it. The streak stays one below the limit, so that the next failure blocks again.
 */
export function sparing(counted: Counted, now: Date): Counted {
  if (!counted.lock) return counted;
  const isStop = counted.failedStreak >= MOST_FAILURES_IN_A_ROW;
  const latest = now.getTime() + (isStop ? LONGEST_STOP_MINUTES : LONGEST_MINUTES) * 60_000;
  const until = new Date(Math.min(Number(counted.lock.until ?? Number.POSITIVE_INFINITY), latest));
  return { ...counted, failedStreak: Math.min(counted.failedStreak, MOST_FAILURES_IN_A_ROW - 1), lock: { until } };
}
