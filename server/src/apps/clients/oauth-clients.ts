import {
  MOST_CONNECTED_COUNTED,
  type OauthClientAnswer,
  type OauthClientChanges,
  type OauthClientInput,
} from '#contract/apps/oauth-clients.ts';
import { fail } from '#contract/errors.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { isLess, refuseUnknownApis } from './apis-of-clients.ts';
import * as queries from './queries.ts';

export { listConfidential, takeApiFromClients } from './apis-of-clients.ts';
export { type ClientRow, findClient, holdClient, updateClient } from './queries.ts';

/** Client metadata (RFC 7591 names) for the provider. */
function toMetadata(client: OauthClientInput): Record<string, unknown> {
  return {
    application_type: client.applicationType,
    token_endpoint_auth_method: client.tokenEndpointAuthMethod,
    grant_types: client.grantTypes,
    response_types: client.grantTypes.includes('authorization_code') ? ['code'] : [],
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    scope: client.scopes.join(' '),
    id_token_signed_response_alg: client.idTokenSignedResponseAlg,
    ...(client.pkce === 'nonce' ? { portico_pkce: client.pkce } : {}),
    ...(client.requiresMfa ? { portico_mfa: true } : {}),
    ...(client.dpopBound ? { dpop_bound_access_tokens: true } : {}),
    ...(client.claims.length > 0 ? { portico_claims: client.claims } : {}),
    ...(client.apis.length > 0 ? { portico_apis: client.apis } : {}),
    ...(client.jwks.length > 0 ? { jwks: { keys: client.jwks } } : {}),
    ...(client.jwksUri ? { jwks_uri: client.jwksUri } : {}),
    ...(client.homepageUri ? { client_uri: client.homepageUri } : {}),
    ...(client.backchannelLogoutUri
      ? { backchannel_logout_uri: client.backchannelLogoutUri, backchannel_logout_session_required: true }
      : {}),
    ...(client.frontchannelLogoutUri ? { frontchannel_logout_uri: client.frontchannelLogoutUri } : {}),
  };
}

/** Metadata written by `toMetadata`. */
interface Metadata {
  application_type: OauthClientInput['applicationType'];
  token_endpoint_auth_method: OauthClientInput['tokenEndpointAuthMethod'];
  grant_types: OauthClientInput['grantTypes'];
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  scope: string;
  id_token_signed_response_alg: OauthClientInput['idTokenSignedResponseAlg'];
  portico_pkce?: OauthClientInput['pkce'];
  portico_mfa?: boolean;
  dpop_bound_access_tokens?: boolean;
  portico_claims?: OauthClientInput['claims'];
  portico_apis?: OauthClientInput['apis'];
  jwks?: { keys: OauthClientInput['jwks'] };
  jwks_uri?: string;
  client_uri?: string;
  backchannel_logout_uri?: string;
  frontchannel_logout_uri?: string;
}

function toOauthClient(row: queries.ClientRow): OauthClientAnswer {
  const metadata = row.metadata as unknown as Metadata;
  return {
    clientId: row.client_id,
    name: row.name,
    homepageUri: metadata.client_uri ?? null,
    applicationType: metadata.application_type,
    tokenEndpointAuthMethod: metadata.token_endpoint_auth_method,
    jwks: metadata.jwks?.keys ?? [],
    jwksUri: metadata.jwks_uri ?? null,
    grantTypes: metadata.grant_types,
    redirectUris: metadata.redirect_uris,
    postLogoutRedirectUris: metadata.post_logout_redirect_uris,
    scopes: metadata.scope.split(' ') as OauthClientAnswer['scopes'],
    idTokenSignedResponseAlg: metadata.id_token_signed_response_alg,
    pkce: metadata.portico_pkce ?? 'required',
    requiresMfa: metadata.portico_mfa ?? false,
    dpopBound: metadata.dpop_bound_access_tokens ?? false,
    backchannelLogoutUri: metadata.backchannel_logout_uri ?? null,
    frontchannelLogoutUri: metadata.frontchannel_logout_uri ?? null,
    claims: metadata.portico_claims ?? [],
    apis: metadata.portico_apis ?? [],
    disabled: row.disabled_at !== null,
    serviceClass: row.service_class,
    firstParty: row.first_party,
    access: row.access as OauthClientAnswer['access'],
    previousSecretUntil: row.previous_secret_until?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}

/** The clients of the transaction's tenant, by name. */
export async function listOauthClients(tx: Tx): Promise<OauthClientAnswer[]> {
  return (await queries.listClients(tx)).map(toOauthClient);
}

/** One client. Throws `not_found`. */
export async function getOauthClient(tx: Tx, clientId: string): Promise<OauthClientAnswer> {
  return toOauthClient(await mustFind(tx, clientId));
}

async function mustFind(tx: Tx, clientId: string, find = queries.findClient): Promise<queries.ClientRow> {
  const row = await find(tx, clientId);
  if (!row) throw fail('not_found');
  return row;
}

/** How many users a client can act for. Throws `not_found`. */
export async function countConnectedUsers(
  tx: Tx,
  clientId: string,
  now: Date,
): Promise<{ users: number; more: boolean }> {
  await mustFind(tx, clientId);
  const found = await queries.countUsers(tx, clientId, MOST_CONNECTED_COUNTED + 1, now);
  return { users: Math.min(found, MOST_CONNECTED_COUNTED), more: found > MOST_CONNECTED_COUNTED };
}

/** Others prove themselves by a key of their own, or cannot. */
const hasSecret = ({ tokenEndpointAuthMethod: method }: Pick<OauthClientInput, 'tokenEndpointAuthMethod'>): boolean =>
  method.startsWith('client_secret');

/**
 * Registers a client in the transaction's tenant. Returns the client and its secret, which is stored only as a hash
 * (null for a client without one). Throws `exceeded_apps` if the tenant has too many, `invalid_params` (unknown APIs).
 */
export async function createOauthClient(
  tx: Tx,
  tenantId: string,
  input: OauthClientInput,
  now: Date,
): Promise<OauthClientAnswer & { clientSecret: string | null }> {
  if ((await queries.countClients(tx)) >= queries.MOST_CLIENTS) throw fail('exceeded_apps');
  await refuseUnknownApis(tx, input.apis);
  const clientSecret = hasSecret(input) ? newSecret() : null;
  const clientId = `${tenantId}.${newSecret(12)}`;
  await queries.insertClient(tx, {
    tenant_id: tenantId,
    client_id: clientId,
    name: input.name,
    metadata: JSON.stringify(toMetadata(input)),
    secret_hash: clientSecret === null ? null : hashSecret(clientSecret),
    disabled_at: input.disabled ? now : null,
    created_at: now,
    updated_at: now,
  });
  return { ...(await getOauthClient(tx, clientId)), clientSecret };
}

/**
 * Changes a client. Disabling it, removing scopes or requiring MFA revokes its tokens. New addresses from its tenant's administrators
 * make it third-party, because the provider marked the app behind the old ones as first-party. A client cannot change
 * between public and confidential: `conflict`, as for fields that are not as expected. Throws `invalid_params` (unknown
 * APIs).
 */
export async function updateOauthClient(
  tx: Tx,
  clientId: string,
  given: OauthClientChanges,
  now: Date,
  by: 'tenant' | 'provider' = 'tenant',
): Promise<{ client: OauthClientAnswer; changes: Changes }> {
  // APIs are held before clients, as where an API loses scopes.
  await refuseUnknownApis(tx, given.apis);
  const row = await mustFind(tx, clientId, queries.holdClient);
  const before = toOauthClient(row);
  refuseConflict(given, { ...before });
  const { expected: _, ...input } = given;
  if ((input.tokenEndpointAuthMethod === 'none') !== (before.tokenEndpointAuthMethod === 'none')) {
    throw fail('conflict', { field: 'tokenEndpointAuthMethod' });
  }
  const isSameApp = by === 'provider' || input.redirectUris.every((uri) => before.redirectUris.includes(uri));
  const firstParty = row.first_party && isSameApp;
  const changes = changedFields({ ...before }, { ...input, firstParty });
  if (Object.keys(changes).length === 0) return { client: before, changes };
  await queries.updateClient(tx, clientId, {
    name: input.name,
    metadata: JSON.stringify(toMetadata(input)),
    first_party: firstParty,
    disabled_at: input.disabled ? (row.disabled_at ?? now) : null,
    // An app that proves itself otherwise and comes back gets a new one: the old one may be known to others.
    ...(hasSecret(before) &&
      !hasSecret(input) && { secret_hash: null, previous_secret_hash: null, previous_secret_until: null }),
    updated_at: now,
  });
  const narrowed = before.scopes.some((scope) => !input.scopes.includes(scope)) || isLess(before.apis, input.apis);
  // Tokens of sign-ins that would no longer do.
  const stricter = input.requiresMfa && !before.requiresMfa;
  if (input.disabled || narrowed || stricter) await queries.deleteClientArtifacts(tx, clientId);
  return { client: await getOauthClient(tx, clientId), changes };
}

/** For the provider: sets the service of a client (null: none), or whether it is first-party. Throws `not_found`. */
export async function assignOauthClient(
  tx: Tx,
  clientId: string,
  given: { serviceClass?: string | null; firstParty?: boolean },
  now: Date,
): Promise<OauthClientAnswer> {
  await queries.updateClient(tx, clientId, {
    ...(given.serviceClass !== undefined && { service_class: given.serviceClass }),
    ...(given.firstParty !== undefined && { first_party: given.firstParty }),
    updated_at: now,
  });
  return getOauthClient(tx, clientId);
}

/** Deletes a client and revokes its tokens. Throws `not_found`. */
export async function deleteOauthClient(tx: Tx, clientId: string): Promise<void> {
  if (!(await queries.deleteClient(tx, clientId))) throw fail('not_found');
  await queries.deleteClientArtifacts(tx, clientId);
}

const HOUR_MS = 3_600_000;

/**
 * Replaces the secret of a client; the one before works for some hours more, so that the app can be changed without an
 * outage. Throws `not_found`, and `conflict` for a client that has none.
 */
export async function rotateOauthClientSecret(
  tx: Tx,
  clientId: string,
  { overlapHours }: { overlapHours: number },
  now: Date,
): Promise<{ clientSecret: string; previousSecretUntil: string | null }> {
  const row = await mustFind(tx, clientId, queries.holdClient);
  if (!hasSecret(toOauthClient(row))) throw fail('conflict');
  const clientSecret = newSecret();
  const until = overlapHours > 0 ? new Date(now.getTime() + overlapHours * HOUR_MS) : null;
  await queries.updateClient(tx, clientId, {
    secret_hash: hashSecret(clientSecret),
    // A client that proved itself by a key before has no secret yet.
    previous_secret_hash: row.secret_hash && until && row.secret_hash,
    previous_secret_until: row.secret_hash && until,
    updated_at: now,
  });
  return { clientSecret, previousSecretUntil: (row.secret_hash && until?.toISOString()) ?? null };
}

/** Ends the previous secret before its time. Throws `not_found`, also where there is none. */
export async function endPreviousSecret(
  tx: Tx,
  clientId: string,
  now: Date,
): Promise<{ client: OauthClientAnswer; changes: Changes }> {
  const row = await mustFind(tx, clientId, queries.holdClient);
  if (row.previous_secret_until === null) throw fail('not_found');
  await queries.updateClient(tx, clientId, {
    previous_secret_hash: null,
    previous_secret_until: null,
    updated_at: now,
  });
  const changes = { previousSecretUntil: { before: row.previous_secret_until.toISOString(), after: null } };
  return { client: await getOauthClient(tx, clientId), changes };
}
