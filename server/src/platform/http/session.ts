import type { FastifyRequest } from 'fastify';
import { isMfaSetupRequired } from '#contract/mfa.ts';
import { type AccessPattern, effectivePermissions } from '#contract/roles.ts';
import { noteActor } from './known-actor.ts';
import { fail } from '#contract/errors.ts';
import type { AccessTokenClaims, KnownAccount } from './known-accounts.ts';
import type { Authenticator, Principal } from './principal.ts';
import { noteUse } from './session-use.ts';
import type { Tools } from '../tools.ts';

/** A person who calls. */
export interface Caller extends Principal {
  uuid: string;
  userId: string;
  roles: string[];
  sessionId: string | null;
  client: string;
  account: KnownAccount;
  claims: AccessTokenClaims;
  /** Signed in, but must set up a second factor before anything else. */
  limited: boolean;
}

/**
 * Whether all that stands behind a token is still good, and its grant says of tenant, account, client and session what the
 * token does: a signature alone opens nobody's account.
 */
export const isStillGood = (
  { principals }: Pick<Tools, 'principals'>,
  account: KnownAccount | null,
  claims: AccessTokenClaims,
  now: Date,
): account is KnownAccount =>
  account !== null && principals.isGood(account, claims, isOfItsGrant(claims, account), now);

/** `principal` was read in the tenant of the token. */
export function isOfItsGrant(claims: AccessTokenClaims, principal: KnownAccount): boolean {
  if (claims.grantHash === null) return true;
  const { grant_account: account, grant_client: client, grant_session: session } = principal;
  return account === claims.uuid && client === claims.clientId && session === claims.sessionId;
}

/** The caller that a token's claims made with a state of their user: the same until that state is read anew. */
const callers = new WeakMap<AccessTokenClaims, { pattern: AccessPattern | undefined; caller: Caller }>();

/** People, by the tokens of their sessions and grants, and of their sign-ins at devices. */
export const personAuthenticator = (tools: Tools): Authenticator => ({
  type: 'person',
  // What is known of a session is a second old at most, and a body may be long in coming.
  isBeforeBody: false,
  find: (request, token, now) => findCaller(tools, request, token, now),
});

/** The person whose token it is; null for a foreign, expired or revoked one. */
async function findCaller(tools: Tools, request: FastifyRequest, token: string, now: Date): Promise<Caller | null> {
  const claims = tools.readPersonToken(token) ?? (await tools.verifyAccessToken(token));
  if (!claims) return null;
  // Before it is asked whether they still may: the token of a session that has ended names its owner too.
  const actor = noteActor(request, { type: 'person', id: claims.uuid, tenantId: claims.tenantId });
  const account = await tools.principals.find(claims, claims.key);
  if (!isStillGood(tools, account, claims, now)) return null;
  actor.name = account.user_id;
  noteUse(tools, claims, account, now);
  const pattern = accessPattern(request);
  const known = callers.get(claims);
  if (known?.caller.account === account && known.pattern === pattern) return known.caller;
  const caller = toCaller(claims, account, pattern);
  callers.set(claims, { pattern, caller });
  return caller;
}

function toCaller(claims: AccessTokenClaims, account: KnownAccount, pattern: AccessPattern | undefined): Caller {
  return {
    tenantId: claims.tenantId,
    actor: { type: 'person', id: claims.uuid, name: account.user_id },
    permissions: effectivePermissions(account.roles, claims.scopes, pattern),
    scope: 'all',
    client: claims.clientId,
    provedAt: account.proved_at,
    uuid: claims.uuid,
    userId: account.user_id,
    roles: account.roles,
    sessionId: claims.sessionId,
    account,
    claims,
    // What a tenant enforces, it enforces for its pages; a device asks for the second factor that there is.
    limited: claims.device === null && mustSetUpMfa(account),
  };
}

/** Whether whoever is signed in must set up a second factor before anything else (spec section 4). */
export function mustSetUpMfa(account: KnownAccount): boolean {
  const { roles, source, totp_enabled: totpEnabled, password_assigned: passwordAssigned } = account;
  return isMfaSetupRequired({ roles, source, totpEnabled, passwordAssigned }, account.policy.loginPolicy.mfa);
}

function accessPattern(request: FastifyRequest): AccessPattern | undefined {
  const value = request.headers['x-access-control-pattern'];
  if (value === undefined) return undefined;
  if (value === 'user' || value === 'powerUser') return value;
  throw fail('invalid_params', { field: 'X-Access-Control-Pattern' });
}
