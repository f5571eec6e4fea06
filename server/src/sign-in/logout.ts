import type { LogoutParty } from '#contract/sign-in/login.ts';
import type { Tools } from '../platform/tools.ts';
import { providerLogout, samlLogoutUris } from './ports.ts';
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

/**
 * Who is told that the session of a cookie ends: apps with tokens from it, SAML service providers, and the identity
 * provider that vouched for it. By a frame of the page, by the browser itself, or in the background by this server.
 */
export async function logoutPartiesOf(tools: Tools, cookie: SessionCookie | null, now: Date): Promise<LogoutParty[]> {
  const session = await findSessionOfCookie(tools.db, cookie, now);
  if (!session) return [];
  const clients = await tools.db.inTenant(session.tenantId, (tx) =>
    tx
      .selectFrom('oauth_clients')
      .select(['name', 'metadata'])
      .where('client_id', 'in', (query) =>
        query
          .selectFrom('oauth_artifacts')
          .select((eb) => eb.ref('client_id').$notNull().as('client_id'))
          .where('session_id', '=', session.session_id),
      )
      .execute(),
  );
  const apps = clients.flatMap(({ name, metadata }): LogoutParty[] => {
    const { frontchannel_logout_uri: uri, backchannel_logout_uri: address } = metadata;
    if (typeof uri === 'string') return [{ name, how: 'frame', uri }];
    return typeof address === 'string' ? [{ name, how: 'background', uri: null }] : [];
  });
  const saml = await samlLogoutUris(tools, session, now);
  const provider = await providerLogout(tools, session, now);
  return [
    ...apps,
    ...saml.map((party) => ({ ...party, how: 'frame' as const })),
    ...(provider ? [{ ...provider, how: 'browser' as const }] : []),
  ];
}
