import type { SecurityPolicy } from '#contract/security-policy.ts';
import { type AccountFacts, MOST_FAILURES_IN_A_ROW } from './may.ts';

/**
 * Where somebody signs in: in a browser that the account knows, in one it does not, or at a device. Failures count by it,
 * so that a stranger's never keep the owner out of their own browser (docs/decisions/0070).
 */
export type Door = 'known' | 'unknown' | 'device';

export interface FailureCount {
  failedCount: number;
  failedSince: Date | null;
  failedStreak: number;
}

/** The counters of an account at one door. */
export interface HeldCounters extends FailureCount {
  status: AccountFacts['status'];
  lockedUntil: Date | null;
  /** Of the door alone; null for known browsers, which are locked with the account. */
  closedUntil: Date | number | null;
  /** When such a lock or stop was mailed of last. */
  toldAt: Date | null;
}

/** The counters after one more failure, and whether the account is locked by it (account lock policy). */
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
 * The same where nobody else could rescue the tenant: a lock always ends, after a quarter of an hour at most, after a day
 * where a hundred failures brought it. The count of failures in a row stays one below, so that the next one stops again.
 */
export function sparing(counted: Counted, now: Date): Counted {
  if (!counted.lock) return counted;
  const isStop = counted.failedStreak >= MOST_FAILURES_IN_A_ROW;
  const latest = now.getTime() + (isStop ? LONGEST_STOP_MINUTES : LONGEST_MINUTES) * 60_000;
  const until = new Date(Math.min(Number(counted.lock.until ?? Number.POSITIVE_INFINITY), latest));
  return { ...counted, failedStreak: Math.min(counted.failedStreak, MOST_FAILURES_IN_A_ROW - 1), lock: { until } };
}
