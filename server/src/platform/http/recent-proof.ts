import { fail } from '#contract/errors.ts';
import { isSecondFactor, type ProofMethod } from '#contract/sign-in/proofs.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import type { Caller } from './session.ts';

export interface ProofState {
  /** The sign-in session of the call; null: a grant that outlives it. */
  sessionId: string | null;
  provedAt: Date | null;
  proofs: readonly ProofMethod[];
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
  return !state.totpEnabled || state.proofs.some(isSecondFactor);
}

/** Whether the portal's own pages call, within a session; an app's token never counts as them. */
export const isPortal = (caller: Pick<Caller, 'client' | 'sessionId'>): boolean =>
  caller.client === PORTAL_CLIENT && caller.sessionId !== null;

/** Refuses everybody but the portal's own pages within a session: `forbidden`. */
export function requirePortal(caller: Caller): void {
  if (!isPortal(caller)) throw fail('forbidden');
}

/**
 * Refuses a sensitive act to all but the portal (`forbidden`), and there without a recent proof
 * (`reauthentication_required`). The proof of a browser's sign-in is the portal's: an app that shares the session does
 * not inherit it. For acts that are sensitive only as given; where the whole call is, the route says so.
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
