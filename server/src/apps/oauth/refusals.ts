import type { ErrorId } from '#contract/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Context, Provider } from 'oidc-provider';
import { recordRefused, type Refused } from '../../platform/http/failed-acts.ts';
import { clientInfo } from '../../platform/http/client-info.ts';
import { refusalLine } from '../../platform/http/error-reply.ts';
import { actorOf } from '../../platform/http/known-actor.ts';
import type { Tools } from '../../platform/tools.ts';
import { tenantOfClient } from './clients.ts';
import { DISABLED, keepRefusal, NOT_ASSIGNED, WRONG_ASSERTION } from './kept-refusals.ts';
import { type Actor, PORTAL_CLIENT } from '#contract/principals.ts';
import { paths } from './paths.ts';
import { requestState } from './request-state.ts';

/** The library's error events, by endpoint. */
const events = {
  'authorization.error': paths.authorization,
  'grant.error': paths.token,
  'userinfo.error': paths.userinfo,
  'device_authorization.error': paths.deviceAuthorization,
  'pushed_authorization_request.error': paths.pushedAuthorization,
  'jwks.error': paths.jwks,
  'discovery.error': paths.openidDiscovery,
} as const;

/** Endpoints at which clients authenticate first. */
const provingRoutes = new Set<string>([paths.token, paths.deviceAuthorization, paths.pushedAuthorization]);

/** Expected errors: a pending device, a silent request, a denied consent, a nonce that an app does not have yet. */
const ordinary = new Set([
  'authorization_pending',
  'slow_down',
  'use_dpop_nonce',
  'login_required',
  'interaction_required',
  'consent_required',
  'access_denied',
]);

type Origin = Refused['client'];

interface Refusal {
  method: string;
  route: string;
  errorId: string;
  /** The library's description, which contains nothing of the request. */
  reason?: string | undefined;
  clientId?: string | null | undefined;
  /** The address that it sent to return to; not for the log, since its query may hold what is secret. */
  redirectUri?: unknown;
  /** Whether the client authenticated: then it is the caller, and its tenant the caller's. */
  isProven?: boolean;
}

/** A client ID that may be logged: anything else may be a secret in the wrong field. */
export const nameOfClient = (clientId: string | null | undefined): string | null =>
  clientId && (clientId === PORTAL_CLIENT || tenantOfClient(clientId)) ? clientId : null;

/** Log fields of a client: as claimed and, if it authenticated, as the caller. */
export function clientOfRefusal(claimed: string | null | undefined, isProven = false) {
  const clientId = nameOfClient(claimed);
  const namedTenant = clientId === null ? null : tenantOfClient(clientId);
  const actor = isProven && clientId !== null ? { type: 'client', id: clientId } : null;
  return { tenant: actor && namedTenant, namedTenant, actor, clientId };
}

/** A client as an actor. */
export const clientActor = (clientId: string): Actor => ({ type: 'client', id: clientId, name: `client:${clientId}` });

/**
 * What the log of a tenant says was wrong: `invalid_grant` is a code or a refresh token that was used before, has ended or
 * is another client's.
 */
const shownAs: Readonly<Record<string, ErrorId>> = {
  invalid_grant: 'invalid_token',
  unauthorized_client: 'forbidden',
  invalid_scope: 'forbidden',
  access_denied: 'forbidden',
};

/** The row of what a client that authenticated was refused, in the log of its tenant. Never throws. */
async function recordClientRefusal(
  tools: Tools,
  clientId: string,
  { method, route, errorId, ...from }: Pick<Refusal, 'method' | 'route' | 'errorId'> & Origin,
): Promise<void> {
  const tenantId = tenantOfClient(clientId);
  if (tenantId === null) return;
  const refused = {
    ...({ tenantId, actor: clientActor(clientId), operation: 'update', type: 'oauthClient.refused' } as const),
    ...{ action: `${method} ${route}`, errorId: shownAs[errorId] ?? 'invalid_request' },
    ...{ target: { type: 'oauthClient', id: clientId }, client: from, now: tools.clock() },
  };
  await recordRefused(tools, refused).catch((cause) =>
    tools.log.error({ err: cause }, 'a refused act could not be logged'),
  );
}

/** Logs a refusal of our own endpoints: with the client, if it authenticated, else with the claimed ID. */
export async function noteRefusal(
  tools: Tools,
  request: FastifyRequest,
  { errorId, clientId, reason }: Pick<Refusal, 'errorId' | 'clientId' | 'reason'>,
): Promise<void> {
  const why = reason === undefined ? {} : { reason };
  const proven = actorOf(request)?.type === 'client' ? actorOf(request) : null;
  const client = clientOfRefusal(proven?.id ?? clientId, proven !== null);
  request.log.info({ ...refusalLine(request, errorId), ...client, ...why }, 'request refused');
  const { method, routeOptions } = request;
  const refusal = { method, route: routeOptions.url ?? '', errorId, ...clientInfo(request) };
  keepRefusal(tools, proven?.id ?? clientId, { errorId, reason });
  if (proven) await recordClientRefusal(tools, proven.id, refusal);
}

/** Logs a refusal of the library like every other: who, from where, why; never a secret, token or code. */
export function logRefusal(tools: Tools, { clientId, isProven, reason, redirectUri, ...refusal }: Refusal): void {
  const { address, requestId: reqId, clientRequestId } = requestState();
  const plain = reason && /^[a-z][a-z ,.()_'/-]{0,160}$/i.test(reason) ? { reason } : {};
  const own = { reqId, ...(clientRequestId !== null && { clientRequestId }) };
  tools.log.info({ ...own, ...refusal, ...clientOfRefusal(clientId, isProven), address, ...plain }, 'request refused');
  keepRefusal(tools, clientId, { errorId: refusal.errorId, reason }, redirectUri);
  // The answer does not wait for it: the library tells of an error when it has been answered.
  if (isProven && clientId)
    void recordClientRefusal(tools, clientId, { ...refusal, address, requestId: reqId, clientRequestId });
}

/** Notes that a signed-in user may not use a client, for its administrators and in the log of the tenant. */
export function noteNotAssigned(tools: Tools, ctx: Context): void {
  const { address, requestId, clientRequestId, session } = requestState();
  const { clientId } = ctx.oidc.client;
  const call = { method: ctx.method, route: paths.authorization };
  logRefusal(tools, { ...call, errorId: 'access_denied', reason: NOT_ASSIGNED, clientId });
  if (!session) return;
  const refused = {
    ...({
      tenantId: session.tenantId,
      operation: 'update',
      type: 'oauthClient.notAssigned',
      errorId: 'forbidden',
    } as const),
    ...{ actor: { type: 'person', id: session.user_uuid, name: session.principal.user_id } as const },
    ...{ action: `${call.method} ${call.route}`, target: { type: 'oauthClient', id: clientId } },
    ...{ client: { address, requestId, clientRequestId }, now: tools.clock() },
  };
  void recordRefused(tools, refused).catch((cause) =>
    tools.log.error({ err: cause }, 'a refused act could not be logged'),
  );
}

/** Why a client cannot be used, for the operator. */
async function whyUnusable(tools: Tools, clientId: string | undefined): Promise<string> {
  const tenantId = clientId ? tenantOfClient(clientId) : null;
  if (!clientId || !tenantId) return 'the client is unknown';
  const row = await tools.db.inTenant(tenantId, (tx) =>
    tx
      .selectFrom('oauth_clients as c')
      .innerJoin('tenants as t', 't.tenant_id', 'c.tenant_id')
      .select(['c.disabled_at', 't.status'])
      .where('c.client_id', '=', clientId)
      .executeTakeFirst(),
  );
  if (!row) return 'the client is unknown';
  if (row.status !== 'active') return 'the tenant is suspended';
  return row.disabled_at ? DISABLED : 'the client is known';
}

type OauthError = Error & { error?: string; error_detail?: string; error_description?: string };

/** Subscribes to the library's error events. */
export function followRefusals(provider: Provider, tools: Tools): void {
  for (const [event, route] of Object.entries(events)) {
    provider.on(event, (ctx: Context, error: OauthError) => {
      const { error: errorId = 'server_error' } = error;
      if (ordinary.has(errorId)) return;
      const asked = ctx.oidc?.client?.clientId ?? ctx.oidc?.params?.client_id ?? ctx.query?.client_id;
      const clientId = typeof asked === 'string' ? asked : undefined;
      // A public client proves nothing.
      const method = ctx.oidc?.client?.clientAuthMethod ?? 'none';
      const isProven = provingRoutes.has(route) && errorId !== 'invalid_client' && method !== 'none';
      const redirectUri = ctx.oidc?.params?.redirect_uri ?? ctx.query?.redirect_uri;
      const refusal = { method: ctx.method, route, errorId, clientId, isProven, redirectUri };
      const ofKey =
        method === 'private_key_jwt' && errorId === 'invalid_client' && !/mechanism/.test(error.error_detail ?? '');
      const said =
        requestState().refusedAs ?? (ofKey ? WRONG_ASSERTION : (error.error_detail ?? error.error_description));
      if (errorId !== 'invalid_client' || route !== paths.authorization)
        return logRefusal(tools, { ...refusal, reason: said });
      whyUnusable(tools, clientId).then(
        (reason) => logRefusal(tools, { ...refusal, reason }),
        () => logRefusal(tools, { ...refusal, reason: said }),
      );
    });
  }
}
