import type { OauthClient } from 'oidc-provider';
import { fail } from '#contract/errors.ts';
import type { Changes } from '../../platform/audit/operation-log.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { tenantOfClient } from './clients.ts';
import { keepConsent, scopesToAllow } from './consents.ts';
import type { OauthProvider } from './provider.ts';

/** The parts the consent page is answered with. */
export interface ConsentDesk {
  tools: Tools;
  oauth: OauthProvider;
  caller: Caller;
  now: Date;
}

interface Question {
  client: OauthClient;
  redirectUri: string;
  scopes: string[];
}

/**
 * The authorization request that a person is to answer, read from its query as the authorization endpoint reads it.
 * Only the portal's own page asks, within a session: the routes say so. Throws `not_found` (client of another tenant,
 * unknown or disabled; unregistered address).
 */
async function readQuestion({ oauth, caller }: ConsentDesk, query: string): Promise<Question> {
  const asked = new URLSearchParams(query);
  const names = [...asked.keys()];
  const clientId = asked.get('client_id') ?? '';
  const redirectUri = asked.get('redirect_uri') ?? '';
  if (new Set(names).size !== names.length || tenantOfClient(clientId) !== caller.tenantId) throw fail('not_found');
  const client = await oauth.current().Client.find(clientId);
  if (!client?.redirectUriAllowed(redirectUri)) throw fail('not_found');
  const list = (name: string) => (asked.get(name) ?? '').split(' ').filter((word) => word !== '');
  const scopes = scopesToAllow({ scopes: list('scope'), prompts: list('prompt'), client, roles: caller.roles });
  return { client, redirectUri, scopes };
}

/** The host of an address of the web; null for an application's own scheme. */
const hostOf = (uri: string | undefined): string | null =>
  uri && /^https?:/.test(uri) ? (URL.parse(uri)?.host ?? null) : null;

/** Who asks, and for what. Throws as `readQuestion`. */
export async function describeConsent(desk: ConsentDesk, query: string) {
  const { client, redirectUri, scopes } = await readQuestion(desk, query);
  return {
    clientId: client.clientId,
    clientName: client.clientName ?? client.clientId,
    homepage: hostOf(client.clientUri),
    returnsTo: hostOf(redirectUri),
    scopes,
  };
}

/**
 * The person's answer. A yes is remembered; a no is not: the page goes on to the authorization endpoint with it. Either is
 * told to `audit` in the one transaction. Throws as `readQuestion`.
 */
export async function answerConsent(
  desk: ConsentDesk,
  { query, accept }: { query: string; accept: boolean },
  audit: (tx: Tx, clientId: string, changes: Changes) => Promise<void>,
): Promise<void> {
  const { client, scopes } = await readQuestion(desk, query);
  const { clientId } = client;
  const { tenantId, uuid: userUuid } = desk.caller;
  const changes = {
    name: { after: client.clientName ?? clientId },
    accepted: { after: accept },
    scopes: { after: scopes.join(' ') },
  };
  await desk.tools.db.inTenant(tenantId, async (tx) => {
    if (accept) await keepConsent(tx, { tenantId, userUuid, clientId, scopes, now: desk.now });
    await audit(tx, clientId, changes);
  });
}
