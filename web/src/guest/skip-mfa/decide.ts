import type { Me } from '#contract/sign-in/me.ts';

/**
 * What the page does for somebody: who must have a second factor cannot skip it; who has one, or can have none, has
 * nothing to skip (docs/decisions/0029).
 */
export function skipping({ mfaStatus, totp }: Pick<Me, 'mfaStatus' | 'totp'>): 'setUp' | 'goOn' | 'ask' {
  if (mfaStatus.setupRequired) return 'setUp';
  return !mfaStatus.enabled || totp.some(({ enabled }) => enabled) ? 'goOn' : 'ask';
}
