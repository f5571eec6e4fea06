import type { IncomingMessage } from 'node:http';
import type { Context, OauthSession, Provider } from 'oidc-provider';
import { acrToTell } from '#contract/sign-in/acr.ts';
import { amrOf } from '#contract/sign-in/proofs.ts';
import { mustSetUpMfa } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { parseSessionCookie, SESSION_COOKIE, type SessionCookie } from '../../sign-in/sessions/cookie.ts';
import { findSessionOfCookie } from '../../sign-in/sessions/sessions.ts';
import { requestState, type RequestState } from './request-state.ts';
import { acrsAsked } from './step-up.ts';

/** Token times are whole seconds: a token counts as issued at the end of its second. */
export const endOfSecond = (seconds: number) => new Date(seconds * 1000 + 999);

/** The session cookie of a raw request. */
function sessionCookieOf(request: IncomingMessage): SessionCookie | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const pair = pairs.find((candidate) => candidate.startsWith(`${SESSION_COOKIE}=`));
  return parseSessionCookie(pair && decode(pair.slice(SESSION_COOKIE.length + 1)));
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/** The browser's open session, if its user may still be signed in; else null. */
export async function findBrowserSession(tools: Tools, cookie: SessionCookie | null): Promise<RequestState['session']> {
  const now = tools.clock();
  const session = await findSessionOfCookie(tools.db, cookie, now);
  if (!session) return null;
  const { tenantId, user_uuid: uuid, session_id: sessionId, login_at: issuedAt } = session;
  const principal = await tools.principals.find({ tenantId, uuid, sessionId, grantHash: null });
  if (!principal || !tools.principals.isGood(principal, { sessionId, issuedAt, device: null }, true, now)) return null;
  return { ...session, principal, limited: mustSetUpMfa(principal) };
}

/** Time of the last proof in whole seconds: `auth_time`. */
const authTime = (session: { proved_at: Date }) => Math.floor(session.proved_at.getTime() / 1000);

/**
 * Replaces the library's session by the browser's Portico session, read at each request: nothing is stored and no
 * cookie is set. So the portal's cookie alone decides who is signed in, and a session ended anywhere ends here
 * immediately.
 */
export function bridgeSessions(provider: Provider, tools: Tools): void {
  const { Session } = provider;
  Session.get = async (ctx: Context) => {
    const state = requestState();
    state.session = await findBrowserSession(tools, sessionCookieOf(ctx.req));
    const session = state.session ? toLibrarySession(ctx, provider, state.session) : Session.instantiate();
    if (state.session) state.tenants.set(state.session.user_uuid, state.session.tenantId);
    ctx.oidc.entity('Session', session);
    return session;
  };
  for (const name of ['save', 'persist', 'destroy']) Session.prototype[name] = async () => {};
}

function toLibrarySession(ctx: Context, provider: Provider, found: NonNullable<RequestState['session']>): OauthSession {
  const session = provider.Session.instantiate({
    uid: found.session_id,
    accountId: found.user_uuid,
    loginTs: authTime(found),
    amr: amrOf(found.proofs),
  });
  // The session ID that clients receive (back-channel logout) is our own.
  Object.defineProperty(session, 'sidFor', { value: () => found.session_id });
  // Which class is told depends on the request, which the library has not read yet.
  Object.defineProperty(session, 'acr', { get: () => acrToTell(found.proofs, acrsAsked(ctx.oidc).values) });
  return session;
}
