import { sql } from 'kysely';
import type { OperatorTenant } from '#contract/operator/tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';

const columns = [
  'tenant_id',
  'name',
  'status',
  'country',
  'region',
  'locale',
  'timezone',
  sql<number>`count_users()`.as('user_count'),
  'user_limit',
  'created_at',
] as const;

export interface TenantRow {
  tenant_id: string;
  name: string;
  status: 'active' | 'suspended';
  country: string | null;
  region: string;
  locale: string;
  timezone: string;
  user_count: number;
  user_limit: number | null;
  created_at: Date;
}

export const toTenant = (row: TenantRow): OperatorTenant => ({
  tenantId: row.tenant_id,
  name: row.name,
  status: row.status,
  country: row.country,
  region: row.region,
  locale: row.locale,
  timezone: row.timezone,
  userCount: row.user_count,
  userLimit: row.user_limit,
  createdAt: row.created_at.toISOString(),
});

export async function findTenant(tx: Tx): Promise<TenantRow | null> {
  return (await tx.selectFrom('tenants').select(columns).executeTakeFirst()) ?? null;
}

/** Null when the id is taken. */
export async function insertTenant(tx: Tx, row: Omit<TenantRow, 'status' | 'user_count'>): Promise<TenantRow | null> {
  const inserted = await tx
    .insertInto('tenants')
    .values({ ...row, updated_at: row.created_at })
    .onConflict((conflict) => conflict.column('tenant_id').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return inserted ?? null;
}

/** The limit of users as it was, held until the transaction ends; null: there is no such tenant. */
export async function holdUserLimit(tx: Tx): Promise<Pick<TenantRow, 'user_limit'> | null> {
  return (await tx.selectFrom('tenants').select('user_limit').forNoKeyUpdate().executeTakeFirst()) ?? null;
}

export async function setUserLimit(tx: Tx, userLimit: number | null, now: Date): Promise<void> {
  await tx
    .updateTable('tenants')
    .set((eb) => ({ user_limit: userLimit, updated_at: now, revision: eb('revision', '+', 1) }))
    .execute();
}

/** Null when the tenant has that status already, or is not there. */
export async function setTenantStatus(tx: Tx, status: TenantRow['status'], now: Date): Promise<TenantRow | null> {
  const changed = await tx
    .updateTable('tenants')
    .set((eb) => ({ status, updated_at: now, revision: eb('revision', '+', 1) }))
    .where('status', '<>', status)
    .returning(columns)
    .executeTakeFirst();
  return changed ?? null;
}
