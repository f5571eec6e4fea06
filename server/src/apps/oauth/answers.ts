import type { Context } from 'oidc-provider';
import { offeredLanguages } from '#contract/languages.ts';
import { isDiscovery } from './device-toggle.ts';
import { life, paths } from './paths.ts';

/** Clients fetch these at every start, some at every sign-in; keys are announced for longer before they sign. */
const KEPT_S = 300;

/** Completes the library's answers and corrects its discovery document. */
export function completeAnswer(ctx: Context): void {
  if (ctx.path === paths.authorization) refuseResponseType(ctx);
  const body = ctx.body as Record<string, unknown> | undefined;
  if (!body || ctx.status !== 200) return;
  if (isDiscovery(ctx) || ctx.path === paths.jwks) ctx.set('cache-control', `public, max-age=${KEPT_S}`);
  if (isDiscovery(ctx)) {
    const scopes = body.scopes_supported as string[];
    const methods = body.token_endpoint_auth_methods_supported as string[];
    ctx.body = {
      ...body,
      scopes_supported: [...scopes, 'portal:user:admin', 'portal:powerUser:admin'],
      response_modes_supported: ['query'],
      prompt_values_supported: ['none', 'login', 'consent', 'select_account'],
      ui_locales_supported: offeredLanguages,
      // Only clients that can authenticate may introspect.
      introspection_endpoint_auth_methods_supported: methods.filter((method) => method !== 'none'),
      revocation_endpoint_auth_methods_supported: methods,
    };
  } else if (ctx.path === paths.deviceAuthorization) {
    ctx.body = { ...body, interval: life.devicePollInterval };
  }
}

/**
 * Any response type but `code` is `unsupported_response_type` in the query (RFC 6749 section 4.1.2.1). The library
 * checks the response mode first and reports that instead. Changes only redirects to a registered address.
 */
function refuseResponseType(ctx: Context): void {
  const { response_type: asked, redirect_uri: uri, state } = ctx.query;
  const location = ctx.response.get('location');
  if (asked === 'code' || typeof uri !== 'string' || !location.startsWith(uri)) return;
  const told = new URLSearchParams(location.slice(uri.length + 1));
  if (told.get('error') !== 'invalid_request') return;
  const query = new URLSearchParams({
    error: 'unsupported_response_type',
    error_description: 'the only response type is code',
    ...(typeof state === 'string' && { state }),
    iss: told.get('iss') ?? ctx.oidc.provider.issuer,
  });
  ctx.redirect(`${uri}${uri.includes('?') ? '&' : '?'}${query}`);
  ctx.status = 303;
}
