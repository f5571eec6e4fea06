import type { ApiOfApp, ApiScope } from '#contract/apps/api-values.ts';
import type { Caches } from '../../platform/db/fresh-cache.ts';
import type { Database } from '../../platform/db/transaction.ts';
import { listApis } from '../apis/apis.ts';
import { type Clients, tenantOfClient } from './clients.ts';

/** An API of a tenant, with what one client may have of it. */
export interface ApiOfClient {
  audience: string;
  name: string;
  /** On behalf of users. */
  scopes: ApiScope[];
  /** As itself. */
  ownScopes: string[];
}

/** The tenants' APIs (docs/decisions/0230). At most half a second old (standards 7). */
export interface KnownApis {
  /** What a client may have, of APIs and scopes that exist. */
  ofClient(clientId: string): Promise<ApiOfClient[]>;
  /** Whether a client may introspect tokens for an audience of its tenant, whoever they were issued to. */
  mayCheck(clientId: string, audience: string): Promise<boolean>;
}

export function createKnownApis(db: Database, caches: Caches, clients: Clients): KnownApis {
  const kept = caches.open({ age: 500, most: 1000, of: ['oauth_apis', 'tenants'] });
  const ofTenant = (tenantId: string) =>
    kept.get(tenantId, '', async () => {
      const rows = await db.inTenant(tenantId, listApis);
      return new Map(rows.map((api) => [api.audience, api]));
    }) as Promise<ReadonlyMap<string, Awaited<ReturnType<typeof listApis>>[number]>>;
  return {
    async ofClient(clientId) {
      const record = await clients.find(clientId);
      const held = (record?.metadata.portico_apis as ApiOfApp[] | undefined) ?? [];
      if (!record || held.length === 0) return [];
      const known = await ofTenant(record.tenantId);
      return held.flatMap(({ audience, scopes, ownScopes }) => {
        const api = known.get(audience);
        if (!api) return [];
        const { name } = api;
        const names = api.scopes.map((scope) => scope.name);
        return [
          {
            ...{ audience, name },
            scopes: api.scopes.filter((scope) => scopes.includes(scope.name)),
            ownScopes: ownScopes.filter((scope) => names.includes(scope)),
          },
        ];
      });
    },
    async mayCheck(clientId, audience) {
      const tenantId = tenantOfClient(clientId);
      return tenantId !== null && ((await ofTenant(tenantId)).get(audience)?.checkingApps.includes(clientId) ?? false);
    },
  };
}

/** A request as far as it tells which API it is for. */
export interface AskedApi {
  scopes: readonly string[];
  /** The audience it names (RFC 8707). */
  resource?: string | undefined;
}

/**
 * The API that a request is for: the one it names, else the only one that has a scope of those it asks for. Null: none of
 * the client's. `ambiguous`: several have.
 */
export function apiAskedFor(
  held: readonly ApiOfClient[],
  { scopes, resource }: AskedApi,
): ApiOfClient | null | 'ambiguous' {
  if (resource !== undefined) return held.find(({ audience }) => audience === resource) ?? null;
  const having = held.filter((api) => api.scopes.some(({ name }) => scopes.includes(name)));
  return having.length > 1 ? 'ambiguous' : (having[0] ?? null);
}

/** The scopes of a request that are those of the API it is for; none where that is not one of the client's. */
export function apiScopesAsked(
  held: readonly ApiOfClient[],
  asked: AskedApi,
): { api: ApiOfClient; scopes: ApiScope[] } | null {
  const api = apiAskedFor(held, asked);
  if (api === null || api === 'ambiguous') return null;
  const scopes = api.scopes.filter(({ name }) => asked.scopes.includes(name));
  return scopes.length > 0 ? { api, scopes } : null;
}
