import type { ErrorId } from '#contract/errors.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';

/**
 * Where somebody signs in: in a browser that the account knows, in one it does not, or at a device. Failures count by it,
 * so that a stranger's never keep the owner out of their own browser (docs/decisions/0070).
 */
export type Door = 'known' | 'unknown' | 'device';

/** What the sign-in decision looks at. */
export interface SignInFacts {
  tenantActive: boolean;
  status: 'registering' | 'active' | 'inactive' | 'locked';
  agent: boolean;
  /** The way of signing in, and whether the tenant offers it. */
  wayOffered: boolean;
  lockedUntil: Date | null;
  /** Failures since the last success. */
  failedStreak: number;
  /** Until when the door they came to is closed to this account; infinite: until the account is rescued. */
  closedUntil: Date | number | null;
  proofMatches: boolean;
  /** Until when a password generated for the person lets in. Devices need not ask: it must be changed at the pages first. */
  oneTimeUntil?: Date | null;
}

/** Whatever the policy says, this many failures in a row stop an account until it is rescued (standards 5). */
export const MOST_FAILURES_IN_A_ROW = 100;

/**
 * May they in? The checks in order; the first that fails gives the reason. The reason goes to the login log; the
 * stranger at the door only hears `mismatch`.
 */
const checks: readonly (readonly [name: string, ErrorId, (facts: SignInFacts, now: Date) => boolean])[] = [
  ['proof_matches', 'mismatch', (facts) => facts.proofMatches],
  ['one_time_password_valid', 'password_expired', ({ oneTimeUntil }, now) => !oneTimeUntil || oneTimeUntil > now],
  ['tenant_active', 'tenant_not_exist', (facts) => facts.tenantActive],
  ['registered', 'revoked_or_expired', (facts) => facts.status !== 'registering'],
  ['active', 'account_inactive', (facts) => facts.status !== 'inactive'],
  ['not_locked', 'account_locked', (facts, now) => !isLocked(facts, now)],
  ['not_stopped', 'account_locked', (facts) => facts.failedStreak < MOST_FAILURES_IN_A_ROW],
  ['door_open', 'sign_in_stopped', ({ closedUntil }, now) => !isClosed(closedUntil, now)],
  ['person', 'not_login_user_role', (facts) => !facts.agent],
  ['way_offered', 'not_login_user_role', (facts) => facts.wayOffered],
];

/** Whether the lock still holds: a lock with an end ends by itself, one without waits for an administrator. */
function isLocked(facts: Pick<SignInFacts, 'status' | 'lockedUntil'>, now: Date): boolean {
  return facts.status === 'locked' && (facts.lockedUntil === null || facts.lockedUntil > now);
}

export const isClosed = (until: Date | number | null, now: Date): boolean =>
  until !== null && Number(until) > now.getTime();

/** The reason for refusing a sign-in, or null where it may go on. */
export function refusalOf(facts: SignInFacts, now: Date): ErrorId | null {
  return checks.find(([, , holds]) => !holds(facts, now))?.[1] ?? null;
}

export interface FailureCount {
  failedCount: number;
  failedSince: Date | null;
  failedStreak: number;
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

/** Whether the password must be changed before going on. */
export function isPasswordExpired(
  password: { changedAt: Date; mustChange: boolean },
  policy: SecurityPolicy['passwordPolicy'],
  now: Date,
): boolean {
  if (password.mustChange) return true;
  if (policy.expiresAfterDays === null) return false;
  return now.getTime() - password.changedAt.getTime() >= policy.expiresAfterDays * 86_400_000;
}

/** What is still due before the sign-in is complete, in order. */
export function nextStep(due: {
  secondFactorMethods: readonly string[];
  proofs: readonly string[];
  passwordExpired: boolean;
}): 'mfa' | 'password' | 'complete' {
  const secondFactorGiven = due.proofs.some((proof) => proof === 'totp' || proof === 'recoveryCode');
  if (due.secondFactorMethods.length > 0 && !secondFactorGiven) return 'mfa';
  return due.passwordExpired ? 'password' : 'complete';
}
