import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { Config } from '../../config.ts';
import { findOauthArtifact } from '../../db/across-tenants.ts';
import type { Database } from '../../db/transaction.ts';
import type { AccessTokenClaims, AccessTokenVerifier } from '../../http/session.ts';
import { endOfSecond } from './bridge.ts';
import { loadPublicKeys } from './keys.ts';
import { apiAudience } from './paths.ts';

const MOST_TOKENS = 20_000;
const GRANT_FRESH_MS = 500;
const KEYS_FRESH_MS = 60_000;
/** An unknown key id makes the keys be read again, but no oftener than this. */
const KEYS_AGAIN_MS = 1_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The verifier of access tokens for Portico's own API (RFC 9068): signature (ES256 only), type, issuer, audience and
 * times, each token once; and at every call, at most half a second late, that its grant has not been ended. Whether
 * the user and the session are still good is for `principals`. Answers null for anything worthless.
 */
export function createAccessTokenVerifier(
  config: Pick<Config, 'publicUrl'>,
  db: Database,
  clock: () => Date,
): AccessTokenVerifier {
  const findKey = createKeyFinder(db, clock);
  const isGrantThere = createGrantWatch(db);
  const verified = new Map<string, AccessTokenClaims>();
  const read = async (token: string): Promise<AccessTokenClaims | null> => {
    const hit = verified.get(token);
    if (hit) return hit;
    const claims = await verifyToken(token, findKey, config.publicUrl);
    // The oldest goes: tokens live ten minutes.
    if (claims && verified.size >= MOST_TOKENS) verified.delete(verified.keys().next().value as string);
    if (claims) verified.set(token, claims);
    return claims;
  };
  return async (token) => {
    const claims = await read(token);
    if (!claims) return null;
    if (claims.expiresAt <= clock()) {
      verified.delete(token);
      return null;
    }
    return claims.grantHash && (await isGrantThere(claims.grantHash)) ? claims : null;
  };
}

type KeyFinder = (kid: string) => Promise<KeyObject | null>;

function createKeyFinder(db: Database, clock: () => Date): KeyFinder {
  let keys: Promise<Map<string, KeyObject>> | null = null;
  let readAt = 0;
  const load = async () => {
    const stored = await loadPublicKeys(db, clock());
    const usable = stored.filter(({ algorithm }) => algorithm === 'ES256');
    return new Map(
      usable.map(({ kid, publicJwk }) => [kid, createPublicKey({ key: publicJwk as never, format: 'jwk' })]),
    );
  };
  const renew = () => {
    readAt = performance.now();
    const loading = load();
    loading.catch(() => {
      if (keys === loading) keys = null;
    });
    keys = loading;
    return loading;
  };
  return async (kid) => {
    const age = performance.now() - readAt;
    const known = await (keys && age < KEYS_FRESH_MS ? keys : renew());
    const key = known.get(kid);
    if (key || performance.now() - readAt < KEYS_AGAIN_MS) return key ?? null;
    return (await renew()).get(kid) ?? null;
  };
}

/** Whether the grant of a token exists, asked at most twice a second a token. */
function createGrantWatch(db: Database): (grantHash: Buffer) => Promise<boolean> {
  // By the hash that the claims of a verified token hold: gone when they are.
  const kept = new WeakMap<Buffer, { until: number; there: Promise<boolean> }>();
  return (grantHash) => {
    const now = performance.now();
    const hit = kept.get(grantHash);
    if (hit && hit.until > now) return hit.there;
    const there = findOauthArtifact(db.pool, 'Grant', grantHash).then((row) => row !== null);
    kept.set(grantHash, { until: now + GRANT_FRESH_MS, there });
    there.catch(() => kept.delete(grantHash));
    return there;
  };
}

async function verifyToken(token: string, findKey: KeyFinder, issuer: string): Promise<AccessTokenClaims | null> {
  const parts = token.split('.');
  const [head, body, signature] = parts;
  if (parts.length !== 3 || !head || !body || !signature || token.length > 4096) return null;
  const header = decode(head);
  if (header?.alg !== 'ES256' || header.typ !== 'at+jwt' || typeof header.kid !== 'string' || 'crit' in header)
    return null;
  const key = await findKey(header.kid);
  if (!key) return null;
  const signed = Buffer.from(`${head}.${body}`, 'latin1');
  const bytes = Buffer.from(signature, 'base64url');
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes)) return null;
  return toClaims(decode(body), issuer);
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

/** Reads what the provider wrote (configuration.ts); null where something is missing or meant for somebody else. */
function toClaims(claims: Record<string, unknown> | null, issuer: string): AccessTokenClaims | null {
  if (!claims || claims.iss !== issuer || claims.aud !== apiAudience(issuer)) return null;
  const { sub, tenantId, sid, client_id, scope, grant, iat, exp } = claims;
  if (typeof sub !== 'string' || !UUID.test(sub) || typeof tenantId !== 'string' || typeof client_id !== 'string')
    return null;
  if (typeof iat !== 'number' || typeof exp !== 'number' || typeof grant !== 'string') return null;
  return {
    tenantId,
    uuid: sub,
    sessionId: typeof sid === 'string' ? sid : null,
    clientId: client_id,
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    grantHash: Buffer.from(grant, 'base64url'),
    device: null,
    issuedAt: endOfSecond(iat),
    expiresAt: new Date(exp * 1000),
  };
}
