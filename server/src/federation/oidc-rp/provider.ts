import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';
import { isSecureAddress } from '#contract/federation/openid-values.ts';
import { OutgoingError, type Read } from '../../platform/net/outgoing.ts';
import type { Tools } from '../../platform/tools.ts';
import { Refused } from './id-token.ts';

const endpoint = z.string().refine(isSecureAddress);

/** What is read of a provider's metadata (OpenID Connect Discovery section 3); the rest is ignored. */
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: endpoint,
  token_endpoint: endpoint,
  jwks_uri: endpoint,
  userinfo_endpoint: endpoint.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
export type Metadata = z.output<typeof metadata>;

const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(200) });

const tokens = z.object({
  id_token: z.string().max(64 * 1024),
  access_token: z
    .string()
    .max(64 * 1024)
    .optional(),
});
export type Tokens = z.output<typeof tokens>;

const refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/** Asked again after that long; what was read last serves a day longer where a provider does not answer. */
const FRESH_MILLIS = 10 * 60_000;
const KEPT_MILLIS = 24 * 3600_000;
/** A key that is not known has the keys read again, so often. */
const AGAIN_MILLIS = 30_000;
const MOST_KEPT = 500;
/** A document that is kept is no larger: real ones have a few kilobytes. */
const MOST_CHARACTERS = 128 * 1024;

interface Kept {
  readAt: number;
  value: unknown;
}

/** What one process knows of providers, by address: public documents, the same for every tenant. */
const keptOf = new WeakMap<Tools, Map<string, Kept>>();

function keptBy(tools: Tools): Map<string, Kept> {
  const kept = keptOf.get(tools) ?? new Map<string, Kept>();
  keptOf.set(tools, kept);
  if (kept.size > MOST_KEPT) kept.clear();
  return kept;
}

type Causes = {
  unreachable: 'metadata_unreachable' | 'keys_unreachable';
  invalid: 'metadata_invalid' | 'keys_invalid';
};

/** A document of a provider, at most `age` milliseconds old where it answers. Throws `Refused`. */
async function readKept<T>(tools: Tools, url: string, shape: z.ZodType<T>, causes: Causes, age: number): Promise<T> {
  const kept = keptBy(tools);
  const now = tools.clock().getTime();
  const known = kept.get(url);
  if (known && now - known.readAt < age) return known.value as T;
  try {
    const answer = await ask(tools, url, causes.unreachable);
    if (answer.body.length > MOST_CHARACTERS) throw new Refused(causes.invalid, { address: url });
    const value = parsed(answer, shape, causes.invalid, url);
    kept.set(url, { readAt: now, value });
    return value;
  } catch (error) {
    if (known && now - known.readAt < KEPT_MILLIS) return known.value as T;
    throw error;
  }
}

async function ask(tools: Tools, url: string, unreachable: Causes['unreachable']): Promise<Read> {
  try {
    const answer = await tools.outgoing.read(url, { headers: { accept: 'application/json' } });
    if (answer.status !== 200) throw new Refused(unreachable, { address: url, status: String(answer.status) });
    return answer;
  } catch (error) {
    if (error instanceof OutgoingError) throw new Refused(unreachable, { address: url, failure: error.reason });
    throw error;
  }
}

function parsed<T>({ body }: Read, shape: z.ZodType<T>, why: Causes['invalid'] | 'token_invalid', address: string): T {
  const value = shape.safeParse(jsonOf(body));
  if (!value.success) throw new Refused(why, { address, field: value.error.issues[0]?.path.join('.') });
  return value.data;
}

export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The metadata of an issuer. Throws `Refused`. */
export async function readMetadata(tools: Tools, issuer: string, kind: 'oidc' | 'office365'): Promise<Metadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const causes = { unreachable: 'metadata_unreachable', invalid: 'metadata_invalid' } as const;
  const found = await readKept(tools, url, metadata, causes, FRESH_MILLIS);
  // Entra ID's metadata for many directories has a template in place of one.
  if (kind === 'oidc' && found.issuer !== issuer)
    throw new Refused('metadata_issuer', { expected: issuer, received: found.issuer });
  return found;
}

/** The keys of a provider, read again where a token names one that is not among them. */
export function keysOf(tools: Tools, { jwks_uri }: Metadata): JWTVerifyGetKey {
  const causes = { unreachable: 'keys_unreachable', invalid: 'keys_invalid' } as const;
  const read = async (age: number) =>
    createLocalJWKSet((await readKept(tools, jwks_uri, jwks, causes, age)) as JSONWebKeySet);
  return async (header, token) => {
    try {
      return await (await read(FRESH_MILLIS))(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      return (await read(AGAIN_MILLIS))(header, token);
    }
  };
}

/** Trades a code for tokens (RFC 6749 section 4.1.3, RFC 7636). Throws `Refused`. */
export async function tradeCode(
  tools: Tools,
  from: Metadata,
  client: { id: string; secret: string },
  given: { code: string; redirectUri: string; verifier: string },
): Promise<Tokens> {
  // Basic is the default where a provider does not say (Discovery section 3).
  const methods = from.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return requestTokens(tools, from.token_endpoint, methods.includes('client_secret_basic'), client, given, tokens);
}

/** The request itself. `isBasic`: whether the client is named in the header. Throws `Refused`. */
export async function requestTokens<T>(
  tools: Tools,
  address: string,
  isBasic: boolean,
  { id, secret }: { id: string; secret: string },
  given: { code: string; redirectUri: string; verifier: string },
  shape: z.ZodType<T>,
): Promise<T> {
  const form = new URLSearchParams({
    ...{ grant_type: 'authorization_code', code: given.code },
    ...{ redirect_uri: given.redirectUri, code_verifier: given.verifier },
  });
  if (!isBasic) {
    form.set('client_id', id);
    form.set('client_secret', secret);
  }
  const basic = Buffer.from(`${formEncoded(id)}:${formEncoded(secret)}`).toString('base64');
  const headers = { accept: 'application/json', ...(isBasic && { authorization: `Basic ${basic}` }) };
  let answer: Read;
  try {
    answer = await tools.outgoing.read(address, { form, headers });
  } catch (error) {
    if (error instanceof OutgoingError) throw new Refused('token_unreachable', { address, failure: error.reason });
    throw error;
  }
  if (answer.status !== 200) {
    const told = refusal.safeParse(jsonOf(answer.body)).data;
    const detail = { error: told?.error, description: told?.error_description };
    throw new Refused('token_refused', { address, status: String(answer.status), ...detail });
  }
  return parsed(answer, shape, 'token_invalid', address);
}

/** RFC 6749 section 2.3.1. */
const formEncoded = (value: string) => new URLSearchParams([['', value]]).toString().slice(1);

/** Further claims about the same person; none where the provider has no such endpoint. Why it does not say them: `Refused`. */
export async function readUserinfo(
  tools: Tools,
  { userinfo_endpoint: url }: Metadata,
  accessToken: string | undefined,
  subject: unknown,
): Promise<Record<string, unknown> | Refused> {
  if (!url) return {};
  const unusable = (detail: Refused['detail']) => new Refused('userinfo_unusable', { address: url, ...detail });
  if (!accessToken) return unusable({ field: 'access_token' });
  const headers = { accept: 'application/json', authorization: `Bearer ${accessToken}` };
  let answer: Read;
  try {
    answer = await tools.outgoing.read(url, { headers });
  } catch (error) {
    return unusable({ failure: error instanceof OutgoingError ? error.reason : undefined });
  }
  if (answer.status !== 200) return unusable({ status: String(answer.status) });
  const claims = jsonOf(answer.body);
  const isTheirs = typeof claims === 'object' && claims !== null && (claims as { sub?: unknown }).sub === subject;
  return isTheirs ? (claims as Record<string, unknown>) : unusable({ field: 'sub' });
}
