import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import type { Tools } from '../tools.ts';

/** Signatures of proofs (RFC 9449), at the provider's endpoints too. */
export const proofAlgorithms = ['ES256', 'Ed25519', 'EdDSA'];
/** How far the time of a proof may be from ours; the provider's library allows as much. */
const WINDOW_S = 300;
const MOST_CHARACTERS = 4096;

/** A token that is bound to a key. */
interface Bound {
  token: string;
  tenantId: string;
  clientId: string;
  jkt: string;
}

/**
 * Whether a request carries a proof of the key that its token is bound to: made for this method, address and token, a
 * moment ago, and not used before, on any process.
 */
export async function isProvenByKey(
  { spendOnce, config }: Pick<Tools, 'spendOnce' | 'config'>,
  request: Pick<FastifyRequest, 'headers' | 'method' | 'url'>,
  { token, tenantId, clientId, jkt }: Bound,
  now: Date,
): Promise<boolean> {
  const proof = request.headers.dpop;
  if (typeof proof !== 'string' || proof.length > MOST_CHARACTERS) return false;
  const found = await jwtVerify(proof, EmbeddedJWK, {
    algorithms: proofAlgorithms,
    typ: 'dpop+jwt',
    currentDate: now,
  }).catch(() => null);
  if (!found?.protectedHeader.jwk) return false;
  const { htm, htu, ath, iat, jti } = found.payload;
  const seconds = now.getTime() / 1000;
  const isOfNow = typeof iat === 'number' && Math.abs(seconds - iat) <= WINDOW_S;
  const isForThis = htm === request.method && isAddressOf(htu, new URL(request.url, config.publicUrl));
  const isForToken = ath === createHash('sha256').update(token).digest('base64url');
  if (!isOfNow || !isForThis || !isForToken || typeof jti !== 'string' || jti === '') return false;
  if ((await calculateJwkThumbprint(found.protectedHeader.jwk)) !== jkt) return false;
  const until = new Date((iat + 2 * WINDOW_S) * 1000);
  return spendOnce({ tenantId, clientId, id: `dpop ${clientId} ${jti}`, until });
}

/** Without query and fragment (RFC 9449 section 4.3); the address is ours whatever the caller's `Host` says. */
function isAddressOf(given: unknown, { origin, pathname }: URL): boolean {
  const url = typeof given === 'string' ? URL.parse(given) : null;
  return url !== null && url.origin === origin && url.pathname === pathname && !url.username && !url.password;
}
