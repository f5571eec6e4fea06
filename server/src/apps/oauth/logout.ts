import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OauthClient } from 'oidc-provider';
import type { Tools } from '../../platform/tools.ts';
import { signOut } from '../../sign-in/logout.ts';
import { clearSessionCookie, readSessionCookie } from '../../sign-in/sessions/cookie.ts';
import { findBrowserSession } from './bridge.ts';
import { paths } from './paths.ts';
import type { OauthProvider } from './provider.ts';
import { noteRefusal } from './refusals.ts';

/**
 * RP-initiated logout, implemented here with the library's checks, because the library's version needs a page and a
 * session that Portico does not have. With an ID token of the signed-in user it ends that session and its tokens;
 * without one, or with another user's, the user is asked on the sign-out page (`logout=false`), so that foreign pages
 * cannot sign users out. Redirects only to registered addresses.
 */
export function registerLogout(app: FastifyInstance, tools: Tools, oauth: OauthProvider): void {
  const endSession = async (request: FastifyRequest, form: URLSearchParams, reply: FastifyReply) => {
    const asked = await readRequest(oauth, form);
    if ('error' in asked) {
      await noteRefusal(tools, request, asked.refusal);
      return redirect(reply, `${paths.error}?${new URLSearchParams({ error: asked.error, 'request-id': request.id })}`);
    }
    const cookie = readSessionCookie(request);
    const session = await findBrowserSession(tools, cookie);
    if (session && !isHintOf(asked.hint, session)) return redirect(reply, askFirst(form, asked.back));
    if (session) await signOut(tools, cookie, tools.clock());
    clearSessionCookie(reply);
    return redirect(reply, asked.back ?? paths.logout);
  };
  app.get(paths.endSession, { exposeHeadRoute: false }, (request, reply) =>
    endSession(request, new URLSearchParams(request.url.split('?').slice(1).join('?')), reply),
  );
  app.post(paths.endSession, (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    // Redirected as GET, as at the authorization endpoint, so that the browser adds its cookie. A hint too long for a
    // URL is dropped: the user is asked.
    if (String(form).length > 6000) form.delete('id_token_hint');
    return redirect(reply, `${paths.endSession}?${form}`);
  });
}

const redirect = (reply: FastifyReply, to: string) => reply.header('cache-control', 'no-store').redirect(to, 303);

/** The confirmation page, with the return address, which is checked again when the user comes back signed out. */
function askFirst(form: URLSearchParams, back: string | null): string {
  const query = new URLSearchParams({ logout: 'false' });
  if (back !== null) {
    const again = new URLSearchParams();
    for (const name of ['client_id', 'post_logout_redirect_uri', 'state']) {
      const value = form.get(name);
      if (value !== null) again.set(name, value);
    }
    const hint = form.get('id_token_hint');
    if (hint && !again.has('client_id')) again.set('client_id', audienceOf(hint) ?? '');
    query.set('url', `${paths.endSession}?${again}`);
  }
  return `${paths.logout}?${query}`;
}

interface Hint {
  sub: string;
  sid?: string;
}

interface LogoutRequest {
  hint: Hint | null;
  back: string | null;
}

/** A hint is valid only for the signed-in user, and for this session if it names one. */
function isHintOf(hint: Hint | null, session: { user_uuid: string; session_id: string }): boolean {
  return hint?.sub === session.user_uuid && (hint.sid === undefined || hint.sid === session.session_id);
}

/** Reason for refusing a request: for the page, and for the log. */
interface RefusedLogout {
  error: 'app_request' | 'app_unknown' | 'app_redirect_uri';
  refusal: { errorId: string; reason: string; clientId?: string | null };
}

/** Refuses duplicate fields, an unknown client and an unregistered address. */
async function readRequest(oauth: OauthProvider, form: URLSearchParams): Promise<LogoutRequest | RefusedLogout> {
  const names = [...form.keys()];
  const token = form.get('id_token_hint');
  const clientId = token ? audienceOf(token) : form.get('client_id');
  const otherClient = token !== null && form.get('client_id') !== null && form.get('client_id') !== clientId;
  if (new Set(names).size !== names.length || otherClient) {
    const reason = otherClient ? 'the hint is of another client' : 'a parameter is given twice';
    return { error: 'app_request', refusal: { errorId: 'invalid_request', reason, clientId } };
  }
  const client = clientId ? await oauth.current().Client.find(clientId) : undefined;
  if (clientId && !client)
    return { error: 'app_unknown', refusal: { errorId: 'invalid_client', reason: 'the client is unknown', clientId } };
  const back = form.get('post_logout_redirect_uri');
  if (back && client && !client.postLogoutRedirectUriAllowed(back)) {
    const reason = 'the address to go back to is not registered';
    return { error: 'app_redirect_uri', refusal: { errorId: 'invalid_redirect_uri', reason, clientId } };
  }
  const hint = token && client ? await readHint(oauth, token, client) : null;
  return { hint, back: back && client ? withState(back, form.get('state')) : null };
}

/** The unverified `aud` of a token: it only selects whose keys and addresses to check. */
function audienceOf(token: string): string | null {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims?.aud === 'string' ? claims.aud : null;
  } catch {
    return null;
  }
}

/** An expired ID token is a valid hint (OpenID Connect RP-Initiated Logout section 4); a forged one is not. */
async function readHint(oauth: OauthProvider, token: string, client: OauthClient): Promise<Hint | null> {
  try {
    const { payload } = await oauth.current().IdToken.validate(token, client);
    return { sub: payload.sub, ...(typeof payload.sid === 'string' ? { sid: payload.sid } : {}) };
  } catch {
    return null;
  }
}

function withState(address: string, state: string | null): string {
  if (state === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ state })}`;
}
