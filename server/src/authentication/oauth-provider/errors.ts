import type { Context, OauthClient } from 'oidc-provider';
import { paths } from './paths.ts';

/** At these endpoints a person looks at the answer; the others speak to programs. */
const forPeople = new Set(['authorization', 'resume']);

/** What a person did not cause and cannot mend is one page; nothing they sent is shown again. */
export async function renderError(ctx: Context, out: Record<string, unknown>): Promise<void> {
  if (forPeople.has(ctx.oidc.route)) {
    ctx.status = 303;
    ctx.redirect(`${paths.error}?error=unknown_error`);
    return;
  }
  ctx.type = 'application/json; charset=utf-8';
  ctx.body = out;
}

/** Browsers may call on behalf of public clients only, from an origin of one of their redirect addresses. */
export function isCorsAllowed(_: Context, origin: string, client: OauthClient): boolean {
  return isOriginOf(client, origin);
}

export function isOriginOf(client: Pick<OauthClient, 'clientAuthMethod' | 'redirectUris'>, origin: string): boolean {
  if (client.clientAuthMethod !== 'none' || origin === 'null') return false;
  return client.redirectUris.some((uri) => /^https?:/.test(uri) && URL.parse(uri)?.origin === origin);
}
