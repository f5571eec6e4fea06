/**
 * Whether an account lock is in effect: one with an end expires by itself, one without (null) lasts until an
 * administrator unlocks it.
 */
export const isLocked = (account: { status: string; lockedUntil: Date | null; now: Date }): boolean =>
  account.status === 'locked' && (account.lockedUntil === null || account.lockedUntil > account.now);
