import type { FastifyRequest } from 'fastify';
import { isMfaSetupRequired } from '#contract/mfa.ts';
import { type AccessPattern, effectiveRights } from '#contract/roles.ts';
import { noteActor } from './known-actor.ts';
import { fail } from '#contract/errors.ts';
import { PORTAL_CLIENT } from '#contract/principals.ts';
import type { AccessTokenClaims, KnownAccount } from './known-accounts.ts';
import { isProvenByKey } from './dpop.ts';
import { type Authenticator, boundToken, IN_NO_GROUPS, type Principal } from './principal.ts';
import { noteUse } from './session-use.ts';
import type { Tools } from '../tools.ts';

/** A user who calls. */
export interface Caller extends Principal {
  uuid: string;
  userId: string;
  roles: string[];
  sessionId: string | null;
  client: string;
  account: KnownAccount;
  claims: AccessTokenClaims;
  /** Signed in, but must set up MFA before anything else. */
  limited: boolean;
}

/**
 * Whether everything behind a token is still good and its grant matches the token in tenant, account, client and
 * session, and whether the user may use the app it was given to: a valid signature alone gives no access.
 */
export const isStillGood = (
  { principals }: Pick<Tools, 'principals'>,
  account: KnownAccount | null,
  claims: AccessTokenClaims,
  now: Date,
): account is KnownAccount =>
  account?.may_use_app === true && principals.isGood(account, claims, isOfItsGrant(claims, account), now);

/** `principal` was read in the token's tenant. */
export function isOfItsGrant(claims: AccessTokenClaims, principal: KnownAccount): boolean {
  if (claims.grantHash === null) return true;
  const { grant_account: account, grant_client: client, grant_session: session } = principal;
  return account === claims.uuid && client === claims.clientId && session === claims.sessionId;
}

/** Caches the caller built from a token's claims and an account state, until that state is read again. */
const callers = new WeakMap<AccessTokenClaims, { pattern: AccessPattern | undefined; caller: Caller }>();

/** Authenticates users by the tokens of their sessions, grants and device sign-ins. */
export const personAuthenticator = (tools: Tools): Authenticator => ({
  type: 'person',
  // A cached session is at most a second old, and a body may take long to arrive.
  isBeforeBody: false,
  find: (request, token, now) => findCaller(tools, request, token, now),
});

/** The user of a token; null if it is foreign, expired or revoked. */
async function findCaller(tools: Tools, request: FastifyRequest, token: string, now: Date): Promise<Caller | null> {
  const claims = tools.readPersonToken(token) ?? (await tools.verifyAccessToken(token));
  if (!claims) return null;
  // Recorded before the access check: the token of an ended session still names its owner.
  const actor = noteActor(request, { type: 'person', id: claims.uuid, tenantId: claims.tenantId });
  const account = await tools.principals.find(claims, claims.key);
  if (!isStillGood(tools, account, claims, now) || !(await isSentAsBound(tools, request, { token, claims }, now)))
    return null;
  actor.name = account.user_id;
  noteUse(tools, claims, account, now);
  const pattern = accessPattern(request);
  const known = callers.get(claims);
  if (known?.caller.account === account && known.pattern === pattern) return known.caller;
  const caller = toCaller(claims, account, pattern);
  callers.set(claims, { pattern, caller });
  return caller;
}

/** A token that is bound to a key is worth nothing without its proof; one that is not has none (RFC 9449 section 7.2). */
async function isSentAsBound(
  tools: Tools,
  request: FastifyRequest,
  { token, claims: { jkt, tenantId, clientId } }: { token: string; claims: AccessTokenClaims },
  now: Date,
): Promise<boolean> {
  if (boundToken(request) === null || jkt === undefined) return boundToken(request) === null && jkt === undefined;
  return isProvenByKey(tools, request, { token, jkt, tenantId, clientId }, now);
}

function toCaller(claims: AccessTokenClaims, account: KnownAccount, pattern: AccessPattern | undefined): Caller {
  const rights = effectiveRights(account.grants, claims.scopes, pattern);
  return {
    tenantId: claims.tenantId,
    actor: { type: 'person', id: claims.uuid, name: account.user_id },
    permissions: rights.permissions,
    // An app takes its scopes for rights in the whole tenant, and may have them from when they were.
    inGroups: claims.clientId === PORTAL_CLIENT ? rights.inGroups : IN_NO_GROUPS,
    client: claims.clientId,
    provedAt: account.proved_at,
    uuid: claims.uuid,
    userId: account.user_id,
    roles: account.roles,
    sessionId: claims.sessionId,
    account,
    claims,
    // A tenant's MFA policy applies to its pages; a device only asks for the factors that exist.
    limited: claims.device === null && mustSetUpMfa(account),
  };
}

/** Whether the signed-in user must set up MFA before anything else (spec section 4). */
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
