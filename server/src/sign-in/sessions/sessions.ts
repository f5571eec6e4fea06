import { revokeEveryCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import type { Proof } from '#contract/sign-in/proofs.ts';
import { sessionLife } from '#contract/session-life.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { ProvenAccount } from '../../platform/db/schema.ts';
import type { Database, Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { SessionCookie } from './cookie.ts';
import * as queries from './queries.ts';

/** Splits a value "<tenant id>.<secret>" that we issued; null for anything else. */
export function splitTenantSecret(value: string): { tenantId: string; secretHash: Buffer } | null {
  const match = /^(-|[a-z0-9-]{3,32})\.([A-Za-z0-9_-]{20,100})$/.exec(value);
  return match?.[1] && match[2] ? { tenantId: match[1], secretHash: hashSecret(match[2]) } : null;
}

interface Opening {
  tenantId: string;
  userUuid: string;
  loginType: LoginType;
  proofs: readonly Proof[];
  /** The accounts whose password matched in this sign-in, including this one. */
  provenAccounts: readonly ProvenAccount[];
  /** When the last proof was given; a ticket is none. */
  provedAt: Date;
  policy: SecurityPolicy;
  roles: readonly string[];
  client: ClientInfo;
  now: Date;
  /** The session cookie the browser sent. */
  inPlaceOf?: SessionCookie | null;
  /** A session at a device belongs to no browser: its cookie is not set. */
  atDevice?: { deviceUuid: string; cardUuid: string | null; expiresAt: Date };
}

/**
 * Opens a session for a decided sign-in. Returns its ID and the cookie to set; the secret is stored only as a hash. If
 * the browser already has a session of the same user, that one continues under the new secret, and the old cookie
 * becomes invalid (`isRenewed`, ASVS 7.2.4).
 */
export async function openSession(
  tx: Tx,
  session: Opening,
): Promise<{ sessionId: string; cookie: SessionCookie; isRenewed: boolean }> {
  const { tenantId, now, client, atDevice } = session;
  const { absoluteMinutes } = sessionLife(session.policy.sessionPolicy, session.roles);
  const secret = newSecret();
  const cookie = { loginAt: Math.floor(now.getTime() / 1000), id: `${tenantId}.${secret}` };
  const made = {
    secret_hash: hashSecret(secret),
    login_type: session.loginType,
    proofs: session.proofs.map(({ method }) => method),
    proven_accounts: [...session.provenAccounts],
    address: client.address,
    user_agent: client.userAgent,
    login_at: now,
    last_seen_at: now,
    proved_at: session.provedAt,
    expires_at: atDevice?.expiresAt ?? endOf(session, absoluteMinutes),
  };
  const before = session.inPlaceOf && splitTenantSecret(session.inPlaceOf.id);
  if (before?.tenantId === tenantId) {
    const renewed = await queries.renewSession(tx, before.secretHash, session.userUuid, made);
    if (renewed) return { sessionId: renewed, cookie, isRenewed: true };
  }
  const sessionId = newUuid();
  await queries.insertSession(tx, {
    ...made,
    tenant_id: tenantId,
    session_id: sessionId,
    user_uuid: session.userUuid,
    device_uuid: atDevice?.deviceUuid ?? null,
    card_uuid: atDevice?.cardUuid ?? null,
  });
  return { sessionId, cookie, isRenewed: false };
}

/** As the policy says, or earlier where the identity provider that vouches for the account says so. */
function endOf(
  { tenantId, userUuid, provenAccounts, now }: Pick<Opening, 'tenantId' | 'userUuid' | 'provenAccounts' | 'now'>,
  minutes: number,
): Date {
  const own = provenAccounts.find((one) => one.tenantId === tenantId && one.uuid === userUuid);
  const longest = now.getTime() + minutes * 60_000;
  return new Date(own?.until === undefined ? longest : Math.min(longest, Date.parse(own.until)));
}

export interface OpenSession extends queries.SessionRow {
  tenantId: string;
}

/**
 * The session of a browser's cookie, if it is still open. The caller must check whether its user and tenant are still
 * active (`principals`), as for a token.
 */
export async function findSessionOfCookie(
  db: Database,
  cookie: SessionCookie | null,
  now: Date,
): Promise<OpenSession | null> {
  const parts = cookie && splitTenantSecret(cookie.id);
  if (!parts || parts.tenantId === '-') return null;
  const row = await db.inTenant(parts.tenantId, (tx) => queries.findOpenSession(tx, parts.secretHash, now));
  return row && { ...row, tenantId: parts.tenantId };
}

/** Ends sessions of a user and everything that depends on them. Returns how many open ones ended. */
export async function endSessions(
  tx: Tx,
  which: { userUuid: string; only?: string; except?: string | null },
  reason: string,
  now: Date,
): Promise<number> {
  const ended = await queries.endSessions(tx, which, reason, now);
  await queries.deleteSessionArtifacts(
    tx,
    ended.map(({ session_id }) => session_id),
  );
  return ended.filter(({ was_open }) => was_open).length;
}

/** Ends a user's grants that outlive a session (offline_access), with their tokens. */
export const endOutlivingGrants = queries.deleteOutlivingArtifacts;

/**
 * Signs a user out everywhere: all sessions, and every token and grant of any client, on every process within a second.
 * `except` keeps one session (the caller's) with its tokens. Earlier proofs become invalid in any case: pending
 * sign-ins and tickets for other accounts fail (`proven.ts`).
 */
export async function signOutEverywhere(
  tx: Tx,
  userUuid: string,
  reason: string,
  now: Date,
  except?: string | null,
): Promise<number> {
  const ended = await endSessions(tx, { userUuid, except }, reason, now);
  await queries.setSignedOutAt(tx, userUuid, now);
  await (except ? endOutlivingGrants(tx, userUuid) : queries.deleteUserArtifacts(tx, userUuid));
  return ended;
}

export const listOpenSessions = queries.listOpenSessions;
export const setProvedAt = queries.setProvedAt;
export const addProof = queries.addProof;
export const shortenSessions = queries.shortenSessions;
/** Invalidates proofs of other accounts' sign-ins for this account; its own open sessions continue. */
export const forgetOldProofs = queries.setSignedOutAt;

/** Makes every session, token, code and pending sign-in of the tenant worthless, for good. */
export async function endEverySession(tx: Tx, reason: string, now: Date): Promise<void> {
  await queries.endAll(tx, reason, now);
  await revokeEveryCode(tx, now);
}

/** Notes when an open session was last seen. */
export const { noteSeen } = queries;
