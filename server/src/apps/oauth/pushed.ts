import { decodeJwt, UnsecuredJWT } from 'jose';
import type { Artifact, Context } from 'oidc-provider';
import { hashSecret } from '../../platform/crypto/secret.ts';
import { findOauthArtifact } from '../../platform/db/across-tenants.ts';
import type { Tools } from '../../platform/tools.ts';
import { type Limit, spendTry } from '../../platform/limits/throttle.ts';
import { networkOf } from '../../platform/http/client-info.ts';
import { life } from './paths.ts';
import { requestState } from './request-state.ts';

/** What a client pushed before it sends the user (RFC 9126). The library keeps it as a JWT that is not signed. */
export const PUSHED = 'PushedAuthorizationRequest';
const URN = 'urn:ietf:params:oauth:request_uri:';

export type Pushed = Artifact & { request: string; save(ttl: number): Promise<string> };

/**
 * Keeps a pushed request for as long as a sign-in takes. The library lets it live for a minute, in which the user must have
 * been sent here: nothing else is stored while they sign in, and its address works for one code.
 */
export async function keepPushed(ctx: Context): Promise<void> {
  const pushed = ctx.oidc.entities[PUSHED] as Pushed | undefined;
  if (!pushed) return;
  const until = pushed.iat + life.pushedRequest;
  if (pushed.exp >= until) return;
  pushed.request = new UnsecuredJWT({ ...decodeJwt(pushed.request), exp: until }).encode();
  await pushed.save(until - Math.floor(Date.now() / 1000));
}

/**
 * The parameters of an authorization request as the consent page reads them: those that were pushed, if its query names
 * them. Null: there is no such request, or not of the client that the query names.
 */
export async function readParameters(tools: Tools, asked: URLSearchParams): Promise<URLSearchParams | null> {
  const address = asked.get('request_uri');
  if (address === null) return asked;
  if (!address.startsWith(URN)) return null;
  const row = await findOauthArtifact(tools.db.pool, PUSHED, hashSecret(address.slice(URN.length)));
  if (!row || row.consumed_at || Number(row.payload.exp) * 1000 <= Date.now()) return null;
  const payload = decodeJwt(String(row.payload.request));
  if (payload.client_id !== asked.get('client_id')) return null;
  return new URLSearchParams(Object.entries(payload).flatMap(([name, value]) => toParameter(name, value)));
}

/** The library keeps the claims parameter as an object, and makes a text of it when the request is used. */
function toParameter(name: string, value: unknown): [string, string][] {
  if (typeof value === 'string') return [[name, value]];
  return name === 'claims' && value !== null && typeof value === 'object' ? [[name, JSON.stringify(value)]] : [];
}

const MOST_PER_ADDRESS = 600;

/** Limits what is stored for clients that prove nothing: anyone can use their ID. Throws `too_many_requests`. */
export async function limitPushed(tools: Tools, { trusted }: Record<string, unknown>): Promise<void> {
  if (trusted === true) return;
  await limitTo(tools, 'pushedRequestAddress');
}

/** Likewise the proofs that come with them. */
export const limitProofs = (tools: Tools): Promise<void> => limitTo(tools, 'pushedProofAddress');

async function limitTo(tools: Tools, name: string): Promise<void> {
  const key = networkOf(requestState().address);
  const limits: Limit[] = [{ name, key, most: MOST_PER_ADDRESS, withinSeconds: 600 }];
  await spendTry(tools.db, limits, tools.clock());
}
