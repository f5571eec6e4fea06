import type { LoginHistoryEntry } from '#contract/logs/me-login-history.ts';

/** A sign-in of one's own that somebody else may have made: it succeeded, and is not the one looking at this. */
export function canDisown({ status, isCurrent }: Pick<LoginHistoryEntry, 'status' | 'isCurrent'>): boolean {
  return status === 'success' && !isCurrent;
}
