import { timingSafeEqual } from 'node:crypto';
import type { OauthClient } from 'oidc-provider';
import { hashSecret } from '../../platform/crypto/secret.ts';
import type { Config } from '../../platform/config.ts';
import type { Caches } from '../../platform/db/fresh-cache.ts';
import type { Database } from '../../platform/db/transaction.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { paths, SERVICES_SCOPE } from './paths.ts';

/** A tenant's client for the provider, with RFC 7591 names. */
export interface ClientRecord {
  tenantId: string;
  clientId: string;
  name: string;
  metadata: Record<string, unknown>;
  secretHash: Buffer | null;
  /** The secret before, where it is still good for a while. */
  previousSecret: { hash: Buffer; until: Date } | null;
  /** The service it belongs to, if the provider has set one. */
  serviceClass: string | null;
  /** First-party clients skip consent. */
  firstParty: boolean;
  /** Only assigned users may use it. */
  assignedOnly: boolean;
}

export interface Clients {
  /** A client that is enabled, or null. At most half a second old (standards 7). */
  find(clientId: string): Promise<ClientRecord | null>;
}

/** The tenant of a client ID "<tenant id>.<random>"; null for the portal and for anything that is no client ID. */
export function tenantOfClient(clientId: string): string | null {
  return /^([a-z0-9][a-z0-9-]{1,30}[a-z0-9])\.[A-Za-z0-9_-]{8,60}$/.exec(clientId)?.[1] ?? null;
}

/** The tenants' clients, from the database, without disabled ones and those of suspended tenants. */
export function createClients(db: Database, caches: Caches): Clients {
  const kept = caches.open<ClientRecord | null>({ age: 500, most: 5_000, of: ['oauth_clients', 'tenants'] });
  const read = async (tenantId: string, clientId: string): Promise<ClientRecord | null> => {
    const row = await db.inTenant(tenantId, (tx) =>
      tx
        .selectFrom('oauth_clients as c')
        .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
        .select(['c.name', 'c.metadata', 'c.secret_hash', 'c.service_class', 'c.first_party'])
        .select(['c.previous_secret_hash', 'c.previous_secret_until', 'c.access'])
        .where('c.client_id', '=', clientId)
        .where('c.disabled_at', 'is', null)
        .where('t.status', '=', 'active')
        .executeTakeFirst(),
    );
    if (!row) return null;
    const { name, metadata, secret_hash: secretHash, service_class: serviceClass, first_party: firstParty } = row;
    const { previous_secret_hash: hash, previous_secret_until: until } = row;
    const previousSecret = hash && until && { hash, until };
    const assignedOnly = row.access === 'assigned';
    return { tenantId, clientId, name, metadata, secretHash, previousSecret, serviceClass, firstParty, assignedOnly };
  };
  return {
    find(clientId) {
      const tenantId = tenantOfClient(clientId);
      if (!tenantId) return Promise.resolve(null);
      return kept.get(tenantId, clientId, () => read(tenantId, clientId));
    },
  };
}

type Proving = Pick<OauthClient, 'clientSecret' | 'previous_secret' | 'previous_secret_until'>;

/**
 * Whether a secret is the client's, or the one before while that is still good. Only hashes are known, which stand in the
 * library's field for the secret.
 */
export function isSecretOf(client: Proving, secret: string, now: Date): boolean {
  const given = hashSecret(secret);
  // Both are hashes of equal length, so comparing them directly in constant time is safe.
  const is = (hash: string | undefined) => hash !== undefined && timingSafeEqual(given, Buffer.from(hash, 'base64url'));
  const isPrevious = is(client.previous_secret) && now.getTime() < (client.previous_secret_until ?? 0);
  return is(client.clientSecret) || isPrevious;
}

/** The portal itself: first-party, public, with tokens for Portico's own API and implied consent. */
export function portalClient(config: Config): Record<string, unknown> {
  return {
    client_id: PORTAL_CLIENT,
    client_name: config.PRODUCT_NAME,
    application_type: 'web',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    response_modes: ['query'],
    redirect_uris: [`${config.publicUrl}/oauth-callback.html`],
    post_logout_redirect_uris: [`${config.publicUrl}${paths.logout}`],
    scope: 'openid profile email offline_access',
    portico_scope: 'portal:user:admin portal:powerUser:admin',
    first_party: true,
  };
}

/** Tokens for Portico's API may also carry the services scope. */
const apiScopes = (scope: string, ours: boolean) =>
  scope
    .split(' ')
    .filter((part) => part !== '' && (part.startsWith('portal:') === ours || (ours && part === SERVICES_SCOPE)))
    .join(' ');

const NO_HASH = Buffer.alloc(32);
const usesSecret = ({ token_endpoint_auth_method: method }: Record<string, unknown>) =>
  String(method).startsWith('client_secret');

/**
 * A tenant's client in the library's format. The library only knows the OpenID scopes: those of Portico's API are
 * passed separately. Its "secret" is the hash of the secret (see `compareClientSecret` in provider.ts).
 */
export function toLibraryMetadata(record: ClientRecord): Record<string, unknown> {
  const scope = typeof record.metadata.scope === 'string' ? record.metadata.scope : 'openid';
  const { frontchannel_logout_uri: _page, portico_claims: _mapped, portico_apis: _apis, ...metadata } = record.metadata;
  return {
    ...metadata,
    client_id: record.clientId,
    client_name: record.name,
    response_modes: ['query'],
    scope: apiScopes(scope, false) || 'openid',
    portico_scope: apiScopes(scope, true),
    service_class: record.serviceClass ?? undefined,
    first_party: record.firstParty,
    assigned_only: record.assignedOnly,
    // The library wants one of every client that is to send one; nothing has this hash.
    ...(usesSecret(metadata) && { client_secret: (record.secretHash ?? NO_HASH).toString('base64url') }),
    ...(record.previousSecret && {
      previous_secret: record.previousSecret.hash.toString('base64url'),
      previous_secret_until: record.previousSecret.until.getTime(),
    }),
  };
}
