import type { Caches } from '../db/fresh-cache.ts';
import type { Database } from '../db/transaction.ts';
import { type CallerRow, findPrincipal, type PrincipalRow } from '../db/across-tenants.ts';
import { securityPolicy, type SecurityPolicy } from '#contract/security-policy.ts';

/** Whether an account and its session are still good: all that refreshing a token asks. */
export interface AccountState extends Omit<PrincipalRow, 'security_policy'> {
  policy: SecurityPolicy;
}

export type KnownAccount = AccountState & Omit<CallerRow, 'security_policy'>;

/** Whose state is asked. */
export interface Who {
  tenantId: string;
  uuid: string;
  sessionId: string | null;
  /** Of the grant behind a token, in base64url; null where there is none. */
  grantHash: string | null;
}

export interface AccessTokenClaims extends Who {
  /** The sign-in session the token hangs on; null for a grant that outlives it (offline_access). */
  sessionId: string | null;
  clientId: string;
  scopes: string[];
  /** The device at which the person signed in; null for everything else. */
  device: { uuid: string; deviceId: string } | null;
  issuedAt: Date;
  expiresAt: Date;
  /** `accountKey` of it, where the claims are read once and their caller is asked for at each call. */
  key?: string;
}

/**
 * Verifies signature, issuer, audience and times of an access token for Portico's own API. Null: worthless. Whether its
 * grant, account and session are still good is for `isStillGood` (`session.ts`).
 */
export type AccessTokenVerifier = (token: string) => Promise<AccessTokenClaims | null>;

/** What of a token `StillGood` asks. */
export type CheckedClaims = Pick<AccessTokenClaims, 'sessionId' | 'device' | 'issuedAt'>;

/**
 * Whether an account and its session are still good, given whether the grant says what the token does: asked at every
 * call. The rule is sign-in's; the wiring fills it in.
 */
export type StillGood = (account: AccountState, claims: CheckedClaims, ofItsGrant: boolean, now: Date) => boolean;

/** The state of the accounts, sessions and grants that tokens speak for, at most half a second old (standards 7: 1 s). */
export interface KnownAccounts {
  /** `key`: what `accountKey` gives for `who`, by those who ask again and again. */
  find(who: Who, key?: string): Promise<KnownAccount | null>;
  isGood: StillGood;
  /** After a change made by this process: the next call sees it at once. */
  forget(tenantId: string, uuid: string): void;
}

export const accountKey = ({ uuid, sessionId, grantHash }: Omit<Who, 'tenantId'>): string =>
  `${uuid}/${sessionId ?? ''}/${grantHash ?? ''}`;

export function createKnownAccounts(db: Database, caches: Caches, isGood: StillGood): KnownAccounts {
  const kept = caches.open<KnownAccount | null>({ age: 500, most: 20_000, of: ['users', 'tenants'] });
  const readPolicy = createPolicyReader();
  const read = async (who: Who) => {
    const row = await findPrincipal(db.pool, who);
    if (!row) return null;
    const { security_policy, ...rest } = row;
    return { ...rest, policy: readPolicy(security_policy) };
  };
  return {
    find: (who, key = accountKey(who)) => kept.get(who.tenantId, key, () => read(who)),
    isGood,
    forget: (tenantId, uuid) => kept.forget(tenantId, `${uuid}/`),
  };
}

const MOST_POLICIES = 1000;

/** Reads policies from their JSON; all who are under the same one share it. */
function createPolicyReader(): (json: string) => SecurityPolicy {
  const known = new Map<string, SecurityPolicy>();
  return (json) => {
    const hit = known.get(json);
    if (hit) return hit;
    if (known.size >= MOST_POLICIES) known.clear();
    const policy = securityPolicy.parse(JSON.parse(json));
    known.set(json, policy);
    return policy;
  };
}
