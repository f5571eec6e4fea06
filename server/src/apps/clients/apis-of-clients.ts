import { sql } from 'kysely';
import type { ApiOfApp } from '#contract/apps/api-values.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { deleteClientArtifacts, updateClient } from './queries.ts';

/**
 * Throws `invalid_params` for APIs and scopes that the tenant does not have. The APIs are held, so that none loses a scope
 * meanwhile.
 */
export async function refuseUnknownApis(tx: Tx, apis: readonly ApiOfApp[]): Promise<void> {
  if (apis.length === 0) return;
  const held = await tx
    .selectFrom('oauth_apis')
    .select(['audience', 'scopes'])
    .where(
      'audience',
      'in',
      apis.map(({ audience }) => audience),
    )
    .orderBy('api_id')
    .forShare()
    .execute();
  for (const [at, { audience, scopes, ownScopes }] of apis.entries()) {
    const known = held.find((api) => api.audience === audience)?.scopes.map(({ name }) => name) ?? [];
    if (known.length === 0 || [...scopes, ...ownScopes].some((scope) => !known.includes(scope)))
      throw fail('invalid_params', { field: `apis.${at}` });
  }
}

/** Whether an app may have less of APIs than before. */
export const isLess = (before: readonly ApiOfApp[], after: readonly ApiOfApp[]): boolean =>
  before.some(({ audience, scopes, ownScopes }) => {
    const now = after.find((api) => api.audience === audience);
    return (
      scopes.some((scope) => !now?.scopes.includes(scope)) || ownScopes.some((scope) => !now?.ownScopes.includes(scope))
    );
  });

/** Those of these clients that prove themselves. */
export async function listConfidential(tx: Tx, clientIds: readonly string[]): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const rows = await tx
    .selectFrom('oauth_clients')
    .select('client_id')
    .where('client_id', 'in', clientIds)
    .where(sql<boolean>`metadata ->> 'token_endpoint_auth_method' <> 'none'`)
    .execute();
  return rows.map(({ client_id }) => client_id);
}

/** Takes from all clients what an API no longer has; the tokens of those that had it end. */
export async function takeApiFromClients(tx: Tx, audience: string, kept: readonly string[], now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('oauth_clients')
    .select(['client_id', 'metadata'])
    .where(sql<boolean>`metadata -> 'portico_apis' @> ${JSON.stringify([{ audience }])}::jsonb`)
    .orderBy('client_id')
    .forUpdate()
    .execute();
  for (const { client_id: clientId, metadata } of rows) {
    const before = metadata.portico_apis as ApiOfApp[];
    const stays = (scope: string) => kept.includes(scope);
    const after = before.flatMap((api) => {
      if (api.audience !== audience) return [api];
      const left = { audience, scopes: api.scopes.filter(stays), ownScopes: api.ownScopes.filter(stays) };
      return left.scopes.length + left.ownScopes.length > 0 ? [left] : [];
    });
    if (!isLess(before, after)) continue;
    await updateClient(tx, clientId, {
      metadata: JSON.stringify({ ...metadata, portico_apis: after }),
      updated_at: now,
    });
    await deleteClientArtifacts(tx, clientId);
  }
}
