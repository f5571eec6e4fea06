import type { Context, OauthClient } from 'oidc-provider';
import { paths } from './paths.ts';
import { requestState } from './request-state.ts';

/** Endpoints whose answers are shown to users; the others serve programs. */
const forPeople = new Set(['authorization', 'resume']);

/**
 * Errors that users neither caused nor can fix get one page, with the cause in words for the app's developer and the
 * request ID, under which the server's log has details. Nothing from the request is shown.
 */
export async function renderError(ctx: Context, out: Record<string, unknown>): Promise<void> {
  if (forPeople.has(ctx.oidc.route)) {
    const { requestId } = requestState();
    ctx.status = 303;
    ctx.redirect(`${paths.error}?${new URLSearchParams({ error: causeOf(ctx, out), 'request-id': requestId })}`);
    return;
  }
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = out;
}

/**
 * Unknown and disabled clients and those of suspended tenants get the same answer, because unauthenticated callers see
 * it.
 */
function causeOf(ctx: Context, { error }: Record<string, unknown>): string {
  if (error === 'invalid_client') return 'app_unknown';
  if (error === 'invalid_redirect_uri' || (ctx.oidc.client && !ctx.query.redirect_uri && !ctx.query.request_uri))
    return 'app_redirect_uri';
  return error === 'server_error' ? 'unknown_error' : 'app_request';
}

/** Browsers may call on behalf of public clients only, from an origin of one of their redirect addresses. */
export function isCorsAllowed(_: Context, origin: string, client: OauthClient): boolean {
  return isOriginOf(client, origin);
}

export function isOriginOf(client: Pick<OauthClient, 'clientAuthMethod' | 'redirectUris'>, origin: string): boolean {
  if (client.clientAuthMethod !== 'none' || origin === 'null') return false;
  return client.redirectUris.some((uri) => /^https?:/.test(uri) && URL.parse(uri)?.origin === origin);
}
