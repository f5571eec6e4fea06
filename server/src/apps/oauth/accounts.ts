import type { Artifact, Provider } from 'oidc-provider';
import type { AccountState } from '../../platform/http/known-accounts.ts';
import type { Tools } from '../../platform/tools.ts';
import { servicesClaim } from './services-claim.ts';
import { findClaims } from './claims.ts';
import { scopesOfClaims } from './claims-parameter.ts';
import { type Clients, tenantOfClient } from './clients.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import { readMappedClaims } from './mapped-claims.ts';
import { NOT_ASSIGNED } from './kept-refusals.ts';
import { grantHashOf, requestState } from './request-state.ts';

export interface Account {
  accountId: string;
  /** `asked`: claims that the request names one by one and the grant allows. */
  claims(use: string, scope: string, asked?: object): Promise<Record<string, unknown>>;
}

/** Claims that the library does not know: it passes on those of scopes only (`passOnMapped`). */
const MAPPED = Symbol('mapped claims');

/** Adds mapped claims to what the library lets through, which keeps its say about its own. */
export function passOnMapped({ Claims }: Pick<Provider, 'Claims'>): void {
  const known = Claims.prototype.result;
  Claims.prototype.result = async function result() {
    return { ...this.available[MAPPED], ...(await known.call(this)) };
  };
}

/**
 * The account of a session or token in this request, if it is still valid and belongs to the client's tenant. `token`
 * is absent at the authorization endpoint, where the browser's session has been checked already.
 */
export async function findAccount(
  { tools, clients }: { tools: Tools; clients: Clients },
  uuid: string,
  token?: Artifact,
): Promise<Account | undefined> {
  const state = requestState();
  const tenantId = state.tenants.get(uuid);
  if (!tenantId) return undefined;
  if (token) {
    const { clientId } = token;
    if (clientId !== PORTAL_CLIENT && tenantOfClient(clientId) !== tenantId) return undefined;
    const sessionId = state.bindings.get(token.grantId) ?? null;
    const grantHash = grantHashOf(token.grantId).toString('base64url');
    const known = state.principal ? null : await tools.principals.find({ tenantId, uuid, sessionId, grantHash });
    const principal: AccountState | null = state.principal ?? known;
    if (principal && !principal.may_use_app) {
      state.refusedAs = NOT_ASSIGNED;
      return undefined;
    }
    // Signing out everywhere deletes the rows of tokens: a token that was found was not signed out. Its grant may have been
    // revoked just before it was stored, by a second use of its code (RFC 9700 section 4.14).
    const now = tools.clock();
    const hasGrant = known === null || known.grant_account === uuid;
    if (!principal || !tools.principals.isGood(principal, { sessionId, issuedAt: now, device: null }, hasGrant, now))
      return undefined;
  } else if (state.session?.user_uuid !== uuid) {
    return undefined;
  }
  return {
    accountId: uuid,
    claims: async (use, scope, asked = {}) => {
      const scopes = [scope, ...scopesOfClaims(Object.keys(asked))].join(' ');
      const claims = await tools.db.inTenant(tenantId, (tx) => findClaims(tx, tenantId, uuid, scopes));
      const client = token && (await clients.find(token.clientId));
      if (!client) return claims;
      const place = use === 'id_token' ? 'idToken' : 'userinfo';
      const [services, mapped] = await Promise.all([
        servicesClaim(tools, client, { tenantId, uuid, scope }),
        readMappedClaims(tools, client, { uuid }, { place }),
      ]);
      return { ...claims, ...services, [MAPPED]: mapped };
    },
  };
}
