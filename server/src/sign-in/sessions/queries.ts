import { sql } from 'kysely';
import type { LoginType } from '#contract/sign-in/login-types.ts';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';
import type pg from 'pg';
import { named, send } from '../../platform/db/ask.ts';
import type { ProvenAccount } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { isOpen, isYoung, longestOfAdministrators } from './open.ts';

export interface SessionRow {
  session_id: string;
  user_uuid: string;
  login_type: LoginType;
  proofs: ProofMethod[];
  proven_accounts: ProvenAccount[];
  address: string | null;
  user_agent: string;
  login_at: Date;
  last_seen_at: Date;
  proved_at: Date;
  expires_at: Date;
}

const columns = [
  'session_id',
  'user_uuid',
  'login_type',
  'proofs',
  'proven_accounts',
  'address',
  'user_agent',
  'login_at',
  'last_seen_at',
  'proved_at',
  'expires_at',
] as const;

interface NewSession extends SessionRow {
  tenant_id: string;
  secret_hash: Buffer;
  device_uuid: string | null;
  card_uuid: string | null;
}

export async function insertSession(tx: Tx, row: NewSession): Promise<void> {
  const stored = { ...row, proven_accounts: JSON.stringify(row.proven_accounts) };
  await send(tx, named('open_session', tx.insertInto('sessions').values(stored)));
}

/** Continues a user's open session in a browser with the data of a new sign-in and a new secret. Returns its ID. */
export async function renewSession(
  tx: Tx,
  formerHash: Buffer,
  userUuid: string,
  made: Omit<NewSession, 'tenant_id' | 'session_id' | 'user_uuid' | 'device_uuid' | 'card_uuid'>,
): Promise<string | null> {
  const row = await tx
    .updateTable('sessions as s')
    .set({ ...made, proven_accounts: JSON.stringify(made.proven_accounts) })
    .where('s.secret_hash', '=', formerHash)
    .where('s.user_uuid', '=', userUuid)
    .where('s.device_uuid', 'is', null)
    .where(isOpen(made.login_at))
    .returning('s.session_id')
    .executeTakeFirst();
  return row?.session_id ?? null;
}

/** The open session of a secret. */
export async function findOpenSession(tx: Tx, secretHash: Buffer, now: Date): Promise<SessionRow | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(columns)
    .where('secret_hash', '=', secretHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** A user's open sessions (`open.ts`), latest first, with the device ID for those at a device. */
export async function listOpenSessions(
  tx: Tx,
  userUuid: string,
  now: Date,
): Promise<(SessionRow & { device_id: string | null })[]> {
  return tx
    .selectFrom('sessions as s')
    .leftJoin('devices as d', (join) =>
      join.onRef('d.tenant_id', '=', 's.tenant_id').onRef('d.uuid', '=', 's.device_uuid'),
    )
    .select(columns.map((column) => `s.${column}` as const))
    .select('d.device_id')
    .where('s.user_uuid', '=', userUuid)
    .where(isOpen(now))
    .orderBy('s.login_at', 'desc')
    .limit(200)
    .execute();
}

/** Ends sessions of a user: one, all, or all but one. Returns the IDs ended, and whether each was open until then. */
export async function endSessions(
  tx: Tx,
  which: { userUuid: string; only?: string; except?: string | null },
  reason: string,
  now: Date,
): Promise<{ session_id: string; was_open: boolean }[]> {
  let query = tx
    .updateTable('sessions as s')
    .set({ ended_at: now, ended_reason: reason })
    .where('s.user_uuid', '=', which.userUuid)
    .where('s.ended_at', 'is', null);
  if (which.only) query = query.where('s.session_id', '=', which.only);
  if (which.except) query = query.where('s.session_id', '<>', which.except);
  return query.returning(['s.session_id', isYoung(now).$castTo<boolean>().as('was_open')]).execute();
}

/**
 * Shortens users' open sessions to the lifetime they would have had if the users had been administrators at sign-in.
 */
export async function shortenSessions(tx: Tx, userUuids: readonly string[]): Promise<void> {
  await sql`
    update sessions s set expires_at = least(s.expires_at, s.login_at + ${longestOfAdministrators})
    where s.user_uuid = any (${userUuids}::uuid[]) and s.ended_at is null`.execute(tx);
}

/** Ends expired or idle sessions that relying parties know of. */
export async function endOverSessions(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('sessions as s')
    .set({ ended_at: now, ended_reason: 'expired' })
    .where('s.ended_at', 'is', null)
    .where((eb) => eb.not(isYoung(now)))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('session_clients as c').select('c.client_id').whereRef('c.session_id', '=', 's.session_id'),
      ),
    )
    .execute();
}

/** The tenants that have such sessions. */
export async function tenantsWithRelyingParties(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ tenant_id: string }>('select tenant_id from tenants_with_session_clients()');
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Deletes what depends on ended sessions: codes and tokens of the OAuth provider. */
export async function deleteSessionArtifacts(tx: Tx, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await tx.deleteFrom('oauth_artifacts').where('session_id', 'in', sessionIds).execute();
}

export async function deleteUserArtifacts(tx: Tx, userUuid: string): Promise<void> {
  await tx.deleteFrom('oauth_artifacts').where('user_uuid', '=', userUuid).execute();
}

/** Deletes artifacts of grants that depend on no session (offline_access). */
export async function deleteOutlivingArtifacts(tx: Tx, userUuid: string): Promise<void> {
  await tx.deleteFrom('oauth_artifacts').where('user_uuid', '=', userUuid).where('session_id', 'is', null).execute();
}

export async function setSignedOutAt(tx: Tx, userUuid: string, now: Date): Promise<void> {
  await tx.updateTable('users').set({ signed_out_at: now }).where('uuid', '=', userUuid).execute();
}

export async function setProvedAt(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ proved_at: now }).where('session_id', '=', sessionId).execute();
}

/** Adds a proof to a session. */
export async function addProof(tx: Tx, sessionId: string, proof: ProofMethod): Promise<void> {
  await tx
    .updateTable('sessions')
    .set((eb) => ({ proofs: eb.fn<ProofMethod[]>('array_append', ['proofs', eb.val(proof)]) }))
    .where('session_id', '=', sessionId)
    .where((eb) => eb.not(eb(eb.val(proof), '=', eb.fn.any('proofs'))))
    .execute();
}

/** Ends every session, token and pending sign-in of the tenant. */
export async function endAll(tx: Tx, reason: string, now: Date): Promise<void> {
  await sql`
    update users set signed_out_at = ${now} where uuid in (
      select user_uuid from sessions where ended_at is null
      union select user_uuid from oauth_artifacts where user_uuid is not null)`.execute(tx);
  await tx.updateTable('sessions').set({ ended_at: now, ended_reason: reason }).where('ended_at', 'is', null).execute();
  await tx.deleteFrom('oauth_artifacts').execute();
  await tx.deleteFrom('pending_sign_ins').execute();
}

/** Notes when an open session was last seen. */
export async function noteSeen(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('session_id', '=', sessionId)
    .where('last_seen_at', '<', now)
    .where('ended_at', 'is', null)
    .execute();
}
