import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { newTenant, OperatorTenant, tenantChanges } from '#contract/operator/tenants.ts';
import { listTenants as listTenantRows } from '../../platform/db/across-tenants.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import type { Tools } from '../../platform/tools.ts';
import { endEverySession } from '../../sign-in/sessions/sessions.ts';
import * as rows from '../../tenant/tenants/tenants.ts';

/**
 * Makes a tenant. Its id was never used before and never will be again: tenants are not deleted.
 * Throws `duplicated_params_tenantId`.
 */
export async function createTenant(
  { db, config }: Tools,
  act: Acting,
  tenant: z.output<typeof newTenant>,
): Promise<OperatorTenant> {
  const { tenantId, name, locale, timezone, country, userLimit } = tenant;
  return db.inTenant(tenantId, async (tx) => {
    const row = await rows.insertTenant(tx, {
      tenant_id: tenantId,
      name,
      country,
      region: tenant.region ?? config.REGION,
      locale,
      timezone,
      user_limit: userLimit,
      created_at: act.now,
    });
    if (!row) throw fail('duplicated_params_tenantId', { field: 'tenantId' });
    const changes = userLimit === null ? {} : { changes: { userLimit: { after: userLimit } } };
    await act.audit(tx, { type: 'tenant.created', targetId: tenantId, ...changes }, { tenantId, operation: 'create' });
    return rows.toTenant(row);
  });
}

/** Every tenant, by id. */
export async function listTenants({ db }: Tools): Promise<OperatorTenant[]> {
  return (await listTenantRows(db.pool)).map(rows.toTenant);
}

/** One tenant. Throws `not_found`. */
export const showTenant = ({ db }: Tools, tenantId: string): Promise<OperatorTenant> =>
  db.inTenant(tenantId, readTenant);

/** The tenant of the transaction. Throws `not_found`. */
export async function readTenant(tx: Tx): Promise<OperatorTenant> {
  const row = await rows.findTenant(tx);
  if (!row) throw fail('not_found', { field: 'tenantId' });
  return rows.toTenant(row);
}

/**
 * Sets how many users a tenant may have (specification, section 8); null: any number. A limit below those who are there
 * takes nobody away: no more can be made. Throws `not_found`.
 */
export async function updateTenant(
  tx: Tx,
  act: Acting,
  tenantId: string,
  { userLimit }: z.output<typeof tenantChanges>,
): Promise<OperatorTenant> {
  const before = await rows.holdUserLimit(tx);
  if (before && before.user_limit !== userLimit) {
    await rows.setUserLimit(tx, userLimit, act.now);
    const changes = { userLimit: { before: before.user_limit, after: userLimit } };
    await act.audit(tx, { type: 'tenant.changed', targetId: tenantId, changes }, { tenantId, operation: 'update' });
  } else act.owesNoEvent();
  const row = await rows.findTenant(tx);
  if (!row) throw fail('not_found', { field: 'tenantId' });
  return rows.toTenant(row);
}

/**
 * Stops a tenant or lets it go on. A stopped tenant's sessions and tokens end with it: they stay ended when it goes on.
 * Doing it twice changes nothing. Throws `not_found`.
 */
async function setStatus(
  tx: Tx,
  act: Acting,
  tenantId: string,
  status: OperatorTenant['status'],
): Promise<OperatorTenant> {
  const changed = await rows.setTenantStatus(tx, status, act.now);
  if (changed) {
    if (status === 'suspended') await endEverySession(tx, 'tenantSuspended', act.now);
    const changes = { status: { before: status === 'active' ? 'suspended' : 'active', after: status } };
    const type = status === 'active' ? 'tenant.resumed' : 'tenant.suspended';
    await act.audit(tx, { type, targetId: tenantId, changes }, { tenantId, operation: 'update' });
  } else act.owesNoEvent();
  const row = changed ?? (await rows.findTenant(tx));
  if (!row) throw fail('not_found', { field: 'tenantId' });
  return rows.toTenant(row);
}

export const suspendTenant = (tx: Tx, act: Acting, tenantId: string) => setStatus(tx, act, tenantId, 'suspended');
export const resumeTenant = (tx: Tx, act: Acting, tenantId: string) => setStatus(tx, act, tenantId, 'active');
