import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { accountKey } from '../../platform/http/known-accounts.ts';
import type { AccessTokenClaims, AccessTokenVerifier } from '../../platform/http/known-accounts.ts';
import type { Keyring, StoredKey } from '../../platform/secrets/keyring.ts';
import { endOfSecond } from './bridge.ts';
import { oauthKeys } from './keys.ts';
import { apiAudience, life } from './paths.ts';

const MOST_TOKENS = 20_000;
/** Tolerance for clock differences between processes, and for another process that still signs with a retired key. */
const SLACK_MS = 30_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Verifies access tokens for Portico's own API (RFC 9068): signature (ES256 only), type, issuer, audience and times
 * once per token; and at every call, at most half a second late, that its key is still valid. Whether its grant, user
 * and session are still good is checked by `isStillGood`. Returns null for anything invalid.
 */
export function createAccessTokenVerifier(
  config: Pick<Config, 'publicUrl'>,
  keyring: Keyring,
  clock: () => Date,
): AccessTokenVerifier {
  const readKeys = createKeyReader(keyring);
  const verified = new Map<string, Signed>();
  const read = (token: string, keys: UsableKeys): AccessTokenClaims | null => {
    const hit = verified.get(token);
    if (hit) return isSignedBy(keys, hit) ? hit.claims : null;
    const signed = verifyToken(token, keys, config.publicUrl, clock());
    if (!signed || !isSignedBy(keys, signed)) return null;
    // Evicts the oldest: tokens live ten minutes.
    if (verified.size >= MOST_TOKENS) verified.delete(verified.keys().next().value as string);
    verified.set(token, signed);
    return signed.claims;
  };
  return async (token) => {
    const claims = read(token, await readKeys());
    if (!claims) return null;
    if (claims.expiresAt <= clock()) {
      verified.delete(token);
      return null;
    }
    return claims;
  };
}

interface Signed {
  kid: string;
  claims: AccessTokenClaims;
}

interface UsableKey {
  key: KeyObject;
  retiredAt: Date | null;
}

/** By `kid`. */
type UsableKeys = ReadonlyMap<string, UsableKey>;

/** Whether the key of a token is valid: it still exists, and was not yet retired when it signed. */
function isSignedBy(keys: UsableKeys, { kid, claims }: Signed): boolean {
  const found = keys.get(kid);
  if (!found) return false;
  return found.retiredAt === null || claims.issuedAt.getTime() <= found.retiredAt.getTime() + SLACK_MS;
}

/**
 * Active and recently retired keys; a key that is only announced has signed nothing yet. A withdrawn key is noticed at
 * most half a second late (standards 7: 1 s), on every process.
 */
function createKeyReader(keyring: Keyring): () => Promise<UsableKeys> {
  const usableOf = new WeakMap<readonly StoredKey[], UsableKeys>();
  return async () => {
    const stored = await keyring.shown(PROVIDER, oauthKeys);
    const usable = usableOf.get(stored) ?? toUsable(stored);
    usableOf.set(stored, usable);
    return usable;
  };
}

function toUsable(stored: readonly StoredKey[]): UsableKeys {
  const usable = stored.filter(({ algorithm, state }) => algorithm === 'ES256' && state !== 'next');
  return new Map(
    usable.map(({ kid, publicJwk, retiredAt }) => [
      kid,
      { key: createPublicKey({ key: publicJwk as never, format: 'jwk' }), retiredAt },
    ]),
  );
}

function verifyToken(token: string, keys: UsableKeys, issuer: string, now: Date): Signed | null {
  const parts = token.split('.');
  const [head, body, signature] = parts;
  if (parts.length !== 3 || !head || !body || !signature || token.length > 4096) return null;
  const header = decode(head);
  if (header?.alg !== 'ES256' || header.typ !== 'at+jwt' || typeof header.kid !== 'string' || 'crit' in header)
    return null;
  const found = keys.get(header.kid);
  if (!found) return null;
  const signed = Buffer.from(`${head}.${body}`, 'latin1');
  const bytes = Buffer.from(signature, 'base64url');
  // Only the canonical encoding is accepted: otherwise any number of equivalent texts of a token would be cached.
  if (bytes.toString('base64url') !== signature) return null;
  if (!verify('sha256', signed, { key: found.key, dsaEncoding: 'ieee-p1363' }, bytes)) return null;
  const claims = toClaims(decode(body), issuer);
  // Tokens issued in the future are invalid.
  if (!claims || claims.issuedAt.getTime() > now.getTime() + SLACK_MS) return null;
  return { kid: header.kid, claims };
}

function decode(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Reads claims that the provider wrote (configuration.ts); null if something is missing or the audience differs. */
function toClaims(claims: Record<string, unknown> | null, issuer: string): AccessTokenClaims | null {
  if (!claims || claims.iss !== issuer || claims.aud !== apiAudience(issuer)) return null;
  const { sub, tenantId, sid, client_id, scope, grant, iat, exp } = claims;
  if (typeof sub !== 'string' || !UUID.test(sub) || typeof tenantId !== 'string' || typeof client_id !== 'string')
    return null;
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof grant !== 'string') return null;
  if (exp - iat > life.accessToken) return null;
  const who = { tenantId, uuid: sub, sessionId: typeof sid === 'string' ? sid : null, grantHash: grant };
  return {
    ...who,
    key: accountKey(who),
    clientId: client_id,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    device: null,
    issuedAt: endOfSecond(iat),
    expiresAt: new Date(exp * 1000),
  };
}
