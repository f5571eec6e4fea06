import { type Context, errors, type OauthClient } from 'oidc-provider';
import { type ApiOfClient, apiAskedFor, type KnownApis } from './known-apis.ts';
import { apiAudience, isOfPortal, life } from './paths.ts';

/** Access tokens for an API: JWTs (RFC 9068), which the API verifies itself. */
const tokensFor = (audience: string, scopes: readonly string[]) => ({
  scope: scopes.join(' '),
  audience,
  accessTokenTTL: life.accessToken,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'ES256' } },
});

const actsAsItself = (ctx: Context) => ctx.oidc.params.grant_type === 'client_credentials';

const SEVERAL = 'name one API by resource';
const NOT_ITS_OWN = 'the app may not use this API';

/**
 * What access tokens are for (RFC 8707): Portico's own API, or an API of the tenant (docs/decisions/0230). A client that
 * acts as itself gets tokens for the latter only, since rights at Portico belong to users.
 */
export function resourceIndicators(publicUrl: string, apis: KnownApis) {
  const ours = apiAudience(publicUrl);
  return {
    enabled: true,
    defaultResource: async (ctx: Context, client: OauthClient, oneOf?: string | string[]) => {
      if (oneOf) return oneOf;
      const held = await apis.ofClient(client.clientId);
      if (actsAsItself(ctx)) return ownApi(held, ctx.oidc.requestParamScopes);
      // Requests for a scope of Portico's API get tokens for that API, even if they also get an ID token.
      if ([...ctx.oidc.requestParamScopes].some(isOfPortal)) return ours;
      const api = apiAskedFor(held, { scopes: [...ctx.oidc.requestParamScopes] });
      if (api === 'ambiguous') throw new errors.InvalidTarget(SEVERAL);
      return api?.audience;
    },
    useGrantedResource: async () => true,
    getResourceServerInfo: async (ctx: Context, resource: string, client: OauthClient) => {
      const { resource: all } = ctx.oidc.params;
      if (Array.isArray(all) && all.length > 1) throw new errors.InvalidTarget(SEVERAL);
      const scope = client.portico_scope ?? '';
      if (resource === ours && scope !== '' && !actsAsItself(ctx)) return tokensFor(ours, scope.split(' '));
      const api = (await apis.ofClient(client.clientId)).find(({ audience }) => audience === resource);
      if (!api) throw new errors.InvalidTarget(NOT_ITS_OWN);
      if (!actsAsItself(ctx)) {
        const names = api.scopes.map(({ name }) => name);
        refuseUnasked(ctx, names);
        return tokensFor(resource, names);
      }
      narrowOwn(ctx, api);
      return tokensFor(resource, api.ownScopes);
    },
  };
}

/**
 * Users consent to scopes of an API. Without one they would not be asked, and an API that looks at the audience alone would
 * take the token. Tokens are asked for by what was asked before.
 */
function refuseUnasked({ oidc }: Context, names: readonly string[]): void {
  if (oidc.route !== 'token' && !names.some((name) => oidc.requestParamScopes.has(name)))
    throw new errors.InvalidScope('ask for a scope of the API');
}

/** The API of a client that acts as itself and names none. */
function ownApi(held: readonly ApiOfClient[], scopes: ReadonlySet<string>): string {
  const able = held.filter(
    ({ ownScopes }) => ownScopes.length > 0 && [...scopes].every((one) => ownScopes.includes(one)),
  );
  if (able.length > 1) throw new errors.InvalidTarget(SEVERAL);
  if (!able[0]) throw new errors.InvalidTarget(NOT_ITS_OWN);
  return able[0].audience;
}

/** A client that acts as itself has the scopes it asks for, all or none; without any, all that are its own. */
function narrowOwn(ctx: Context, { ownScopes }: ApiOfClient): void {
  const { params, requestParamScopes: asked } = ctx.oidc;
  if (ownScopes.length === 0) throw new errors.InvalidTarget(NOT_ITS_OWN);
  if (params.scope === undefined) params.scope = ownScopes.join(' ');
  else if ([...asked].some((scope) => !ownScopes.includes(scope)))
    throw new errors.InvalidScope('requested scope is not allowed');
}
