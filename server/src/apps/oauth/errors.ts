import type { Context, OauthClient } from 'oidc-provider';
import { paths } from './paths.ts';
import { requestState } from './request-state.ts';

/** At these endpoints a person looks at the answer; the others speak to programs. */
const forPeople = new Set(['authorization', 'resume']);

/**
 * What a person did not cause and cannot mend is one page, with the cause in words for whoever connects the app and the
 * id of the request, by which the server's log says more. Nothing they sent is shown again.
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

/** An unknown client, one that is disabled and one of a suspended tenant are told alike: to strangers too. */
function causeOf(ctx: Context, { error }: Record<string, unknown>): string {
  if (error === 'invalid_client') return 'app_unknown';
  if (error === 'invalid_redirect_uri' || (ctx.oidc.client && !ctx.query.redirect_uri)) return 'app_redirect_uri';
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
