import type { FastifyRequest } from 'fastify';
import { isMfaSetupRequired } from '#contract/mfa.ts';
import { type AccessPattern, effectivePermissions, type Permission } from '#contract/roles.ts';
import { noteActor } from './known-actor.ts';
import { sessionLife } from '#contract/session-life.ts';
import { fail } from '#contract/errors.ts';
import type { Principal, PrincipalState, Who } from './principals.ts';
import { noteUse } from './session-use.ts';
import type { Tools } from '../tools.ts';

export interface AccessTokenClaims extends Who {
  /** The sign-in session the token hangs on; null for a grant that outlives it (offline_access). */
  sessionId: string | null;
  clientId: string;
  scopes: string[];
  /** The device at which the person signed in; null for everything else. */
  device: { uuid: string; deviceId: string } | null;
  issuedAt: Date;
  expiresAt: Date;
  /** `principalKey` of it, where the claims are read once and their caller is asked for at each call. */
  key?: string;
}

/**
 * Verifies signature, issuer, audience and times of an access token for Portico's own API. Null: worthless. Whether its
 * grant, account and session are still good is for `isStillGood`.
 */
export type AccessTokenVerifier = (token: string) => Promise<AccessTokenClaims | null>;

/** Who calls. */
export interface Caller {
  tenantId: string;
  uuid: string;
  userId: string;
  roles: string[];
  sessionId: string | null;
  clientId: string;
  permissions: ReadonlySet<Permission>;
  principal: Principal;
  claims: AccessTokenClaims;
  /** Signed in, but must set up a second factor before anything else. */
  limited: boolean;
}

/** What `principalChecks` ask of a token. */
export type CheckedClaims = Pick<AccessTokenClaims, 'sessionId' | 'device' | 'issuedAt'>;

/** Whether the account and session behind a token are still good: an ordered list, each with its name. */
export const principalChecks: readonly (readonly [
  string,
  (p: PrincipalState, claims: CheckedClaims, now: Date) => boolean,
])[] = [
  ['tenant_active', (p) => p.tenant_status === 'active'],
  // A lock keeps new sign-ins out; who guesses at a password must not be able to throw its owner out of the house.
  ['user_active', (p) => p.user_status === 'active' || p.user_status === 'locked'],
  // At a device it does: cards and PINs are lost and seen, and signing in there again takes a second.
  [
    'not_locked_at_device',
    (p, claims, now) =>
      claims.device === null || p.user_status !== 'locked' || (p.locked_until !== null && p.locked_until <= now),
  ],
  // A token of a session ends with the session; only one that outlives sessions is measured by its time.
  [
    'not_signed_out_everywhere',
    (p, claims) => claims.sessionId !== null || Number(p.signed_out_at) <= claims.issuedAt.getTime(),
  ],
  ['session_open', (p, claims) => claims.sessionId === null || p.session_open],
  [
    'session_young',
    (p, claims, now) => claims.sessionId === null || (p.session_expires_at !== null && p.session_expires_at > now),
  ],
  [
    'session_not_idle',
    (p, claims, now) =>
      claims.sessionId === null ||
      (p.session_seen_at !== null &&
        now.getTime() - p.session_seen_at.getTime() <
          sessionLife(p.policy.sessionPolicy, p.roles).idleMinutes * 60_000),
  ],
];

/** Whether a user and a session of theirs are still good: the checks of every call of the API. */
export const isPrincipalGood = (principal: PrincipalState, claims: CheckedClaims, now: Date): boolean =>
  principalChecks.every(([, check]) => check(principal, claims, now));

/**
 * Whether all that stands behind a token is still good, and its grant says of tenant, account, client and session what the
 * token does: a signature alone opens nobody's account.
 */
export function isStillGood(principal: Principal | null, claims: AccessTokenClaims, now: Date): principal is Principal {
  return principal !== null && isOfItsGrant(claims, principal) && isPrincipalGood(principal, claims, now);
}

/** `principal` was read in the tenant of the token. */
export function isOfItsGrant(claims: AccessTokenClaims, principal: Principal): boolean {
  if (claims.grantHash === null) return true;
  const { grant_account: account, grant_client: client, grant_session: session } = principal;
  return account === claims.uuid && client === claims.clientId && session === claims.sessionId;
}

/** The bearer token of a request; RFC 6750 section 2.1 only (header, never query or body). */
export function bearerToken(request: FastifyRequest): string | null {
  const match = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
}

/** The caller that a token's claims made with a state of their user: the same until that state is read anew. */
const callers = new WeakMap<AccessTokenClaims, { pattern: AccessPattern | undefined; caller: Caller }>();

/** Reads who calls. Throws `invalid_token` (401) for a missing, foreign, expired or revoked token. */
export async function readCaller(tools: Tools, request: FastifyRequest, now: Date): Promise<Caller> {
  const token = bearerToken(request);
  const claims = token ? (tools.readPersonToken(token) ?? (await tools.verifyAccessToken(token))) : null;
  if (!claims) throw fail('invalid_token');
  // Before it is asked whether they still may: the token of a session that has ended names its owner too.
  const actor = noteActor(request, { type: 'user', id: claims.uuid, tenantId: claims.tenantId });
  const principal = await tools.principals.find(claims, claims.key);
  if (!isStillGood(principal, claims, now)) throw fail('invalid_token');
  actor.name = principal.user_id;
  noteUse(tools, claims, principal, now);
  const pattern = accessPattern(request);
  const known = callers.get(claims);
  if (known?.caller.principal === principal && known.pattern === pattern) return known.caller;
  const caller = toCaller(claims, principal, pattern);
  callers.set(claims, { pattern, caller });
  return caller;
}

function toCaller(claims: AccessTokenClaims, principal: Principal, pattern: AccessPattern | undefined): Caller {
  return {
    tenantId: claims.tenantId,
    uuid: claims.uuid,
    userId: principal.user_id,
    roles: principal.roles,
    sessionId: claims.sessionId,
    clientId: claims.clientId,
    permissions: effectivePermissions(principal.roles, claims.scopes, pattern),
    principal,
    claims,
    // What a tenant enforces, it enforces for its pages; a device asks for the second factor that there is.
    limited: claims.device === null && mustSetUpMfa(principal),
  };
}

/** Whether whoever is signed in must set up a second factor before anything else (spec section 4). */
export function mustSetUpMfa(principal: Principal): boolean {
  const { roles, source, totp_enabled: totpEnabled, password_assigned: passwordAssigned } = principal;
  return isMfaSetupRequired({ roles, source, totpEnabled, passwordAssigned }, principal.policy.loginPolicy.mfa);
}

function accessPattern(request: FastifyRequest): AccessPattern | undefined {
  const value = request.headers['x-access-control-pattern'];
  if (value === undefined) return undefined;
  if (value === 'user' || value === 'powerUser') return value;
  throw fail('invalid_params', { field: 'X-Access-Control-Pattern' });
}
