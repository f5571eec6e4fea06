import type { OauthClient } from 'oidc-provider';
import type { Tools } from '../../tools.ts';
import { signOut } from '../login/logout.ts';
import type { SessionCookie } from '../sessions/cookie.ts';
import { findBrowserSession } from './bridge.ts';
import { oauthProviderOf } from './provider.ts';

/** Ends the session of a cookie with all that hangs on it, and tells the clients that it gave tokens to. */
export async function signOutAndTell(tools: Tools, cookie: SessionCookie | null, now: Date): Promise<void> {
  const session = await findBrowserSession(tools, cookie);
  const clients = session ? await clientsToTell(tools, session) : [];
  await signOut(tools, cookie, now);
  for (const client of clients) {
    client.backchannelLogout(session?.user_uuid ?? '', session?.session_id ?? '').catch((error) => {
      tools.log.warn({ err: error, clientId: client.clientId }, 'back-channel logout');
    });
  }
}

/**
 * The clients that want a logout token (OpenID Connect Back-Channel Logout). Asked before the session ends, told after:
 * nobody waits for it. The library signs and sends, in at most 2.5 seconds each, and to no address of the machine's own
 * network: its dispatcher looks at the address that was really connected to.
 */
async function clientsToTell(
  tools: Tools,
  session: { tenantId: string; user_uuid: string; session_id: string },
): Promise<OauthClient[]> {
  const rows = await tools.db.inTenant(session.tenantId, (tx) =>
    tx
      .selectFrom('oauth_artifacts')
      .select('client_id')
      .distinct()
      .where('user_uuid', '=', session.user_uuid)
      .where('model', '=', 'Grant')
      .where('session_id', '=', session.session_id)
      .execute(),
  );
  const { Client } = oauthProviderOf(tools).current();
  const found = await Promise.all(rows.map(({ client_id }) => (client_id ? Client.find(client_id) : undefined)));
  return found.filter((client): client is OauthClient => Boolean(client?.backchannelLogoutUri));
}
