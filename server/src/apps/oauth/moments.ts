import type { Context } from 'oidc-provider';
import { createTokenSigner } from '../../platform/crypto/signed-token.ts';
import type { Tools } from '../../platform/tools.ts';
import { requestState } from './request-state.ts';

/**
 * Added to the return address of the sign-in page: the user's proof must not be older. In milliseconds, because a sign-in
 * earlier in the same second does not count. Signed and of one client: by an earlier moment, a user or who has their
 * browser would pass `max_age` with an old proof.
 */
export const LOGIN_AFTER = 'login_after';
/** A sign-in may take so long, with the pages that follow it. */
const HELD_MS = 3_600_000;
/**
 * Those pages alone: set-up of MFA, consent. Anybody can have a moment made, and keep it for a browser that somebody else
 * leaves open; after this time a proof is no longer "just now", whatever the moment.
 */
const AFTER_PROOF_MS = 900_000;

interface Moment {
  at: number;
  of: string;
}

export interface Moments {
  /** Now, for the return address of this request. */
  mark(ctx: Context): string;
  /** Whether the user gave a proof since being sent to the sign-in page for this request. */
  hasJustSignedIn(ctx: Context): boolean;
}

export function createMoments({ masterKeys, clock }: Pick<Tools, 'masterKeys' | 'clock'>): Moments {
  const signer = createTokenSigner<Moment>(masterKeys, 'login-after');
  return {
    mark: ({ oidc }) => signer.sign({ at: clock().getTime(), of: oidc.client.clientId }),
    hasJustSignedIn({ oidc, query }) {
      const given = query[LOGIN_AFTER];
      const moment = typeof given === 'string' ? signer.read(given) : null;
      const now = clock().getTime();
      if (moment?.of !== oidc.client.clientId || moment.at < now - HELD_MS) return false;
      return (requestState().session?.proved_at.getTime() ?? 0) >= Math.max(moment.at, now - AFTER_PROOF_MS);
    },
  };
}
