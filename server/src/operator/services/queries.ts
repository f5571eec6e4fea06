import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Services } from '../../platform/db/schema.ts';
import { PROVIDER, type Tx } from '../../platform/db/transaction.ts';

export type ServiceRow = Omit<Selectable<Services>, 'tenant_id' | 'icon'>;

const columns = [
  'service_class',
  'enabled',
  'names',
  'descriptions',
  'link_urls',
  'admin_link_urls',
  'icon_version',
  'created_at',
  'updated_at',
] as const;

export async function listServices(tx: Tx): Promise<ServiceRow[]> {
  return tx.selectFrom('services').select(columns).orderBy('service_class').execute();
}

export async function findService(tx: Tx, serviceClass: string): Promise<ServiceRow | null> {
  const row = await tx
    .selectFrom('services')
    .select(columns)
    .where('service_class', '=', serviceClass)
    .executeTakeFirst();
  return row ?? null;
}

/** Null when there is one of that class. */
export async function insertService(tx: Tx, row: Omit<Insertable<Services>, 'tenant_id'>): Promise<ServiceRow | null> {
  const inserted = await tx
    .insertInto('services')
    .values({ ...row, tenant_id: PROVIDER })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'service_class']).doNothing())
    .returning(columns)
    .executeTakeFirst();
  return inserted ?? null;
}

/** Null when there is none of that class. */
export async function updateService(
  tx: Tx,
  serviceClass: string,
  values: Updateable<Services>,
): Promise<ServiceRow | null> {
  const updated = await tx
    .updateTable('services')
    .set(values)
    .where('service_class', '=', serviceClass)
    .returning(columns)
    .executeTakeFirst();
  return updated ?? null;
}
