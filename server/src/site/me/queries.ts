import type { RoleGrant } from '#contract/roles.ts';
import { sql } from 'kysely';
import type pg from 'pg';
import { queryInTenant } from '../../platform/db/one-message.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface MeRow {
  tenant_id: string;
  tenant_name: string;
  tenant_locale: string;
  tenant_timezone: string;
  tenant_country: string | null;
  security_policy: Record<string, unknown>;
  user_id: string;
  uuid: string;
  family_name: string;
  given_name: string;
  status: string;
  roles: string[];
  grants: RoleGrant[];
  department: string;
  location: string;
  locale: string | null;
  timezone: string | null;
  login_mail_address: string | null;
  next_login_mail_address: string | null;
  next_login_mail_address_expires_at: Date | null;
  mail_addresses: string[];
  totps: { uuid: string; enabled: boolean; activated_at: string | null }[];
  recovery_codes_left: number;
  password_changed_at: Date | null;
  user_code_assigned: boolean;
  source: string;
  logined_at: Date | null;
  app_extension: Record<string, unknown>;
}

const text = `
  select u.tenant_id, t.name as tenant_name, t.locale as tenant_locale, t.timezone as tenant_timezone,
    t.country as tenant_country, t.security_policy, u.user_id, u.uuid, u.family_name, u.given_name, u.status, u.roles,
    (select coalesce(jsonb_agg(jsonb_build_object('role', r.role, 'scope', r.scope, 'group', r.group_uuid)), '[]')
      from role_grants r where r.tenant_id = u.tenant_id and r.user_uuid = u.uuid) as grants,
    u.department, u.location, u.locale, u.timezone, u.login_mail_address, u.next_login_mail_address,
    u.next_login_mail_address_expires_at, u.user_code_hash is not null as user_code_assigned, u.source,
    (select nullif(l.signed_in_at, '-infinity') from last_sign_ins l
      where l.tenant_id = u.tenant_id and l.uuid = u.uuid) as logined_at,
    u.app_extension, p.changed_at as password_changed_at,
    array(select m.mail_address from user_mail_addresses m
      where m.tenant_id = u.tenant_id and m.user_uuid = u.uuid order by m.position) as mail_addresses,
    (select coalesce(jsonb_agg(jsonb_build_object('uuid', x.uuid, 'enabled', x.enabled, 'activated_at', x.activated_at)), '[]')
      from totps x where x.tenant_id = u.tenant_id and x.user_uuid = u.uuid) as totps,
    (select count(*)::integer from recovery_codes r
      where r.tenant_id = u.tenant_id and r.user_uuid = u.uuid and r.consumed_at is null) as recovery_codes_left
  from users u
  join tenants t on t.tenant_id = u.tenant_id
  left join user_passwords p on p.tenant_id = u.tenant_id and p.user_uuid = u.uuid
  where u.uuid = `;

/** Everything `GET /me` returns, in one query. */
export async function readMeRow(tx: Tx, uuid: string): Promise<MeRow | null> {
  const answer = await sql<MeRow>`${sql.raw(text)} ${uuid}`.execute(tx);
  return answer.rows[0] ?? null;
}

/** Like `readMeRow`, for a hot path: prepared, in one message. `tenantId` was verified by the caller's token. */
export async function readMeRowPrepared(pool: pg.Pool, tenantId: string, uuid: string): Promise<MeRow | null> {
  const rows = await queryInTenant<MeRow & pg.QueryResultRow>(pool, tenantId, {
    name: 'read_me',
    text: `${text} $1`,
    values: [uuid],
  });
  return rows[0] ?? null;
}
