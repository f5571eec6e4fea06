import { sessionLife } from '#contract/session-life.ts';
import type { AccountState, CheckedClaims, StillGood } from '../../platform/http/known-accounts.ts';
import { may, type SessionFacts } from '../may.ts';

/** The facts `may` needs about the account and session behind a token. */
export const sessionFacts = (
  account: AccountState,
  claims: CheckedClaims,
  ofItsGrant: boolean,
  now: Date,
): SessionFacts => ({
  now,
  tenantActive: account.tenant_status === 'active',
  status: account.user_status,
  lockedUntil: account.locked_until,
  atDevice: claims.device !== null,
  ofItsGrant,
  signedOutSince: Number(account.signed_out_at) > claims.issuedAt.getTime(),
  session:
    claims.sessionId === null
      ? null
      : {
          open: account.session_open,
          expiresAt: account.session_expires_at,
          seenAt: account.session_seen_at,
          idleMinutes: sessionLife(account.policy.sessionPolicy, account.roles).idleMinutes,
        },
});

/**
 * Whether a session, or a grant that outlives it, may continue; called for every request, with the checks of sign-in.
 */
export const maySessionGoOn: StillGood = (account, claims, ofItsGrant, now) =>
  may(sessionFacts(account, claims, ofItsGrant, now), 'session');
