import type pg from 'pg';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';

/**
 * The few named questions asked before a tenant is known. Each is one `security definer` function of the database
 * (migrations/0002_across_tenants.sql) called as one prepared statement. One more needs a decision record.
 */

export interface PrincipalRow {
  user_id: string;
  roles: string[];
  user_status: 'registering' | 'active' | 'inactive' | 'locked';
  locked_until: Date | null;
  signed_out_at: Date | number;
  tenant_status: 'active' | 'suspended';
  security_policy: Record<string, unknown>;
  session_open: boolean;
  session_expires_at: Date | null;
  session_seen_at: Date | null;
  session_proofs: ProofMethod[] | null;
  proved_at: Date | null;
  totp_enabled: boolean;
  password_assigned: boolean;
}

/** What every call asks: the state, where the account comes from, and the grant behind the token. */
export interface CallerRow extends Omit<PrincipalRow, 'security_policy'> {
  security_policy: string;
  source: string;
  /** Of the grant; null where there is none in this tenant, or none any more. */
  grant_account: string | null;
  grant_client: string | null;
  grant_session: string | null;
}

export async function findPrincipal(
  pool: pg.Pool,
  {
    tenantId,
    uuid,
    sessionId,
    grantHash,
  }: Record<'tenantId' | 'uuid', string> & Record<'sessionId' | 'grantHash', string | null>,
): Promise<CallerRow | null> {
  const answer = await pool.query<CallerRow>({
    name: 'find_caller_with_grant',
    text: 'select * from find_caller_with_grant($1, $2, $3, $4)',
    values: [tenantId, uuid, sessionId, grantHash === null ? null : Buffer.from(grantHash, 'base64url')],
  });
  return answer.rows[0] ?? null;
}

/** The accounts an address can sign in to, the person's default first; at most 50. */
export async function findAccountsOfAddress(
  pool: pg.Pool,
  address: string,
): Promise<{ tenant_id: string; uuid: string; default_login: boolean }[]> {
  const answer = await pool.query({
    name: 'find_accounts_of_address',
    text: 'select * from find_accounts_of_address($1)',
    values: [address],
  });
  return answer.rows;
}

export interface OauthRow {
  tenant_id: string;
  payload: Record<string, unknown>;
  expires_at: Date | null;
  consumed_at: Date | null;
}

const oauthFinders = {
  id: 'select * from oauth_find($1, $2)',
  uid: 'select * from oauth_find_by_uid($1)',
  userCode: 'select * from oauth_find_by_user_code($1)',
} as const;

export async function findOauthArtifact(pool: pg.Pool, model: string, idHash: Buffer): Promise<OauthRow | null> {
  const answer = await pool.query<OauthRow>({ name: 'oauth_find', text: oauthFinders.id, values: [model, idHash] });
  return answer.rows[0] ?? null;
}

export async function findOauthArtifactBy(
  pool: pg.Pool,
  key: 'uid' | 'userCode',
  hash: Buffer,
): Promise<OauthRow | null> {
  const answer = await pool.query<OauthRow>({ name: `oauth_find_${key}`, text: oauthFinders[key], values: [hash] });
  return answer.rows[0] ?? null;
}

/** True for the one caller that used the artifact up. */
export async function consumeOauthArtifact(pool: pg.Pool, model: string, idHash: Buffer): Promise<boolean> {
  const answer = await pool.query<{ won: boolean }>({
    name: 'oauth_consume',
    text: 'select oauth_consume($1, $2) as won',
    values: [model, idHash],
  });
  return answer.rows[0]?.won === true;
}

export async function destroyOauthArtifact(pool: pg.Pool, model: string, idHash: Buffer): Promise<void> {
  await pool.query({ name: 'oauth_destroy', text: 'select oauth_destroy($1, $2)', values: [model, idHash] });
}

/** Ends a whole family: the grant and every code and token made from it. Answers how many went. */
export async function revokeOauthGrant(pool: pg.Pool, grantHash: Buffer): Promise<number> {
  const answer = await pool.query<{ gone: number }>({
    name: 'oauth_revoke_grant',
    text: 'select oauth_revoke_grant($1) as gone',
    values: [grantHash],
  });
  return answer.rows[0]?.gone ?? 0;
}

/** Deletes what has ended, at most `batch` rows of each kind; answers how many. */
export async function sweepEnded(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_ended($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Imports, exports and acts on many users that are under way, with the job that works on them. */
export async function unfinishedTransfers(
  pool: pg.Pool,
): Promise<
  { tenant_id: string; job: 'user-import' | 'user-export' | 'log-export' | 'device-export' | 'user-bulk'; id: string }[]
> {
  return (await pool.query('select * from unfinished_user_transfers()')).rows;
}

/** Exports past their keeping, at most `batch`, those that are longest past it first. */
export async function expiredExports(
  pool: pg.Pool,
  now: Date,
  batch: number,
): Promise<{ tenant_id: string; export_status_id: string }[]> {
  return (await pool.query('select * from expired_exports($1, $2)', [now, batch])).rows;
}

/** Deletes for good who was deleted 30 days ago, at most `batch`; answers how many. */
export async function sweepDeletedUsers(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_deleted_users($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes imports and acts on many users past their keeping, at most about `batch` rows; answers how many. */
export async function sweepTransfers(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>(
    'select sweep_user_transfers($1, $2) + sweep_user_bulks($1, $2) as swept',
    [now, batch],
  );
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes log rows that their tenants keep no longer, at most `batch` of each log and tenant; answers how many. */
export async function sweepLogs(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_logs($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes the permissions that later rules of their licences replaced, at most `batch`; answers how many. */
export async function sweepPermissions(pool: pg.Pool, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_permissions($1) as swept', [batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Notes over-use of licences whose users or devices changed within so many seconds; answers of how many it changed. */
export async function watchOverUse(pool: pg.Pool, now: Date, seconds: number): Promise<number> {
  const answer = await pool.query<{ touched: number }>(
    'select watch_over_use($1, make_interval(secs => $2)) as touched',
    [now, seconds],
  );
  return answer.rows[0]?.touched ?? 0;
}

/** Deletes values of the logs that no row has any more; looks at `batch` at most and answers how many it looked at. */
export async function sweepLogTerms(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ looked: number }>('select sweep_log_terms($1, $2) as looked', [now, batch]);
  return answer.rows[0]?.looked ?? 0;
}

/** Users whose lock has ended by its time, those of the longest first, at most `batch`. */
export async function findEndedLocks(
  pool: pg.Pool,
  now: Date,
  batch: number,
): Promise<{ tenant_id: string; uuid: string }[]> {
  return (await pool.query('select * from find_ended_locks($1, $2)', [now, batch])).rows;
}

/** Makes the log partitions ahead and drops those past their keeping. */
export async function keepLogPartitions(pool: pg.Pool, since: Date, until: Date, keepFrom: Date): Promise<number> {
  const answer = await pool.query<{ touched: number }>('select keep_log_partitions($1, $2, $3) as touched', [
    since,
    until,
    keepFrom,
  ]);
  return answer.rows[0]?.touched ?? 0;
}

export interface TenantRow {
  tenant_id: string;
  name: string;
  status: 'active' | 'suspended';
  region: string;
  country: string | null;
  locale: string;
  timezone: string;
  security_policy: Record<string, unknown>;
  user_count: number;
  user_limit: number | null;
  created_at: Date;
}

export async function listTenants(pool: pg.Pool): Promise<TenantRow[]> {
  return (await pool.query<TenantRow>('select * from list_tenants()')).rows;
}

/** The mail runs that are not finished, oldest first: asked by a worker that starts. */
export async function findUnfinishedMailRuns(pool: pg.Pool): Promise<{ tenant_id: string; uuid: string }[]> {
  const answer = await pool.query<{ tenant_id: string; uuid: string }>('select * from find_unfinished_mail_runs()');
  return answer.rows;
}
