import { fail } from '#contract/errors.ts';
import type { Component } from '#contract/operator/status.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import * as queries from './queries.ts';

/** The tracked components, by id. */
export async function listComponents(tx: Tx): Promise<Component[]> {
  return (await queries.listComponents(tx)).map(queries.toComponent);
}

/** Says how a component does. One not tracked yet is added; without a name its id stands in. */
export async function setComponent(
  tx: Tx,
  act: Acting,
  { componentId, status, name }: { componentId: string; status: Component['status']; name?: string | undefined },
): Promise<Component> {
  const before = await queries.findComponent(tx, componentId);
  const row = {
    tenant_id: PROVIDER,
    component_id: componentId,
    name: name ?? before?.name ?? componentId,
    status,
    updated_at: act.now,
  };
  await queries.upsertComponent(tx, row);
  const changes = { status: { before: before?.status ?? null, after: status } };
  const operation = before ? 'update' : 'create';
  await act.audit(
    tx,
    { type: 'statusComponent.changed', targetId: componentId, changes },
    { tenantId: PROVIDER, operation },
  );
  return queries.toComponent(row);
}

/** Tracks a component no longer. Throws `not_found`. */
export async function removeComponent(tx: Tx, act: Acting, componentId: string): Promise<void> {
  if (!(await queries.deleteComponent(tx, componentId))) throw fail('not_found', { field: 'componentId' });
  await act.audit(
    tx,
    { type: 'statusComponent.removed', targetId: componentId },
    { tenantId: PROVIDER, operation: 'delete' },
  );
}
