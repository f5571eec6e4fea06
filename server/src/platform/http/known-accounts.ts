import type { Caches } from '../db/fresh-cache.ts';
import type { Database } from '../db/transaction.ts';
import { type CallerRow, findPrincipal, type PrincipalRow } from '../db/across-tenants.ts';
import { securityPolicy, type SecurityPolicy } from '#contract/security-policy.ts';

/** State of an account and its session: all that refreshing a token checks. */
export interface AccountState extends Omit<PrincipalRow, 'security_policy'> {
  policy: SecurityPolicy;
}

export type KnownAccount = AccountState & Omit<CallerRow, 'security_policy'>;

/** Identifies the account, grant and session to read. */
export interface Who {
  tenantId: string;
  uuid: string;
  sessionId: string | null;
  /** Hash of the grant behind a token, in base64url; null if there is none. */
  grantHash: string | null;
}

/** How the user of a token had signed in, by the names of RFC 9068. */
export interface SignInFacts {
  acr?: string;
  amr?: string[];
  auth_time?: number;
}

export interface AccessTokenClaims extends Who {
  /** The sign-in session of the token; null for a grant that outlives it (offline_access). */
  sessionId: string | null;
  clientId: string;
  scopes: string[];
  /** The device where the user signed in; null otherwise. */
  device: { uuid: string; deviceId: string } | null;
  issuedAt: Date;
  expiresAt: Date;
  facts?: SignInFacts;
  /** Thumbprint of the key without whose proof the token is worth nothing (RFC 9449). */
  jkt?: string;
  /** Its `accountKey`, for claims that are parsed once but used at every call. */
  key?: string;
}

/**
 * Verifies signature, issuer, audience and times of an access token for Portico's own API. Null: invalid. Whether its
 * grant, account and session are still good is checked by `isStillGood` (`session.ts`).
 */
export type AccessTokenVerifier = (token: string) => Promise<AccessTokenClaims | null>;

/** The claims that `StillGood` needs. */
export type CheckedClaims = Pick<AccessTokenClaims, 'sessionId' | 'device' | 'issuedAt'>;

/**
 * Whether an account and its session are still good, given whether the grant matches the token; called for every
 * request. The rule belongs to sign-in; the wiring fills it in.
 */
export type StillGood = (account: AccountState, claims: CheckedClaims, ofItsGrant: boolean, now: Date) => boolean;

/** State of the accounts, sessions and grants behind tokens, at most half a second old (standards 7: 1 s). */
export interface KnownAccounts {
  /** `key`: precomputed `accountKey` of `who`, for frequent callers. */
  find(who: Who, key?: string): Promise<KnownAccount | null>;
  isGood: StillGood;
  /** Called after a change by this process, so that the next call sees it at once. */
  forget(tenantId: string, uuid: string): void;
}

export const accountKey = ({ uuid, sessionId, grantHash }: Omit<Who, 'tenantId'>): string =>
  `${uuid}/${sessionId ?? ''}/${grantHash ?? ''}`;

export function createKnownAccounts(db: Database, caches: Caches, isGood: StillGood): KnownAccounts {
  const kept = caches.open<KnownAccount | null>({ age: 500, most: 20_000, of: ['users', 'tenants', 'role_grants'] });
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

/** Parses policies from JSON; users with the same policy share the parsed object. */
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
