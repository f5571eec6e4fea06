import type { LoginHistoryEntry } from '#contract/logs/me-login-history.ts';
import type { Me } from '#contract/sign-in/me.ts';

const DAY_MS = 86_400_000;
/** Fewer recovery codes than this are worth a word. */
const FEW_CODES = 4;

export type SecondFactorState = 'on' | 'off' | 'unavailable';

/** Whether a second factor protects the account; unavailable where the tenant offers none. */
export function secondFactorState({ totp, mfaStatus }: Pick<Me, 'totp' | 'mfaStatus'>): SecondFactorState {
  if (totp.some(({ enabled }) => enabled)) return 'on';
  return mfaStatus.enabled ? 'off' : 'unavailable';
}

export type CodesState = 'enough' | 'few' | 'none';

export function codesState(left: number): CodesState {
  if (left === 0) return 'none';
  return left < FEW_CODES ? 'few' : 'enough';
}

/** Whole days since the password was set; undefined where the account has none. */
export function passwordAgeDays(passwordChangedAt: string | null, now: Date): number | undefined {
  if (!passwordChangedAt) return undefined;
  return Math.max(0, Math.floor((now.getTime() - new Date(passwordChangedAt).getTime()) / DAY_MS));
}

type Entry = Pick<LoginHistoryEntry, 'status' | 'isCurrent'>;

/** The sign-in before the present one, and how often somebody was refused in between; entries come newest first. */
export function lastSignIn<E extends Entry>(entries: readonly E[]): { entry: E | undefined; refusedSince: number } {
  const others = entries.filter(({ isCurrent }) => !isCurrent);
  const place = others.findIndex(({ status }) => status === 'success');
  const since = place < 0 ? others : others.slice(0, place);
  return { entry: others[place], refusedSince: since.filter(({ status }) => status === 'error').length };
}
