import { decodeJwt, importJWK, jwtVerify, type JWK, type JWTPayload, type JWTVerifyOptions } from 'jose';
import Provider, { type Context, errors, type OauthClient } from 'oidc-provider';
import { PROVIDER } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { tenantOfClient } from './clients.ts';
import { paths } from './paths.ts';
import { limitProofs } from './pushed.ts';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Signatures that clients prove themselves with. */
export const assertionAlgorithms = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA', 'Ed25519'];
/** An assertion is used at once: a long life would only make stolen ones useful. */
const MOST_LIFE_S = 3600;
const TOLERANCE_S = 5;

/**
 * Refuses assertions that live long: the library only asks that they end. And those by keys that are no longer at the
 * client's address: the library verifies with the keys it has, however old, and reads them anew only where none fits.
 */
export async function limitAssertion({ oidc }: Context, { exp }: { exp?: unknown }): Promise<void> {
  if (Number(exp) > Date.now() / 1000 + MOST_LIFE_S) throw new errors.InvalidClientAuth('expiration is too far away');
  const { client, params } = oidc;
  if (client.asymmetricKeyStore.fresh()) return;
  if (!(await readAssertion(client, params.client_assertion ?? '')))
    throw new errors.InvalidClientAuth('no key of now signed it');
}

/** The time of a DPoP proof may lie ahead by as much as the library lets it be old, and it counts from now. */
const AHEAD_S = 300;

/** Whether an ID is used for the first time. The library looks and then writes, so that of twenty at once several would win. */
export function createReplayGuard({ spendOnce }: Pick<Tools, 'spendOnce'>) {
  return (issuer: string, id: string, exp: number): Promise<boolean> =>
    spendOnce({
      tenantId: tenantOfClient(issuer) ?? PROVIDER,
      clientId: issuer,
      id: `${issuer} ${id}`,
      until: new Date((exp + AHEAD_S) * 1000),
    });
}

/**
 * Makes the library ask it. Whoever names a public client can send proofs with pushed requests, of which each is kept: so
 * they are limited as those are.
 */
export function guardReplays({ ReplayDetection }: Pick<Provider, 'ReplayDetection'>, tools: Tools): void {
  const guard = createReplayGuard(tools);
  ReplayDetection.unique = async (issuer, id, exp) => {
    const { route, client } = Provider.ctx?.oidc ?? {};
    if (route === 'pushed_authorization_request' && client?.clientAuthMethod === 'none') await limitProofs(tools);
    return guard(issuer, id, exp);
  };
}

const FAILED_FOR_MS = 30_000;
const MOST_FAILED = 1000;
/** Each of them may be tried before an assertion is believed. */
const MOST_KEYS_READ = 50;

/**
 * Reads the keys that clients publish, by the one way out. The library asks once a minute; after a failure it would ask
 * at each call, which anybody can make: so a failure holds for half a minute.
 */
export function createKeyFetch({ outgoing }: Tools) {
  const failed = new Map<string, number>();
  return async (url: string | URL): Promise<Response> => {
    const address = String(url);
    const until = failed.get(address) ?? 0;
    if (performance.now() < until) throw new Error('the keys could not be read a moment ago');
    try {
      const { status, body } = await outgoing.read(address, { headers: { accept: 'application/json' } });
      if (status !== 200) throw new Error(`the keys are answered with ${status}`);
      // What is no list of keys would leave those that were read before.
      const { keys } = JSON.parse(body) as { keys?: unknown };
      if (!Array.isArray(keys) || keys.length > MOST_KEYS_READ) throw new Error('the keys are no list, or very many');
      return new Response(body, { status });
    } catch (cause) {
      if (failed.size >= MOST_FAILED) failed.clear();
      failed.set(address, performance.now() + FAILED_FOR_MS);
      throw cause;
    }
  };
}

/** The client that an assertion claims to be of; null for anything that is none. */
export function subjectOf(assertion: string): string | null {
  try {
    return decodeJwt(assertion).sub ?? null;
  } catch {
    return null;
  }
}

/** What an assertion says, if the client made it with one of its keys of now; else null. */
async function readAssertion(
  { clientId, asymmetricKeyStore: keys }: OauthClient,
  assertion: string,
  more: JWTVerifyOptions = {},
): Promise<JWTPayload | null> {
  const options = { issuer: clientId, subject: clientId, clockTolerance: TOLERANCE_S, ...more };
  try {
    await keys.refresh();
  } catch {
    return null;
  }
  for (const key of keys) {
    const found = await jwtVerify(
      assertion,
      async ({ alg }) => {
        if (!alg || !assertionAlgorithms.includes(alg)) throw new Error('not an algorithm of ours');
        return importJWK(key as JWK, alg);
      },
      { ...options, requiredClaims: ['exp', 'jti'] },
    ).catch(() => null);
    if (found) return found.payload;
  }
  return null;
}

/** Verifies an assertion at one of our own endpoints, as the library does at its own (RFC 7523 section 3). */
export async function isAssertionOf(tools: Tools, client: OauthClient, assertion: string): Promise<boolean> {
  const { publicUrl } = tools.config;
  const audience = [publicUrl, ...[paths.token, paths.introspection, paths.revocation].map((path) => publicUrl + path)];
  const said = await readAssertion(client, assertion, { audience });
  const { exp = 0, jti } = said ?? {};
  if (exp > Date.now() / 1000 + MOST_LIFE_S || typeof jti !== 'string') return false;
  return createReplayGuard(tools)(client.clientId, jti, exp + TOLERANCE_S);
}
