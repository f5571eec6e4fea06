import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OauthClient } from 'oidc-provider';
import { noteActor } from '../../platform/http/known-actor.ts';
import { IN_NO_GROUPS, type Principal } from '../../platform/http/principal.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { type ClientRecord, tenantOfClient } from './clients.ts';
import type { Tools } from '../../platform/tools.ts';
import { ASSERTION_TYPE, isAssertionOf, subjectOf } from './client-assertions.ts';
import { isOriginOf } from './errors.ts';
import { WRONG_ASSERTION } from './kept-refusals.ts';
import type { OauthProvider } from './provider.ts';
import { clientActor, noteRefusal } from './refusals.ts';

/** A refusal of an OAuth endpoint (RFC 6749 section 5.2), in its own JSON, not Portico's error object. */
export interface OauthRefusal {
  status: number;
  error: 'invalid_request' | 'invalid_client' | 'unsupported_token_type';
  reason?: string | undefined;
  /** The claimed client ID, for the log. */
  clientId?: string | undefined;
}

export const isRefusal = (value: object): value is OauthRefusal => 'error' in value;

interface Credentials {
  id: string;
  secret: string | null;
  method: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
}

/** Client credentials: Basic (RFC 6749 section 2.3.1), form fields or an assertion (RFC 7523), never two of them. */
function credentialsOf(request: FastifyRequest, form: URLSearchParams): Credentials | null {
  const { authorization } = request.headers;
  const inForm = { id: form.get('client_id'), secret: form.get('client_secret') };
  const assertion = form.get('client_assertion');
  if (assertion !== null) {
    const id = subjectOf(assertion);
    const alone =
      authorization === undefined && inForm.secret === null && form.get('client_assertion_type') === ASSERTION_TYPE;
    if (!alone || !id || (inForm.id !== null && inForm.id !== id)) return null;
    return { id, secret: assertion, method: 'private_key_jwt' };
  }
  if (authorization === undefined) {
    const { id, secret } = inForm;
    return id ? { id, secret, method: secret === null ? 'none' : 'client_secret_post' } : null;
  }
  const match = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization);
  if (!match?.[1] || inForm.secret !== null) return null;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const decoded =
    colon < 0 ? null : { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
  if (!decoded?.id || !decoded.secret || (inForm.id !== null && inForm.id !== decoded.id)) return null;
  return { id: decoded.id, secret: decoded.secret, method: 'client_secret_basic' };
}

function formDecode(value: string): string | null {
  // IDs and secrets that we issued need no decoding, and services authenticate at every call.
  if (!/[%+]/.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', '%20'));
  } catch {
    return null;
  }
}

/**
 * Authenticates the client that calls one of our own endpoints, by the library's rules: it must exist, be enabled, and
 * authenticate with its registered method. Duplicate fields are refused.
 */
export async function authenticateClient(
  tools: Tools,
  oauth: OauthProvider,
  request: FastifyRequest,
): Promise<{ client: OauthClient; principal: Principal; form: URLSearchParams } | OauthRefusal> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const names = [...form.keys()];
  if (new Set(names).size !== names.length) return { status: 400, error: 'invalid_request' };
  const credentials = credentialsOf(request, form);
  if (!credentials) return { status: 401, error: 'invalid_client' };
  const client = await findClient(oauth, credentials.id);
  if (!client || !(await isProven(tools, client, credentials)))
    return { status: 401, error: 'invalid_client', clientId: credentials.id, reason: reasonOf(credentials) };
  const principal = principalOf(client);
  // A public client proves nothing: a refusal names it as claimed, not as the caller.
  if (client.clientAuthMethod !== 'none') noteActor(request, { ...principal.actor, tenantId: principal.tenantId });
  return { client, principal, form };
}

const principals = new WeakMap<OauthClient, Principal>();

/** A client as a caller: of its tenant, without rights but over what it got itself. */
function principalOf(client: OauthClient): Principal {
  const known = principals.get(client);
  if (known) return known;
  const { clientId } = client;
  const principal: Principal = {
    // The portal's own client, which every tenant shares, is the provider's.
    tenantId: tenantOfClient(clientId) ?? PROVIDER,
    actor: clientActor(clientId),
    permissions: new Set(),
    inGroups: IN_NO_GROUPS,
    client: clientId,
    provedAt: null,
  };
  principals.set(client, principal);
  return principal;
}

/** Library objects of client rows: built once for as long as a row is cached (clients.ts). */
const made = new WeakMap<ClientRecord, OauthClient>();

async function findClient(oauth: OauthProvider, clientId: string): Promise<OauthClient | undefined> {
  // Read first: a row that changes in the meantime is a different object at the next call.
  const record = await oauth.clients.find(clientId);
  const known = record && made.get(record);
  if (known) return known;
  const client = await oauth.current().Client.find(clientId);
  if (record && client) made.set(record, client);
  return client;
}

const reasonOf = ({ method }: Credentials) => (method === 'private_key_jwt' ? WRONG_ASSERTION : undefined);

async function isProven(tools: Tools, client: OauthClient, { secret, method }: Credentials): Promise<boolean> {
  if (client.clientAuthMethod !== method) return false;
  if (method === 'none') return true;
  if (method === 'private_key_jwt') return secret !== null && isAssertionOf(tools, client, secret);
  if (!client.clientSecret || secret === null) return false;
  return client.compareClientSecret(secret);
}

/** Sends a refusal and logs it like every other: with the client, if it authenticated, else with the claimed ID. */
export async function refuse(tools: Tools, reply: FastifyReply, refusal: OauthRefusal): Promise<FastifyReply> {
  await noteRefusal(tools, reply.request, {
    errorId: refusal.error,
    clientId: refusal.clientId,
    reason: refusal.reason,
  });
  if (refusal.status === 401) reply.header('www-authenticate', 'Basic realm="oauth"');
  return answer(reply.code(refusal.status), { error: refusal.error });
}

export function answer(reply: FastifyReply, body: object): FastifyReply {
  return answerJson(reply, JSON.stringify(body));
}

export function answerJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json);
}

/**
 * Lets a browser read the answer if it calls for a public client from one of its origins; returns false if it may not.
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, client: OauthClient): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  reply.header('vary', 'Origin');
  if (!isOriginOf(client, origin)) return false;
  reply.header('access-control-allow-origin', origin);
  return true;
}
