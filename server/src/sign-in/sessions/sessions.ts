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

/** Splits a value "<tenant id>.<secret>" handed out by us; null for anything else. */
export function splitTenantSecret(value: string): { tenantId: string; secretHash: Buffer } | null {
  const match = /^(-|[a-z0-9-]{3,32})\.([A-Za-z0-9_-]{20,100})$/.exec(value);
  return match?.[1] && match[2] ? { tenantId: match[1], secretHash: hashSecret(match[2]) } : null;
}

/**
 * Opens a session for a user whose sign-in was decided. Gives the session's id and the cookie to set; the secret in it
 * is stored only as a hash. The session that the browser has with the same user goes on instead, under the new secret:
 * the old cookie is worth nothing from then on (`isRenewed`, ASVS 7.2.4).
 */
export async function openSession(
  tx: Tx,
  session: {
    tenantId: string;
    userUuid: string;
    loginType: LoginType;
    proofs: readonly Proof[];
    /** The accounts whose password matched at this sign-in, this one among them. */
    provenAccounts: readonly ProvenAccount[];
    /** When a proof was given last; a ticket is none. */
    provedAt: Date;
    policy: SecurityPolicy;
    roles: readonly string[];
    client: ClientInfo;
    now: Date;
    /** What the browser came with. */
    inPlaceOf?: SessionCookie | null;
    /** Opened at a device, it is no browser's: its cookie is given to nobody. */
    atDevice?: { deviceUuid: string; cardUuid: string | null; expiresAt: Date };
  },
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
    expires_at: atDevice?.expiresAt ?? new Date(now.getTime() + absoluteMinutes * 60_000),
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

export interface OpenSession extends queries.SessionRow {
  tenantId: string;
}

/**
 * The session of a browser's cookie, if it is still open. Whether its user and tenant are still active is for the
 * caller to ask (`principals`), as for a token.
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

/** Ends sessions of a user and all that hangs on them. Answers how many that were open ended. */
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

/** Ends the grants of a user that outlive a session (offline_access), with their tokens. */
export const endOutlivingGrants = queries.deleteOutlivingArtifacts;

/**
 * Signs a user out everywhere: sessions, and every token and grant of any client, on every process within a second.
 * `except` keeps one session (the one that asked) with its tokens. What was proven before is worth nothing in any case:
 * no sign-in that waits and no ticket of another account gets in (`proven.ts`).
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
/** Proofs of other accounts' sign-ins open this account no more; its own open sessions go on. */
export const forgetOldProofs = queries.setSignedOutAt;
