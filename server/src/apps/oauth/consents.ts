import type { Admission, HeldConsent } from './request-state.ts';
import type { ApiScope } from '#contract/apps/api-values.ts';
import type { SharedKind } from '#contract/apps/claim-values.ts';
import type { RoleGrant } from '#contract/roles.ts';
import { sql } from 'kysely';
import type { OauthClient } from 'oidc-provider';
import { send } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { grantableScopes } from './grants.ts';
import { consentedAs } from '../apis/apis.ts';
import type { ApiOfClient } from './known-apis.ts';

/** A request's scopes, with what its client is registered for. */
interface Asked {
  scopes: readonly string[];
  /** `prompt` of the request: without `consent` in it, OpenID Connect Core section 11 excludes `offline_access`. */
  prompts: readonly string[];
  client: Pick<OauthClient, 'scope' | 'portico_scope' | 'grantTypeAllowed'>;
  grants: readonly RoleGrant[];
  /** What it asks of an API of the tenant (known-apis.ts). */
  api: { api: ApiOfClient; scopes: ApiScope[] } | null;
  /** What it gets by its mapped claims. */
  shares: readonly SharedKind[];
}

const words = (text: string | undefined) => (text ?? '').split(' ').filter((word) => word !== '');

/**
 * The scopes of a request that the user must allow: those the client is registered for and the user's rights include, in
 * the requested order, then those of an API of the tenant, with their audience, and what
 * is shared by claims (docs/decisions/0232). Used for the check, the page and the answer, so that none allows more than the page shows.
 */
export function scopesToAllow({ scopes, prompts, client, grants, api, shares }: Asked): string[] {
  const known = new Set([...words(client.scope), ...words(client.portico_scope)]);
  const stays = prompts.includes('consent') && client.grantTypeAllowed('refresh_token');
  const asked = [...new Set(scopes)].filter((scope) => known.has(scope) && (scope !== 'offline_access' || stays));
  const ofApi = api?.scopes.map(({ name }) => consentedAs(api.api.audience, name)) ?? [];
  return [...grantableScopes(asked, grants), ...ofApi, ...shares.map((kind) => `#${kind}`)];
}

/** Of what would be allowed what the user has read; a page of before does not say. */
export const allowedAsRead = (scopes: readonly string[], shares: readonly SharedKind[] | undefined): string[] =>
  scopes.filter((scope) => !scope.startsWith('#') || !shares || shares.some((kind) => scope === `#${kind}`));

/** One question for consent and assignment. */
export async function findAdmission(tx: Tx, userUuid: string, clientId: string): Promise<Admission> {
  const { rows } = await sql<Admission>`
    select coalesce(k.scopes, '{}') as scopes, k.answered_at, may_use_app(current_tenant(), asked.client, asked.person) as assigned
    from (select ${clientId}::text as client, ${userUuid}::uuid as person) asked
    left join oauth_consents k on k.client_id = asked.client and k.user_uuid = asked.person`.execute(tx);
  return rows[0] as Admission;
}

/** What a user has allowed an app, as `scopesToAllow` names it; nothing without a consent. */
export async function findAllowed(tx: Tx, userUuid: string, clientId: string): Promise<string[]> {
  const consent = tx
    .selectFrom('oauth_consents')
    .select('scopes')
    .where('user_uuid', '=', userUuid)
    .where('client_id', '=', clientId);
  return (await consent.executeTakeFirst())?.scopes ?? [];
}

/**
 * Locks the user row first, then what depends on it: the same order as deletion, because any other order could
 * deadlock.
 */
const holdPerson = (tx: Tx, uuid: string): Promise<void> =>
  send(tx, tx.selectFrom('users').select('uuid').where('uuid', '=', uuid).forKeyShare());

/**
 * Whether the user has allowed an app these scopes. Holds until the transaction ends: revoking the consent waits for
 * it, and then deletes what was created under it.
 */
export async function holdConsent(tx: Tx, { userUuid, clientId, scopes }: HeldConsent): Promise<boolean> {
  await holdPerson(tx, userUuid);
  const { rows } = await sql`
    select from oauth_consents
    where user_uuid = ${userUuid} and client_id = ${clientId} and scopes @> ${scopes}::text[]
    for key share`.execute(tx);
  return rows.length > 0;
}

/** Stores that the user has allowed an app these scopes, in addition to earlier ones. */
export async function keepConsent(
  tx: Tx,
  consent: { tenantId: string; userUuid: string; clientId: string; scopes: string[]; now: Date },
): Promise<void> {
  const { tenantId, userUuid, clientId, scopes, now } = consent;
  await holdPerson(tx, userUuid);
  await tx
    .insertInto('oauth_consents')
    .values({ tenant_id: tenantId, user_uuid: userUuid, client_id: clientId, scopes, since: now, answered_at: now })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_uuid', 'client_id']).doUpdateSet({
        scopes: sql`array(select distinct unnest(oauth_consents.scopes || excluded.scopes) order by 1)`,
        answered_at: now,
      }),
    )
    .execute();
}
