import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';

export interface TenantRow {
  tenant_id: string;
  name: string;
  status: 'active' | 'suspended';
  locale: string;
  timezone: string;
  custom_theme: Record<string, unknown>;
  security_policy: Record<string, unknown>;
  /** True if the tenant has reached its user limit. */
  is_full: boolean;
}

/** The transaction's tenant; null if there is none. */
export async function readTenant(tx: Tx): Promise<TenantRow | null> {
  const row = await tx
    .selectFrom('tenants')
    .select(['tenant_id', 'name', 'status', 'locale', 'timezone', 'custom_theme', 'security_policy'])
    .select(sql<boolean>`case when user_limit is null then false else user_limit <= count_users() end`.as('is_full'))
    .executeTakeFirst();
  return row ?? null;
}

/** The user who signs in with this address. */
export async function findOwner(tx: Tx, mailAddress: string): Promise<string | null> {
  const row = await tx
    .selectFrom('users')
    .select('uuid')
    .where('login_mail_address_key', '=', mailAddress.toLowerCase())
    .executeTakeFirst();
  return row?.uuid ?? null;
}

/** True if a request was handled before: its code contains the request's ID. */
export async function isAnswered(tx: Tx, purpose: string, requestId: string): Promise<boolean> {
  const { rows } = await sql`
    select from one_time_codes where user_uuid is null and purpose = ${purpose} and data ->> 'requestId' = ${requestId}
    limit 1`.execute(tx);
  return rows.length > 0;
}
