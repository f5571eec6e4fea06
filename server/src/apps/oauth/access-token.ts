import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { accountKey } from '../../platform/http/known-accounts.ts';
import type { AccessTokenClaims, AccessTokenVerifier } from '../../platform/http/known-accounts.ts';
import type { Keyring, StoredKey } from '../../platform/secrets/keyring.ts';
import { endOfSecond } from './bridge.ts';
import { oauthKeys } from './keys.ts';
import { apiAudience, life } from './paths.ts';
import { readFacts } from './sign-in-facts.ts';

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
  return createVerifier({ config, keyring, clock, toClaims });
}

/** A valid access token for an API of a tenant: of a user, or of a client that acts as itself. */
export type ApiTokenClaims = {
  audience: string;
  clientId: string;
  tenantId: string;
  scopes: string[];
  jkt?: string;
} & Times &
  ({ user: AccessTokenClaims } | { user: null });

/** Verifies access tokens for APIs of tenants likewise, for introspection. Portico's own API refuses them. */
export function createApiTokenVerifier(
  config: Pick<Config, 'publicUrl'>,
  keyring: Keyring,
  clock: () => Date,
): (token: string) => Promise<ApiTokenClaims | null> {
  return createVerifier({ config, keyring, clock, toClaims: toApiClaims });
}

interface Times {
  issuedAt: Date;
  expiresAt: Date;
}

type ToClaims<T> = (claims: Record<string, unknown> | null, issuer: string) => T | null;

interface VerifierParts<T> {
  config: Pick<Config, 'publicUrl'>;
  keyring: Keyring;
  clock: () => Date;
  toClaims: ToClaims<T>;
}

function createVerifier<T extends Times>({ config, keyring, clock, toClaims: parse }: VerifierParts<T>) {
  const readKeys = createKeyReader(keyring);
  const verified = new Map<string, Signed<T>>();
  const read = (token: string, keys: UsableKeys): T | null => {
    const hit = verified.get(token);
    if (hit) return isSignedBy(keys, hit) ? hit.claims : null;
    const signed = verifyToken({ token, keys, issuer: config.publicUrl, now: clock() }, parse);
    if (!signed || !isSignedBy(keys, signed)) return null;
    // Evicts the oldest: tokens live ten minutes.
    if (verified.size >= MOST_TOKENS) verified.delete(verified.keys().next().value as string);
    verified.set(token, signed);
    return signed.claims;
  };
  return async (token: string) => {
    const claims = read(token, await readKeys());
    if (!claims) return null;
    if (claims.expiresAt <= clock()) {
      verified.delete(token);
      return null;
    }
    return claims;
  };
}

interface Signed<T> {
  kid: string;
  claims: T;
}

interface UsableKey {
  key: KeyObject;
  retiredAt: Date | null;
}

/** By `kid`. */
type UsableKeys = ReadonlyMap<string, UsableKey>;

/** Whether the key of a token is valid: it still exists, and was not yet retired when it signed. */
function isSignedBy(keys: UsableKeys, { kid, claims }: Signed<Times>): boolean {
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

interface Given {
  token: string;
  keys: UsableKeys;
  issuer: string;
  now: Date;
}

function verifyToken<T extends Times>({ token, keys, issuer, now }: Given, read: ToClaims<T>): Signed<T> | null {
  const parts = token.split('.');
  const [head, body, signature] = parts;
  if (parts.length !== 3 || !head || !body || !signature || token.length > 4096) return null;
  const header = decode(head);
  if (header?.alg !== 'ES256' || header.typ !== 'at+jwt' || typeof header.kid !== 'string' || 'crit' in header)
    return null;
  const found = keys.get(header.kid);
  if (!found) return null;
  // Cheap checks first: a token for another audience is none here, whoever signed it.
  const claims = read(decode(body), issuer);
  if (!claims) return null;
  const signed = Buffer.from(`${head}.${body}`, 'latin1');
  const bytes = Buffer.from(signature, 'base64url');
  // Only the canonical encoding is accepted: otherwise any number of equivalent texts of a token would be cached.
  if (bytes.toString('base64url') !== signature) return null;
  if (!verify('sha256', signed, { key: found.key, dsaEncoding: 'ieee-p1363' }, bytes)) return null;
  // Tokens issued in the future are invalid.
  if (claims.issuedAt.getTime() > now.getTime() + SLACK_MS) return null;
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
  if (claims?.aud !== apiAudience(issuer)) return null;
  return toUserClaims(claims, issuer);
}

/** Those of a token for an API of a tenant. */
function toApiClaims(claims: Record<string, unknown> | null, issuer: string): ApiTokenClaims | null {
  if (!claims || typeof claims.aud !== 'string' || claims.aud === apiAudience(issuer)) return null;
  const { aud: audience, sub, client_id: clientId } = claims;
  const user = sub === clientId ? null : toUserClaims(claims, issuer);
  const common = user ?? toCommonClaims(claims, issuer);
  if (!common || (user === null && sub !== clientId)) return null;
  const { tenantId, scopes, issuedAt, expiresAt } = common;
  const { jkt } = common;
  return { audience, clientId: common.clientId, tenantId, scopes, issuedAt, expiresAt, user, ...(jkt && { jkt }) };
}

function toUserClaims(claims: Record<string, unknown>, issuer: string): AccessTokenClaims | null {
  const common = toCommonClaims(claims, issuer);
  const { sub, sid, grant } = claims;
  if (!common || typeof sub !== 'string' || !UUID.test(sub) || typeof grant !== 'string') return null;
  const { tenantId } = common;
  const who = { tenantId, uuid: sub, sessionId: typeof sid === 'string' ? sid : null, grantHash: grant };
  return { ...who, ...common, key: accountKey(who), device: null, facts: readFacts(claims) };
}

function toCommonClaims(claims: Record<string, unknown>, issuer: string) {
  const { iss, tenantId, client_id: clientId, scope, iat, exp, cnf } = claims;
  // A binding that we do not know is none that we may overlook.
  const jkt = cnf === undefined ? undefined : (cnf as { jkt?: unknown } | null)?.jkt;
  if (cnf !== undefined && typeof jkt !== 'string') return null;
  if (iss !== issuer || typeof tenantId !== 'string' || typeof clientId !== 'string') return null;
  if (typeof iat !== 'number' || typeof exp !== 'number' || exp - iat > life.accessToken) return null;
  return {
    tenantId,
    clientId,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    issuedAt: endOfSecond(iat),
    expiresAt: new Date(exp * 1000),
    ...(typeof jkt === 'string' && { jkt }),
  };
}
