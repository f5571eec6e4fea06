import { sql } from 'kysely';
import type { MappedClaim } from '#contract/apps/claim-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface AppRow {
  client_id: string;
  name: string;
  client_uri: string | null;
  first_party: boolean;
  claims: MappedClaim[] | null;
  /** Scopes allowed by consent; null without consent. */
  allowed: string[] | null;
  /** OpenID scopes of the valid grants, each as text. */
  granted: string[];
  /** Scopes of the valid grants by audience, each as text. */
  resources: Record<string, string>[];
  since: Date;
  last_used_at: Date | null;
  offline: boolean;
}

/** Clients to which a user has consented or that hold a grant of the user, by name. */
export async function listApps(tx: Tx, userUuid: string, now: Date): Promise<AppRow[]> {
  const answer = await sql<AppRow>`
    with held as (
      select a.client_id, min(to_timestamp((a.payload ->> 'iat')::bigint)) filter (where a.model = 'Grant') as since,
        max(to_timestamp((a.payload ->> 'iat')::bigint)) as last_used_at,
        coalesce(bool_or(a.model = 'RefreshToken' and a.session_id is null and a.consumed_at is null), false) as offline,
        array_agg(distinct coalesce(a.payload #>> '{openid,scope}', '')) filter (where a.model = 'Grant') as granted,
        jsonb_agg(distinct coalesce(a.payload -> 'resources', '{}')) filter (where a.model = 'Grant') as resources
      from oauth_artifacts a
      where a.user_uuid = ${userUuid} and a.client_id is not null and (a.payload ->> 'exp')::bigint > ${seconds(now)}
      group by a.client_id
      having bool_or(a.model = 'Grant'))
    select c.client_id, c.name, c.metadata ->> 'client_uri' as client_uri, c.first_party,
      c.metadata -> 'portico_claims' as claims, k.scopes as allowed,
      coalesce(h.granted, '{}') as granted, coalesce(h.resources, '[]') as resources, least(k.since, h.since) as since, h.last_used_at,
      coalesce(h.offline, false) as offline
    from oauth_clients c
    left join oauth_consents k on k.client_id = c.client_id and k.user_uuid = ${userUuid}
    left join held h on h.client_id = c.client_id
    where k.client_id is not null or h.client_id is not null
    order by lower(c.name), c.client_id`.execute(tx);
  return answer.rows;
}

const seconds = (now: Date) => Math.floor(now.getTime() / 1000);

/** The name of a client; null if there is none. */
export async function findClientName(tx: Tx, clientId: string): Promise<string | null> {
  const row = await tx.selectFrom('oauth_clients').select('name').where('client_id', '=', clientId).executeTakeFirst();
  return row?.name ?? null;
}

/**
 * Deletes the consent, and every code, token and grant a client has of a user. In this order: a concurrent
 * authorization locks the consent, so that what it creates exists by the time of the deletion. True if there was a
 * consent or grant.
 */
export async function endApp(tx: Tx, userUuid: string, clientId: string): Promise<boolean> {
  const consent = await tx
    .deleteFrom('oauth_consents')
    .where('user_uuid', '=', userUuid)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  const artifacts = await tx
    .deleteFrom('oauth_artifacts')
    .where('user_uuid', '=', userUuid)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  return artifacts.numDeletedRows + consent.numDeletedRows > 0n;
}
