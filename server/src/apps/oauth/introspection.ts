import type { FastifyInstance } from 'fastify';
import type { OauthClient } from 'oidc-provider';
import { hashSecret } from '../../platform/crypto/secret.ts';
import type { AccessTokenClaims, KnownAccount, SignInFacts } from '../../platform/http/known-accounts.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { isStillGood } from '../../platform/http/session.ts';
import { ordinaryRoles } from '#contract/roles.ts';
import type { PermittedServices } from '#contract/people/permitted-services.ts';
import { noteUse } from '../../licences/uses/uses.ts';
import type { Tools } from '../../platform/tools.ts';
import { type ApiTokenClaims, createApiTokenVerifier } from './access-token.ts';
import { createArtifactCache } from './artifact-cache.ts';
import { answerJson, authenticateClient, isRefusal, refuse } from './client-authentication.ts';
import type { ClientRecord } from './clients.ts';
import { grantableScopes } from './grants.ts';
import { introspectedClaims, mappedClaimsOf } from './mapped-claims.ts';
import { apiAudience, paths } from './paths.ts';
import type { OauthProvider } from './provider.ts';
import { grantHashOf } from './request-state.ts';
import { toFacts } from './sign-in-facts.ts';
import { tellServices, type Viewer } from './services-claim.ts';

/** Data of a token with a valid signature or row. */
interface Introspected {
  claims: AccessTokenClaims;
  scope: string;
  issuedAt: number;
  expiresAt: number;
  /** Of a token that is a row: the library decides its expiry. */
  row: boolean;
  /**
   * Of a token that is verified once (access-token.ts): its claims are the same object each time, so that the answer
   * can be cached by them.
   */
  kept: boolean;
  audience: string | undefined;
  /** For an API of the tenant. */
  ofApi: boolean;
  refresh: boolean;
}

const inactive = JSON.stringify({ active: false });

/**
 * Introspection (RFC 7662), implemented here because services call it at every request and the library reads five rows
 * for it. Confidential clients only (`mayKnow`); services are told as services-claim.ts allows. Anything unknown, foreign,
 * ended or of a user without access is `{"active": false}`.
 */
export function registerIntrospection(app: FastifyInstance, tools: Tools, oauth: OauthProvider): void {
  const rows = rowFinders(tools);
  const readApiToken = createApiTokenVerifier(tools.config, tools.keyring, tools.clock);
  app.post(paths.introspection, async (request, reply) => {
    const proven = await authenticateClient(tools, oauth, request);
    if (isRefusal(proven)) return refuse(tools, reply, proven);
    if (proven.client.clientAuthMethod === 'none')
      return refuse(tools, reply, { status: 401, error: 'invalid_client', clientId: proven.client.clientId });
    const token = proven.form.get('token');
    if (!token) return refuse(tools, reply, { status: 400, error: 'invalid_request' });
    const found =
      readAtDevice(tools, token) ??
      (token.includes('.') ? await readJwt(tools, token) : await readOpaque(tools, rows, token));
    const ofApi = found || !token.includes('.') ? null : await readApiToken(token);
    const known = found ?? (ofApi?.user ? toIntrospectedOfApi(ofApi, ofApi.user) : null);
    const viewer = viewerOf(proven.client);
    if (known && (await mayKnow(oauth, proven.principal, known, viewer)))
      return answerJson(reply, await describe(tools, oauth, known, viewer));
    if (ofApi?.user === null && (await mayKnowOfApi(oauth, proven.principal, ofApi)))
      return answerJson(reply, await describeClient(tools, oauth, ofApi));
    return answerJson(reply, inactive);
  });
}

/**
 * A client may know of tokens that were issued to it, and of access tokens for an audience that it checks: a token that an
 * app passes on must not open another (docs/decisions/0230). Tokens of users at devices are made for the services.
 */
async function mayKnow(oauth: OauthProvider, caller: Principal, token: Introspected, viewer: Viewer): Promise<boolean> {
  const { tenantId, clientId, device } = token.claims;
  if (caller.tenantId !== tenantId) return false;
  if (device) return viewer.serviceClass !== null;
  if (caller.client === clientId) return true;
  return !token.refresh && token.audience !== undefined && mayCheck(oauth, caller, token.audience);
}

const mayKnowOfApi = async (oauth: OauthProvider, caller: Principal, token: ApiTokenClaims): Promise<boolean> =>
  caller.tenantId === token.tenantId && (caller.client === token.clientId || mayCheck(oauth, caller, token.audience));

const mayCheck = async ({ apis }: OauthProvider, { client }: Principal, audience: string): Promise<boolean> =>
  client !== null && apis.mayCheck(client, audience);

async function readJwt(tools: Tools, token: string): Promise<Introspected | null> {
  const claims = await tools.verifyAccessToken(token);
  return claims && toIntrospected(tools, claims);
}

/** A user's token for an API of the tenant. */
const toIntrospectedOfApi = ({ audience }: ApiTokenClaims, claims: AccessTokenClaims): Introspected => ({
  claims,
  scope: claims.scopes.join(' '),
  ...secondsOf(claims),
  kept: true,
  audience,
  ofApi: true,
  refresh: false,
  row: false,
});

const secondsOf = ({ issuedAt, expiresAt }: { issuedAt: Date; expiresAt: Date }) => ({
  issuedAt: Math.floor(issuedAt.getTime() / 1000),
  expiresAt: Math.floor(expiresAt.getTime() / 1000),
});

/** A token of a client that acts as itself: good while the client is there and may still do that. */
async function describeClient(tools: Tools, oauth: OauthProvider, token: ApiTokenClaims): Promise<string> {
  const { clientId, tenantId, audience } = token;
  const api = (await oauth.apis.ofClient(clientId)).find((one) => one.audience === audience);
  const scopes = token.scopes.filter((scope) => api?.ownScopes.includes(scope));
  if (scopes.length === 0) return inactive;
  const { issuedAt, expiresAt } = secondsOf(token);
  return JSON.stringify({
    active: true,
    iss: tools.config.publicUrl,
    sub: clientId,
    client_id: clientId,
    scope: scopes.join(' '),
    ...boundTo(token),
    aud: audience,
    iat: issuedAt,
    exp: expiresAt,
    tenantId,
  });
}

/** Kind of a token, and the key that it is bound to (RFC 9449 section 6.2): without its proof it must be refused. */
const boundTo = ({ jkt }: { jkt?: string }) =>
  jkt === undefined ? { token_type: 'Bearer' } : { token_type: 'DPoP', cnf: { jkt } };

/** A user's token at a device (docs/decisions/0036): the device presents it to services, which introspect it here. */
function readAtDevice(tools: Tools, token: string): Introspected | null {
  const claims = tools.readPersonToken(token);
  // Parsed anew each time, so that no cached answer can be found by them.
  return claims && { ...toIntrospected(tools, claims), kept: false };
}

const toIntrospected = (tools: Tools, claims: AccessTokenClaims): Introspected => ({
  claims,
  scope: claims.scopes.join(' '),
  ...secondsOf(claims),
  ofApi: false,
  kept: true,
  audience: apiAudience(tools.config.publicUrl),
  refresh: false,
  row: false,
});

const rowFinders = ({ db, caches }: Tools) => ({
  access: createArtifactCache(db, caches, 'AccessToken'),
  refresh: createArtifactCache(db, caches, 'RefreshToken'),
});

async function readOpaque(
  tools: Tools,
  find: ReturnType<typeof rowFinders>,
  token: string,
): Promise<Introspected | null> {
  const idHash = hashSecret(token).toString('base64url');
  const [access, refresh] = await Promise.all([find.access(idHash), find.refresh(idHash)]);
  const row = access ?? refresh;
  if (!row || row.consumed_at) return null;
  const {
    accountId,
    clientId,
    grantId,
    scope = '',
    iat,
    exp,
    bound,
    jkt,
  } = row.payload as Record<string, string & number>;
  if (!accountId || !clientId || !grantId) return null;
  return {
    claims: {
      tenantId: row.tenant_id,
      uuid: accountId,
      sessionId: bound ?? null,
      grantHash: grantHashOf(grantId).toString('base64url'),
      clientId,
      scopes: scope.split(' '),
      device: null,
      // Signing out everywhere deletes the rows of tokens: a token that was found was not signed out.
      issuedAt: tools.clock(),
      expiresAt: new Date(Number(exp) * 1000),
      facts: access ? ((row.payload.extra ?? {}) as SignInFacts) : toFacts(row.payload),
      ...(jkt !== undefined && { jkt }),
    },
    scope,
    issuedAt: Number(iat),
    expiresAt: Number(exp),
    kept: false,
    audience: undefined,
    ofApi: false,
    refresh: !access,
    row: true,
  };
}

const viewerOf = (client: OauthClient): Viewer => ({ serviceClass: client.service_class ?? null });

interface Said {
  principal: KnownAccount;
  services: PermittedServices | null;
  mapped: Record<string, unknown>;
  scope: string;
  json: string;
}

/** The last answer for a token, by its claims: reused while the state of its user is the same. */
const said = new WeakMap<AccessTokenClaims, Said>();

/** The answer, if the user and the session behind the token are still valid. */
async function describe(tools: Tools, oauth: OauthProvider, token: Introspected, viewer: Viewer): Promise<string> {
  const { claims, scope } = token;
  if (token.row && token.expiresAt * 1000 <= Date.now()) return inactive;
  const principal = await tools.principals.find(claims, claims.key);
  if (!isStillGood(tools, principal, claims, tools.clock())) return inactive;
  const stillHas = await scopesLeft(oauth, token, principal);
  // What an app may no longer ask of an API, its tokens do not open.
  if (token.ofApi && stillHas === '') return inactive;
  const { tenantId, uuid, device } = claims;
  const { services, ofDevice } = await tellServices(tools, viewer, { tenantId, uuid, scope, device }, principal);
  // Introspection by a service counts as use of that service.
  if (services && viewer.serviceClass !== null) noteUse(tools, claims, services);
  const mapped = await mappedOf(tools, oauth, claims, principal);
  const before = token.kept && said.get(claims);
  const isSame = before && before.principal === principal && before.services === services && before.mapped === mapped;
  if (isSame && before.scope === stillHas) return before.json;
  const json = JSON.stringify({
    ...mapped,
    ...toAnswer(tools, token, principal, stillHas),
    ...(services && { permittedServices: services }),
    ...(ofDevice && { devicePermittedServices: ofDevice }),
  });
  if (token.kept) said.set(claims, { principal, services, mapped, scope: stillHas, json });
  return json;
}

/** Mapped claims by the state of their user, which is read anew twice a second, and by client. */
const mappedBy = new WeakMap<KnownAccount, Map<ClientRecord, Promise<Record<string, unknown>>>>();
const none = {};

/** The claims that the client of a token has in access tokens. */
async function mappedOf(
  tools: Tools,
  oauth: OauthProvider,
  { clientId, uuid, tenantId }: AccessTokenClaims,
  principal: KnownAccount,
): Promise<Record<string, unknown>> {
  const client = await oauth.clients.find(clientId);
  if (!client || client.tenantId !== tenantId || mappedClaimsOf(client).length === 0) return none;
  const known = mappedBy.get(principal) ?? new Map();
  mappedBy.set(principal, known);
  const found = known.get(client) ?? introspectedClaims(tools, client, { uuid });
  known.set(client, found);
  return found;
}

/** The scopes of a token that its user's roles, or its client's rights at an API, still allow. */
async function scopesLeft(oauth: OauthProvider, token: Introspected, { grants }: KnownAccount): Promise<string> {
  const { scope, audience, claims } = token;
  if (!token.ofApi) return grantableScopes(scope.split(' '), grants).join(' ');
  const api = (await oauth.apis.ofClient(claims.clientId)).find((one) => one.audience === audience);
  const names = api?.scopes.map(({ name }) => name);
  return claims.scopes.filter((one) => names?.includes(one)).join(' ');
}

function toAnswer(tools: Tools, token: Introspected, principal: KnownAccount, scope: string): object {
  const { tenantId, uuid, clientId, device } = token.claims;
  return {
    active: true,
    iss: tools.config.publicUrl,
    sub: uuid,
    client_id: clientId,
    scope,
    ...token.claims.facts,
    ...(token.refresh ? {} : boundTo(token.claims)),
    ...(token.audience ? { aud: token.audience } : {}),
    iat: token.issuedAt,
    exp: token.expiresAt,
    username: principal.user_id,
    tenantId,
    // A card at a device never gives administrator rights, in services either.
    roles: device ? ordinaryRoles : principal.roles,
    ...(device && { deviceId: device.deviceId }),
  };
}
