import type { Component } from '#contract/operator/status.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export interface ComponentRow {
  component_id: string;
  name: string;
  status: Component['status'];
  updated_at: Date;
}

const columns = ['component_id', 'name', 'status', 'updated_at'] as const;

export const toComponent = (row: ComponentRow): Component => ({
  componentId: row.component_id,
  name: row.name,
  status: row.status,
  updatedAt: row.updated_at.toISOString(),
});

export async function listComponents(tx: Tx): Promise<ComponentRow[]> {
  return tx.selectFrom('status_components').select(columns).orderBy('component_id').limit(500).execute();
}

export async function findComponent(tx: Tx, componentId: string): Promise<ComponentRow | null> {
  const row = await tx
    .selectFrom('status_components')
    .select(columns)
    .where('component_id', '=', componentId)
    .executeTakeFirst();
  return row ?? null;
}

export async function upsertComponent(tx: Tx, row: ComponentRow & { tenant_id: string }): Promise<void> {
  const { name, status, updated_at } = row;
  await tx
    .insertInto('status_components')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'component_id']).doUpdateSet({ name, status, updated_at }))
    .execute();
}

export async function deleteComponent(tx: Tx, componentId: string): Promise<boolean> {
  const gone = await tx
    .deleteFrom('status_components')
    .where('component_id', '=', componentId)
    .returning('component_id')
    .executeTakeFirst();
  return gone !== undefined;
}
