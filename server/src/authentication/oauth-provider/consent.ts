import type { OauthClient } from 'oidc-provider';
import { fail } from '#contract/errors.ts';
import type { Caller } from '../../http/session.ts';
import type { Tools } from '../../tools.ts';
import { tenantOfClient } from './clients.ts';
import { keepConsent, scopesToAllow } from './consents.ts';
import { PORTAL_CLIENT } from './paths.ts';
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
 * Only the portal's own page may ask, within a session. Throws `forbidden`, `not_found` (client of another tenant,
 * unknown or disabled; unregistered address).
 */
async function readQuestion({ oauth, caller }: ConsentDesk, query: string): Promise<Question> {
  if (caller.clientId !== PORTAL_CLIENT || caller.sessionId === null) throw fail('forbidden');
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
 * The person's answer. A yes is remembered; a no is not: the page goes on to the authorization endpoint with it. Gives
 * the client's id and the scopes. Throws as `readQuestion`.
 */
export async function answerConsent(desk: ConsentDesk, { query, accept }: { query: string; accept: boolean }) {
  const { client, scopes } = await readQuestion(desk, query);
  const { clientId } = client;
  const { tenantId, uuid: userUuid } = desk.caller;
  if (accept) {
    await desk.tools.db.inTenant(tenantId, (tx) =>
      keepConsent(tx, { tenantId, userUuid, clientId, scopes, now: desk.now }),
    );
  }
  return { clientId, clientName: client.clientName ?? clientId, scopes };
}
