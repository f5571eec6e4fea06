import type { OauthClient } from 'oidc-provider';
import { type SharedKind, sharedKindsOf } from '#contract/apps/claim-values.ts';
import type * as contract from '#contract/apps/oauth-provider.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Changes } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { isAssigned } from '../access/access.ts';
import { claimNames, readClaims, scopesOfClaims } from './claims-parameter.ts';
import { tenantOfClient } from './clients.ts';
import { allowedAsRead, keepConsent, scopesToAllow } from './consents.ts';
import { isNoApiScope } from '../apis/apis.ts';
import { type AskedApi, apiScopesAsked } from './known-apis.ts';
import { mappedClaimsOf } from './mapped-claims.ts';
import { isOfPortal } from './paths.ts';
import type { OauthProvider } from './provider.ts';
import { readParameters } from './pushed.ts';

/** Dependencies of the consent page's answers. */
export interface ConsentDesk {
  tools: Tools;
  oauth: OauthProvider;
  caller: Caller;
  now: Date;
}

interface Question {
  client: OauthClient;
  assigned: boolean;
  redirectUri: string;
  scopes: string[];
  /** What it asks of an API of the tenant. */
  api: ReturnType<typeof apiScopesAsked>;
}

/**
 * The authorization request that awaits the user's answer, parsed from its query as the authorization endpoint does.
 * Only the portal's own page may ask, within a session, which the routes enforce. Throws `not_found` (client of another
 * tenant, unknown or disabled; unregistered address).
 */
async function readQuestion({ tools, oauth, caller }: ConsentDesk, query: string): Promise<Question> {
  const sent = new URLSearchParams(query);
  const names = [...sent.keys()];
  const asked = await readParameters(tools, sent);
  if (!asked) throw fail('not_found');
  const clientId = asked.get('client_id') ?? '';
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (new Set(names).size !== names.length || tenantOfClient(clientId) !== caller.tenantId) throw fail('not_found');
  const client = await oauth.current().Client.find(clientId);
  if (!client?.redirectUriAllowed(redirectUri)) throw fail('not_found');
  const list = (name: string) => (asked.get(name) ?? '').split(' ').filter((word) => word !== '');
  // Empty is as if it were not there, as at the endpoint.
  const resource = asked.get('resource') || undefined;
  const api = await askedOfApi(oauth, clientId, { scopes: list('scope'), resource });
  const claims = scopesOfClaims(claimNames(readClaims(asked.get('claims'), client)));
  const scopes = scopesToAllow({
    api,
    shares: await sharesOf(oauth, client),
    scopes: [...list('scope'), ...claims],
    prompts: list('prompt'),
    client,
    grants: caller.account.grants,
  });
  return { client, assigned: await mayUse(tools, client, caller), redirectUri, scopes, api };
}

/** Whether the caller may use a client of their tenant. */
export const mayUse = async (tools: Tools, client: OauthClient, { tenantId, uuid }: Caller): Promise<boolean> =>
  !client.assigned_only || tools.db.reading(tenantId, (tx) => isAssigned(tx, client.clientId, uuid));

/** What a request asks of an API of the tenant, as the endpoint that takes it decides (resources.ts). */
export async function askedOfApi(
  { apis }: OauthProvider,
  clientId: string,
  asked: AskedApi,
): Promise<ReturnType<typeof apiScopesAsked>> {
  const isForOurs = asked.resource === undefined && asked.scopes.some(isOfPortal);
  return isForOurs ? null : apiScopesAsked(await apis.ofClient(clientId), asked);
}

/** That, as the page shows it. */
export const shownApi = (asked: ReturnType<typeof apiScopesAsked>) =>
  asked && { name: asked.api.name, scopes: asked.scopes.map(({ description }) => description) };

/** Host of a web address; null for an app's custom scheme. */
const hostOf = (uri: string | undefined): string | null =>
  uri && /^https?:/.test(uri) ? (URL.parse(uri)?.host ?? null) : null;

/** What a client gets by its mapped claims, as users read it. */
export async function sharesOf({ clients }: OauthProvider, { clientId }: OauthClient): Promise<SharedKind[]> {
  const record = await clients.find(clientId);
  return record ? sharedKindsOf(mappedClaimsOf(record)) : [];
}

/** The app and the access it asks for. Throws as `readQuestion`. */
export async function describeConsent(desk: ConsentDesk, query: string) {
  const { client, assigned, redirectUri, scopes, api } = await readQuestion(desk, query);
  return {
    clientId: client.clientId,
    clientName: client.clientName ?? client.clientId,
    homepage: hostOf(client.clientUri),
    returnsTo: hostOf(redirectUri),
    scopes: scopes.filter(isNoApiScope),
    api: shownApi(api),
    shares: await sharesOf(desk.oauth, client),
    assigned,
  };
}

/**
 * Stores the user's answer. Approval is stored; denial is not: the page continues to the authorization endpoint with
 * it. Both call `audit` in the same transaction. Throws as `readQuestion`; `forbidden` for approval by who is not assigned.
 */
export async function answerConsent(
  desk: ConsentDesk,
  { query, accept, shares }: BodyOf<typeof contract.answerConsent>,
  audit: (tx: Tx, clientId: string, changes: Changes) => Promise<void>,
): Promise<void> {
  const { client, assigned, scopes: asked } = await readQuestion(desk, query);
  const scopes = allowedAsRead(asked, shares);
  if (accept && !assigned) throw fail('forbidden');
  const { clientId } = client;
  const { tenantId, uuid: userUuid } = desk.caller;
  const changes = {
    name: { after: client.clientName ?? clientId },
    accepted: { after: accept },
    scopes: { after: scopes.filter((scope) => !scope.startsWith('#')).join(' ') },
  };
  await desk.tools.db.inTenant(tenantId, async (tx) => {
    if (accept) await keepConsent(tx, { tenantId, userUuid, clientId, scopes, now: desk.now });
    await audit(tx, clientId, changes);
  });
}
