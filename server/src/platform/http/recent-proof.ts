import { fail } from '#contract/errors.ts';
import { isSecondFactor, type ProofMethod } from '#contract/sign-in/proofs.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import type { Caller } from './session.ts';

export interface ProofState {
  /** The sign-in session of the call; null for a grant that outlives it. */
  sessionId: string | null;
  provedAt: Date | null;
  proofs: readonly ProofMethod[];
  totpEnabled: boolean;
  /** Maximum age of a proof. */
  minutes: number;
}

/**
 * Whether the caller proved their identity within the minutes set by the tenant's policy, with MFA if the account has
 * it: a session opened before MFA was set up, or a stolen one, must not perform sensitive acts.
 */
export function hasRecentProof(state: ProofState, now: Date): boolean {
  if (state.sessionId === null || state.provedAt === null) return false;
  if (now.getTime() - state.provedAt.getTime() >= state.minutes * 60_000) return false;
  return !state.totpEnabled || state.proofs.some(isSecondFactor);
}

/** Whether the call comes from the portal's own pages, within a session; never true for an app's token. */
export const isPortal = (caller: Pick<Caller, 'client' | 'sessionId'>): boolean =>
  caller.client === PORTAL_CLIENT && caller.sessionId !== null;

/** Refuses all callers but the portal's own pages within a session: `forbidden`. */
export function requirePortal(caller: Caller): void {
  if (!isPortal(caller)) throw fail('forbidden');
}

/**
 * Allows a sensitive act only from the portal (else `forbidden`) with a recent proof (else
 * `reauthentication_required`). The proof belongs to the portal: an app that shares the browser's session does not
 * inherit it. For acts that are sensitive only with certain input; where every call is, the route declares it.
 */
export function requireRecentProof(caller: Caller, now: Date): void {
  requirePortal(caller);
  const { account } = caller;
  const state = {
    sessionId: caller.sessionId,
    provedAt: caller.provedAt,
    proofs: account.session_proofs ?? [],
    totpEnabled: account.totp_enabled && account.policy.loginPolicy.mfa.enabled,
    minutes: account.policy.sessionPolicy.reauthenticationMinutes,
  };
  if (!hasRecentProof(state, now)) throw fail('reauthentication_required');
}
