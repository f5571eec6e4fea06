import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OauthClient } from 'oidc-provider';
import { type ClientRecord, isSecretOf } from './clients.ts';
import { isOriginOf } from './errors.ts';
import type { OauthProvider } from './provider.ts';
import { noteRefusal } from './refusals.ts';

/** A refusal of an OAuth endpoint (RFC 6749 section 5.2): its own JSON, not Portico's error object. */
export interface OauthRefusal {
  status: number;
  error: 'invalid_request' | 'invalid_client' | 'unsupported_token_type';
  /** As the caller named itself, for the log. */
  clientId?: string | undefined;
}

export const isRefusal = (value: object): value is OauthRefusal => 'error' in value;

/** What proves a client: Basic (RFC 6749 section 2.3.1) or the form's fields, never both. */
function credentialsOf(request: FastifyRequest, form: URLSearchParams): { id: string; secret: string | null } | null {
  const { authorization } = request.headers;
  const inForm = { id: form.get('client_id'), secret: form.get('client_secret') };
  if (authorization === undefined) return inForm.id ? { id: inForm.id, secret: inForm.secret } : null;
  const match = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(authorization);
  if (!match?.[1] || inForm.secret !== null) return null;
  const text = Buffer.from(match[1], 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const decoded =
    colon < 0 ? null : { id: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
  if (!decoded?.id || !decoded.secret || (inForm.id !== null && inForm.id !== decoded.id)) return null;
  return { id: decoded.id, secret: decoded.secret };
}

function formDecode(value: string): string | null {
  // Ids and secrets that we made need no decoding, and services ask with them at every call.
  if (!/[%+]/.test(value)) return value;
  try {
    return decodeURIComponent(value.replaceAll('+', '%20'));
  } catch {
    return null;
  }
}

/**
 * The client that calls an endpoint of our own, by the library's rules: it must exist, be enabled and prove itself in
 * the way it is registered for. Fields given twice are refused.
 */
export async function authenticateClient(
  oauth: OauthProvider,
  request: FastifyRequest,
): Promise<{ client: OauthClient; form: URLSearchParams } | OauthRefusal> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const names = [...form.keys()];
  if (new Set(names).size !== names.length) return { status: 400, error: 'invalid_request' };
  const credentials = credentialsOf(request, form);
  if (!credentials) return { status: 401, error: 'invalid_client' };
  const client = await findClient(oauth, credentials.id);
  if (!client || !isProven(client, credentials.secret))
    return { status: 401, error: 'invalid_client', clientId: credentials.id };
  return { client, form };
}

/** What the library made of the rows of clients: as long as a row is kept (clients.ts), it is made once. */
const made = new WeakMap<ClientRecord, OauthClient>();

async function findClient(oauth: OauthProvider, clientId: string): Promise<OauthClient | undefined> {
  // Read first: a row that changes meanwhile is another one at the next call.
  const record = await oauth.clients.find(clientId);
  const known = record && made.get(record);
  if (known) return known;
  const client = await oauth.current().Client.find(clientId);
  if (record && client) made.set(record, client);
  return client;
}

function isProven(client: OauthClient, secret: string | null): boolean {
  if (client.clientAuthMethod === 'none') return secret === null;
  if (!client.clientSecret || secret === null) return false;
  return isSecretOf(Buffer.from(client.clientSecret, 'base64url'), secret);
}

/** Answers a refusal, and leaves it in the log like every other, with the client as it called itself. */
export function refuse(reply: FastifyReply, refusal: OauthRefusal): FastifyReply {
  noteRefusal(reply.request, { errorId: refusal.error, clientId: refusal.clientId });
  if (refusal.status === 401) reply.header('www-authenticate', 'Basic realm="oauth"');
  return answer(reply.code(refusal.status), { error: refusal.error });
}

export function answer(reply: FastifyReply, body: object): FastifyReply {
  return answerJson(reply, JSON.stringify(body));
}

export function answerJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.header('cache-control', 'no-store').type('application/json; charset=utf-8').send(json);
}

/** Lets a browser read the answer when it calls for a public client from one of its origins; false where it may not. */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, client: OauthClient): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  reply.header('vary', 'Origin');
  if (!isOriginOf(client, origin)) return false;
  reply.header('access-control-allow-origin', origin);
  return true;
}
