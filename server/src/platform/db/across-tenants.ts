import type pg from 'pg';
import type { RoleGrant } from '#contract/roles.ts';
import type { ProofMethod } from '#contract/sign-in/proofs.ts';

/**
 * Named queries that run before a tenant is known. Each is one `security definer` function of the database
 * (migrations/0002_across_tenants.sql) called as one prepared statement. Adding another needs a decision record.
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
  /** False: the app that the grant was given to is for assigned users, and the user is none. True without a grant. */
  may_use_app: boolean;
}

/** Read at every call: the account's state, its origin, its rights and the OAuth grant behind the token. */
export interface CallerRow extends Omit<PrincipalRow, 'security_policy'> {
  security_policy: string;
  source: string;
  /** Roles beyond the one that every user has. */
  grants: RoleGrant[];
  /** Account of the OAuth grant; null if that does not exist in this tenant or has ended. */
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
    name: 'find_caller_of_app',
    text: 'select * from find_caller_of_app($1, $2, $3, $4)',
    values: [tenantId, uuid, sessionId, grantHash === null ? null : Buffer.from(grantHash, 'base64url')],
  });
  return answer.rows[0] ?? null;
}

/** The accounts an email address can sign in to, the user's default first; at most 50. */
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

/** True only for the caller that consumed the artifact. */
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

/** Revokes a token family: the grant and every code and token issued from it. Returns how many were deleted. */
export async function revokeOauthGrant(pool: pg.Pool, grantHash: Buffer): Promise<number> {
  const answer = await pool.query<{ gone: number }>({
    name: 'oauth_revoke_grant',
    text: 'select oauth_revoke_grant($1) as gone',
    values: [grantHash],
  });
  return answer.rows[0]?.gone ?? 0;
}

/** Deletes expired rows, at most `batch` of each kind; returns how many. */
export async function sweepEnded(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_ended($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Exports past their retention, oldest first, at most `batch`. */
export async function expiredExports(
  pool: pg.Pool,
  now: Date,
  batch: number,
): Promise<{ tenant_id: string; export_status_id: string }[]> {
  return (await pool.query('select * from expired_exports($1, $2)', [now, batch])).rows;
}

/** Permanently deletes users that were deleted 30 days ago, at most `batch`; returns how many. */
export async function sweepDeletedUsers(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_deleted_users($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes imports and bulk operations past their retention, at most about `batch` rows; returns how many. */
export async function sweepTransfers(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>(
    'select sweep_user_transfers($1, $2) + sweep_user_bulks($1, $2) as swept',
    [now, batch],
  );
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes log rows past their tenant's retention, at most `batch` per log and tenant; returns how many. */
export async function sweepLogs(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_logs($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes what is known of users without an account past its retention, at most `batch`; returns how many. */
export async function sweepUnknownUsers(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_unknown_users($1, $2) as swept', [now, batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Deletes permissions superseded by later rules of their license, at most `batch`; returns how many. */
export async function sweepPermissions(pool: pg.Pool, batch: number): Promise<number> {
  const answer = await pool.query<{ swept: number }>('select sweep_permissions($1) as swept', [batch]);
  return answer.rows[0]?.swept ?? 0;
}

/** Records over-use of licenses whose users or devices changed within the last `seconds`; returns how many changed. */
export async function watchOverUse(pool: pg.Pool, now: Date, seconds: number): Promise<number> {
  const answer = await pool.query<{ touched: number }>(
    'select watch_over_use($1, make_interval(secs => $2)) as touched',
    [now, seconds],
  );
  return answer.rows[0]?.touched ?? 0;
}

/** Deletes log filter values that no row uses any more; examines at most `batch` and returns how many it examined. */
export async function sweepLogTerms(pool: pg.Pool, now: Date, batch: number): Promise<number> {
  const answer = await pool.query<{ looked: number }>('select sweep_log_terms($1, $2) as looked', [now, batch]);
  return answer.rows[0]?.looked ?? 0;
}

/** Users whose lock has expired, longest first, at most `batch`. */
export async function findEndedLocks(
  pool: pg.Pool,
  now: Date,
  batch: number,
): Promise<{ tenant_id: string; uuid: string }[]> {
  return (await pool.query('select * from find_ended_locks($1, $2)', [now, batch])).rows;
}

/** Where the users of a proven email domain sign in, if anywhere: a tenant and the UUID of its connection. */
export async function findDomainRoute(
  pool: pg.Pool,
  domain: string,
): Promise<{ tenant_id: string; connection: string } | null> {
  const text = 'select * from find_domain_route($1)';
  return (await pool.query({ name: 'find_domain_route', text, values: [domain] })).rows[0] ?? null;
}

/** Email domains whose proof is to be looked for again, longest unseen first, at most `batch`. */
export async function findDomainsToCheck(
  pool: pg.Pool,
  now: Date,
  batch: number,
): Promise<{ tenant_id: string; uuid: string; domain: string }[]> {
  return (await pool.query('select * from find_domains_to_check($1, $2)', [now, batch])).rows;
}

/** Creates upcoming log partitions and drops those past their retention. */
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

/** Work that is under way in any tenant, with the job that does it: asked by a worker that starts. */
export async function unfinishedWork(pool: pg.Pool): Promise<{ tenant_id: string; job: string; id: string }[]> {
  const mailings = "select tenant_id, 'mailRun', uuid from find_unfinished_mail_runs()";
  return (await pool.query(`select * from unfinished_user_transfers() union all ${mailings}`)).rows;
}
