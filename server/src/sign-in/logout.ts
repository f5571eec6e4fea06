import type { Tools } from '../platform/tools.ts';
import { samlLogoutUris } from './ports.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import { endSessions, findSessionOfCookie } from './sessions/sessions.ts';

/**
 * Ends the session of a cookie and everything that depends on it. An invalid cookie is no error: the user is signed
 * out.
 */
export async function signOut(tools: Tools, cookie: SessionCookie | null, now: Date, reason = 'logout'): Promise<void> {
  const session = await findSessionOfCookie(tools.db, cookie, now);
  if (!session) return;
  await tools.db.inTenant(session.tenantId, (tx) =>
    endSessions(tx, { userUuid: session.user_uuid, only: session.session_id }, reason, now),
  );
  tools.principals.forget(session.tenantId, session.user_uuid);
}

/** The front-channel logout URIs of the clients that got tokens from this session, and of SAML service providers. */
export async function logoutUrisOf(tools: Tools, cookie: SessionCookie | null, now: Date): Promise<string[]> {
  const session = await findSessionOfCookie(tools.db, cookie, now);
  if (!session) return [];
  const clients = await tools.db.inTenant(session.tenantId, (tx) =>
    tx
      .selectFrom('oauth_clients')
      .select('metadata')
      .where('client_id', 'in', (query) =>
        query
          .selectFrom('oauth_artifacts')
          .select((eb) => eb.ref('client_id').$notNull().as('client_id'))
          .where('session_id', '=', session.session_id),
      )
      .execute(),
  );
  const own = clients.map(({ metadata }) => metadata.frontchannel_logout_uri).filter((uri) => typeof uri === 'string');
  return [...own, ...(await samlLogoutUris(tools, session, now))];
}
