/** Whether a lock still holds: one with an end ends by itself, one without (null) waits for an administrator. */
export const isLocked = (account: { status: string; lockedUntil: Date | null; now: Date }): boolean =>
  account.status === 'locked' && (account.lockedUntil === null || account.lockedUntil > account.now);
