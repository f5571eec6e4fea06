import { fail } from '#contract/errors.ts';
import type { Caller } from '../../http/session.ts';

export interface ProofState {
  /** The sign-in session of the call; null: a grant that outlives it. */
  sessionId: string | null;
  provedAt: Date | null;
  proofs: readonly string[];
  totpEnabled: boolean;
  /** How old a proof may be. */
  minutes: number;
}

/**
 * Whether who calls proved who they are within so many minutes as the tenant's policy says, with the second factor where the account has one:
 * a session opened before the second factor was set up, or a stolen one, does no sensitive act.
 */
export function hasRecentProof(state: ProofState, now: Date): boolean {
  if (state.sessionId === null || state.provedAt === null) return false;
  if (now.getTime() - state.provedAt.getTime() >= state.minutes * 60_000) return false;
  return !state.totpEnabled || state.proofs.some((proof) => proof === 'totp' || proof === 'recoveryCode');
}

/** Refuses a sensitive act without a recent proof: `reauthentication_required`. */
export function requireRecentProof(caller: Caller, now: Date): void {
  const { principal } = caller;
  const state = {
    sessionId: caller.sessionId,
    provedAt: principal.proved_at,
    proofs: principal.session_proofs ?? [],
    totpEnabled: principal.totp_enabled && principal.policy.loginPolicy.mfa.enabled,
    minutes: principal.policy.sessionPolicy.reauthenticationMinutes,
  };
  if (!hasRecentProof(state, now)) throw fail('reauthentication_required');
}
