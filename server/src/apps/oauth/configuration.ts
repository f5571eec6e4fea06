import type { Artifact, Context, OauthClient } from 'oidc-provider';
import { clientAuthMethods } from '#contract/apps/client-addresses.ts';
import { acrValues } from '#contract/sign-in/acr.ts';
import { deriveKey } from '../../platform/crypto/derived-key.ts';
import { proofAlgorithms } from '../../platform/http/dpop.ts';
import type { Tools } from '../../platform/tools.ts';
import { findAccount } from './accounts.ts';
import { assertionAlgorithms, createKeyFetch, limitAssertion } from './client-assertions.ts';
import { scopeClaims } from './claims.ts';
import { reduceClaims } from './claims-parameter.ts';
import { type Clients, portalClient, tenantOfClient, toLibraryMetadata } from './clients.ts';
import { withoutHiddenGrant } from './device-toggle.ts';
import { isCorsAllowed, renderError } from './errors.ts';
import { accessTokenClaims } from './mapped-claims.ts';
import { loadGrant } from './grants.ts';
import type { KnownApis } from './known-apis.ts';
import { createMoments } from './moments.ts';
import { signInFacts } from './sign-in-facts.ts';
import { life, openidScopes, paths } from './paths.ts';
import { createPolicy, interactionAddress } from './policy.ts';
import type { PollPace } from './poll-pace.ts';
import { keepPushed } from './pushed.ts';
import { grantHashOf, requestState } from './request-state.ts';
import { resourceIndicators } from './resources.ts';
import { accessTokenClaim } from './services-claim.ts';
import type { toLibraryKeys } from './signing.ts';
import { createStore, nothingKept, refreshLife } from './store.ts';

/** Models of the library that are not stored: sessions are Portico's own, interactions travel in the URL. */
const notKept = new Set(['Session', 'Interaction', 'ReplayDetection']);

export interface ProviderParts {
  tools: Tools;
  clients: Clients;
  apis: KnownApis;
  pace: PollPace;
  keys: ReturnType<typeof toLibraryKeys>;
}

/** The library's whole configuration (docs/decisions/0010). Every lifetime is set; unused features are off. */
export function providerConfiguration({ tools, clients, apis, pace, keys }: ProviderParts): Record<string, unknown> {
  const { config } = tools;
  const moments = createMoments(tools);
  return {
    adapter: adapters(tools, clients, pace),
    clients: [portalClient(config)],
    clientAuthMethods: [...clientAuthMethods],
    enabledJWA: { clientAuthSigningAlgValues: assertionAlgorithms, dPoPSigningAlgValues: proofAlgorithms },
    assertJwtClientAuthClaimsAndHeader: limitAssertion,
    clientDefaults: {
      grant_types: ['authorization_code'],
      response_types: ['code'],
      id_token_signed_response_alg: 'ES256',
      token_endpoint_auth_method: 'client_secret_basic',
    },
    extraClientMetadata: {
      properties: [
        'portico_scope',
        'portico_pkce',
        'portico_mfa',
        'service_class',
        'first_party',
        'assigned_only',
        'previous_secret',
        'previous_secret_until',
      ],
    },
    jwks: { keys },
    acrValues: [...acrValues],
    claims: { sid: null, auth_time: null, iss: null, ...asLists(scopeClaims) },
    scopes: [...openidScopes],
    responseTypes: ['code'],
    acceptQueryParamAccessTokens: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    clockTolerance: 5,
    pkce: { required: needsPkce },
    rotateRefreshToken: true,
    // Clients with the refresh grant get a refresh token; without offline_access it ends with the session.
    issueRefreshToken: async (_: Context, client: OauthClient) => client.grantTypeAllowed('refresh_token'),
    // The store binds tokens to Portico's session (`bound`), so that the library need not.
    expiresWithSession: async () => false,
    loadExistingGrant: loadGrant,
    findAccount: (_: Context, sub: string, token?: Artifact) => findAccount({ tools, clients }, sub, token),
    revokeGrantPolicy: () => true,
    extraTokenClaims: (ctx: Context, token: Artifact) => signInFacts(ctx, token),
    interactions: {
      policy: createPolicy(tools, clients, apis, moments),
      url: async (ctx: Context, interaction: { prompt: { name: string; reasons: string[] } }) => {
        await keepPushed(ctx);
        return interactionAddress(ctx, interaction, tools.clock(), moments);
      },
    },
    renderError,
    // For the keys of clients alone: relying parties are notified through `deliver/`.
    fetch: createKeyFetch(tools),
    clientBasedCORS: isCorsAllowed,
    cookies: { keys: [] },
    routes: endpoints,
    ttl: lifeTimes(),
    formats: { bitsOfOpaqueRandomness: 256, customizers: { jwt: apiTokenClaims(tools, clients) } },
    features: features(tools, apis),
  };
}

/** The library's adapters by model. */
function adapters(tools: Tools, clients: Clients, pace: PollPace) {
  const findClient = {
    ...nothingKept,
    find: async (id: string) => {
      const record = await clients.find(id);
      return record ? toLibraryMetadata(await withoutHiddenGrant(tools, record)) : undefined;
    },
  };
  return (model: string) => {
    if (model === 'Client') return findClient;
    return notKept.has(model) ? nothingKept : createStore(tools, model, pace);
  };
}

/**
 * Always, unless the administrators excuse a confidential client, which then sends a nonce in each request: the ID token
 * tells it that a code was not slipped in (RFC 9700 section 2.1.1).
 */
function needsPkce({ oidc }: Context, client: OauthClient): boolean {
  const hasNonce = Boolean(oidc.params.nonce) && oidc.requestParamScopes.has('openid');
  return client.portico_pkce !== 'nonce' || client.clientAuthMethod === 'none' || !hasNonce;
}

/** The endpoints under the library's names. */
const endpoints = {
  authorization: paths.authorization,
  token: paths.token,
  userinfo: paths.userinfo,
  jwks: paths.jwks,
  revocation: paths.revocation,
  introspection: paths.introspection,
  device_authorization: paths.deviceAuthorization,
  pushed_authorization_request: paths.pushedAuthorization,
  code_verification: paths.deviceVerification,
  end_session: paths.endSession,
};

const asLists = (claims: Record<string, readonly string[]>) =>
  Object.fromEntries(Object.entries(claims).map(([scope, names]) => [scope, [...names]]));

function lifeTimes() {
  return {
    AccessToken: life.accessToken,
    AuthorizationCode: life.authorizationCode,
    ClientCredentials: life.accessToken,
    DeviceCode: life.deviceCode,
    Grant: life.grant,
    IdToken: life.idToken,
    Interaction: 3600,
    Session: life.grant,
    RefreshToken: (_: Context, token: Artifact) => refreshLife(token.totalLifetime()),
  };
}

/** Features that are on and, so that a new version of the library cannot enable them, those that are off. */
function features({ config, masterKey, clock }: Tools, apis: KnownApis) {
  const off = { enabled: false };
  return {
    devInteractions: off,
    dPoP: { enabled: true, nonceSecret: deriveKey(masterKey, 'dpop-nonce').export() },
    claimsParameter: { enabled: true, assertClaimsParameter: reduceClaims },
    clientCredentials: { enabled: true },
    ciba: off,
    registration: off,
    requestObjects: off,
    jwtResponseModes: off,
    // Version of the library's feature for which signing.ts is written; it refuses to start with another one.
    externalSigningSupport: { enabled: true, ack: 'experimental-01' },
    pushedAuthorizationRequests: { enabled: true },
    userinfo: { enabled: true },
    introspection: { enabled: true },
    revocation: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    backchannelLogout: { enabled: true },
    deviceFlow: {
      enabled: true,
      charset: 'base-20',
      mask: '****-****',
      // With when, for its own times are whole seconds.
      deviceInfo: () => ({
        address: requestState().address,
        userAgent: requestState().userAgent,
        at: clock().getTime(),
      }),
    },
    resourceIndicators: resourceIndicators(config.publicUrl, apis),
  };
}

/**
 * Claims of an access token besides RFC 9068: tenant, session, token family and, for a service's client, whether the user
 * may use that service. Times come from the server's clock, which later validates them.
 */
function apiTokenClaims(tools: Tools, clients: Clients) {
  return async (ctx: Context, token: Artifact, { payload }: { payload: Record<string, unknown> }): Promise<void> => {
    const state = requestState();
    const now = Math.floor(tools.clock().getTime() / 1000);
    payload.iat = now;
    payload.exp = now + life.accessToken;
    // A client that acts as itself: there is no user, and no grant.
    if (token.kind === 'ClientCredentials') {
      payload.tenantId = tenantOfClient(token.clientId);
      return;
    }
    const tenantId = state.tenants.get(token.accountId);
    const sessionId = state.bindings.get(token.grantId);
    payload.tenantId = tenantId;
    if (sessionId) payload.sid = sessionId;
    payload.grant = grantHashOf(token.grantId).toString('base64url');
    const viewer = { serviceClass: ctx.oidc.client.service_class ?? null };
    const client = tenantId ? await clients.find(token.clientId) : null;
    const user = { uuid: token.accountId };
    const services = tenantId ? await accessTokenClaim(tools, viewer, { tenantId, ...user }) : {};
    const mapped = client ? await accessTokenClaims(tools, client, user, services) : {};
    // What the provider says itself comes last.
    Object.assign(payload, { ...mapped, ...payload }, services);
  };
}
