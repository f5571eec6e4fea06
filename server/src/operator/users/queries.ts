import { sql } from 'kysely';
import type { OperatorUser } from '#contract/operator/users.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface UserRow {
  tenant_id: string;
  uuid: string;
  user_id: string;
  family_name: string;
  given_name: string;
  status: OperatorUser['status'];
  roles: string[];
  login_mail_address: string | null;
  failed_count: number;
  failed_streak: number;
  locked_until: Date | null;
  logined_at: Date | null;
  created_at: Date;
  password_assigned: boolean;
  must_change: boolean | null;
  totp_enabled: boolean;
  recovery_codes_left: number;
}

export const toUser = (row: UserRow): OperatorUser => ({
  tenantId: row.tenant_id,
  uuid: row.uuid,
  userId: row.user_id,
  familyName: row.family_name,
  givenName: row.given_name,
  status: row.status,
  roles: row.roles,
  loginMailAddress: row.login_mail_address,
  passwordAssigned: row.password_assigned,
  mustChangePassword: row.must_change ?? false,
  totpEnabled: row.totp_enabled,
  recoveryCodesLeft: row.recovery_codes_left,
  failedCount: row.failed_count,
  failedStreak: row.failed_streak,
  lockedUntil: row.locked_until?.toISOString() ?? null,
  loginedAt: row.logined_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});

/** A user by id, compared case-insensitively. */
export async function findUser(tx: Tx, userId: string): Promise<UserRow | null> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('user_passwords as p', (join) =>
      join.onRef('p.tenant_id', '=', 'u.tenant_id').onRef('p.user_uuid', '=', 'u.uuid'),
    )
    .select(['u.tenant_id', 'u.uuid', 'u.user_id', 'u.family_name', 'u.given_name', 'u.status', 'u.roles'])
    .select(['u.login_mail_address', 'u.failed_count', 'u.failed_streak', 'u.locked_until'])
    .select(['u.created_at', 'p.must_change'])
    .select([
      sql<Date | null>`(select nullif(l.signed_in_at, '-infinity') from last_sign_ins l where l.uuid = u.uuid)`.as(
        'logined_at',
      ),
      sql<boolean>`p.user_uuid is not null`.as('password_assigned'),
      sql<boolean>`exists (select from totps t where t.user_uuid = u.uuid and t.enabled)`.as('totp_enabled'),
      sql<number>`(select count(*)::integer from recovery_codes r where r.user_uuid = u.uuid and r.consumed_at is null)`.as(
        'recovery_codes_left',
      ),
    ])
    .where('u.user_id_key', '=', userId.toLowerCase())
    .executeTakeFirst();
  return row ?? null;
}

/** What the password rules of a tenant are asked with; null: no such tenant. */
export async function readPasswordRules(
  tx: Tx,
): Promise<{ name: string; security_policy: Record<string, unknown> } | null> {
  return (await tx.selectFrom('tenants').select(['name', 'security_policy']).executeTakeFirst()) ?? null;
}
