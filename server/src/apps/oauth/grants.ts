import type { Context, Grant, Provider } from 'oidc-provider';
import { type Permission, rightsOf, type RoleGrant, scopePermissions } from '#contract/roles.ts';
import { newSecret } from '../../platform/crypto/secret.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { claimNames, readClaims } from './claims-parameter.ts';
import { requestState } from './request-state.ts';

/**
 * A new grant for each authorization request, so that each sign-in to a client is a token family of its own and can be
 * revoked separately. Stored together with its first code (store.ts).
 */
export async function loadGrant(ctx: Context): Promise<Grant | undefined> {
  const { session } = requestState();
  if (!session) return undefined;
  const { oidc } = ctx;
  return makeGrant(oidc.provider, {
    uuid: session.user_uuid,
    clientId: oidc.client.clientId,
    scopes: [...oidc.requestParamScopes],
    openidScopes: [...oidc.requestParamOIDCScopes],
    openidClaims: claimNames(readClaims(oidc.params.claims, oidc.client)),
    resources: Object.fromEntries(Object.entries(oidc.resourceServers).map(([name, { scopes }]) => [name, scopes])),
    grants: session.principal.grants,
    sessionId: session.session_id,
  });
}

export interface GrantRequest {
  uuid: string;
  clientId: string;
  scopes: string[];
  openidScopes: string[];
  /** Claims of scopes that it asks for one by one. */
  openidClaims?: string[];
  /** Audience → the client's scopes there. */
  resources: Record<string, Set<string>>;
  grants: readonly RoleGrant[];
  sessionId: string;
}

/** Creates a grant of the requested scopes, limited by the user's rights. */
export async function makeGrant(provider: Provider, asked: GrantRequest): Promise<Grant> {
  const grant = new provider.Grant({ accountId: asked.uuid, clientId: asked.clientId });
  if (asked.openidScopes.length > 0) grant.addOIDCScope(asked.openidScopes);
  if (asked.openidClaims && asked.openidClaims.length > 0) grant.addOIDCClaims(asked.openidClaims);
  for (const [resource, allowed] of Object.entries(asked.resources)) {
    const granted = grantableScopes(
      asked.scopes.filter((scope) => allowed.has(scope)),
      asked.grants,
      asked.clientId === PORTAL_CLIENT,
    );
    if (granted.length > 0) grant.addResourceScope(resource, granted);
  }
  // Set before the ID is known: `save` calls the store, which needs it. The portal itself never outlives its session.
  const outlives = asked.openidScopes.includes('offline_access') && asked.clientId !== PORTAL_CLIENT;
  grant.jti = newSecret();
  requestState().bindings.set(grant.jti, outlives ? null : asked.sessionId);
  if (asked.openidScopes.includes('openid') && asked.clientId !== PORTAL_CLIENT)
    requestState().sessions.set(grant.jti, asked.sessionId);
  await grant.save();
  return grant;
}

/**
 * The scopes of Portico's API that a user's rights allow (spec section 6): others are omitted, not refused. Rights in
 * groups count for the portal only (`withGroups`): an app would take its scopes for rights in the whole tenant.
 */
export function grantableScopes(asked: string[], grants: readonly RoleGrant[], withGroups = false): string[] {
  const { permissions, inGroups } = rightsOf(grants);
  const holds = (permission: Permission) => permissions.has(permission) || (withGroups && inGroups.has(permission));
  // Scopes of a tenant's API may have any name, also one that every object has.
  return asked.filter((scope) => !Object.hasOwn(scopePermissions, scope) || scopePermissions[scope]?.every(holds));
}
