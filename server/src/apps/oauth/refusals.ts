import type { FastifyRequest } from 'fastify';
import type { Context, Provider } from 'oidc-provider';
import { refusalLine } from '../../platform/http/error-reply.ts';
import type { Tools } from '../../platform/tools.ts';
import { tenantOfClient } from './clients.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { paths } from './paths.ts';
import { requestState } from './request-state.ts';

/** The library's error events, by endpoint. */
const events = {
  'authorization.error': paths.authorization,
  'grant.error': paths.token,
  'userinfo.error': paths.userinfo,
  'device_authorization.error': paths.deviceAuthorization,
  'jwks.error': paths.jwks,
  'discovery.error': paths.openidDiscovery,
} as const;

/** Endpoints at which clients authenticate first. */
const provingRoutes = new Set<string>([paths.token, paths.deviceAuthorization]);

/** Expected errors: a pending device, a silent request, a denied consent. */
const ordinary = new Set([
  'authorization_pending',
  'slow_down',
  'login_required',
  'interaction_required',
  'consent_required',
  'access_denied',
]);

interface Refusal {
  method: string;
  route: string;
  errorId: string;
  /** The library's description, which contains nothing of the request. */
  reason?: string | undefined;
  clientId?: string | null | undefined;
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

/** Logs a refusal of our own endpoints, with the claimed client ID. */
export function noteRefusal(
  request: FastifyRequest,
  { errorId, clientId, reason }: Pick<Refusal, 'errorId' | 'clientId' | 'reason'>,
): void {
  const why = reason === undefined ? {} : { reason };
  request.log.info({ ...refusalLine(request, errorId), ...clientOfRefusal(clientId), ...why }, 'request refused');
}

/** Logs a refusal of the library like every other: who, from where, why; never a secret, token or code. */
export function logRefusal(tools: Tools, { clientId, isProven, reason, ...refusal }: Refusal): void {
  const { address, requestId: reqId, clientRequestId } = requestState();
  const plain = reason && /^[a-z][a-z ,.()_'/-]{0,160}$/i.test(reason) ? { reason } : {};
  const own = { reqId, ...(clientRequestId !== null && { clientRequestId }) };
  tools.log.info({ ...own, ...refusal, ...clientOfRefusal(clientId, isProven), address, ...plain }, 'request refused');
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
  return row.disabled_at ? 'the client is disabled' : 'the client is known';
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
      const isProven = provingRoutes.has(route) && errorId !== 'invalid_client' && ctx.oidc?.client !== undefined;
      const refusal = { method: ctx.method, route, errorId, clientId, isProven };
      const said = error.error_detail ?? error.error_description;
      if (errorId !== 'invalid_client' || route !== paths.authorization)
        return logRefusal(tools, { ...refusal, reason: said });
      whyUnusable(tools, clientId).then(
        (reason) => logRefusal(tools, { ...refusal, reason }),
        () => logRefusal(tools, { ...refusal, reason: said }),
      );
    });
  }
}
