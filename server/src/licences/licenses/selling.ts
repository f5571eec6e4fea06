import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Licenses } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** A licence, held until the transaction ends. */
export async function holdLicense(tx: Tx, licenseId: string): Promise<Selectable<Licenses> | null> {
  const row = await tx
    .selectFrom('licenses')
    .selectAll()
    .where('license_id', '=', licenseId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Since when which licences of the tenant are suspended. */
export async function listSuspensions(tx: Tx): Promise<Map<string, Date>> {
  const rows = await tx
    .selectFrom('licenses')
    .select(['license_id', 'suspended_at'])
    .where('suspended_at', 'is not', null)
    .execute();
  return new Map(rows.map((row) => [row.license_id, row.suspended_at as Date]));
}

/** False when there is one of that id. */
export async function insertLicense(tx: Tx, row: Insertable<Licenses>): Promise<boolean> {
  const inserted = await tx
    .insertInto('licenses')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant_id', 'license_id']).doNothing())
    .returning('license_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateLicense(tx: Tx, licenseId: string, values: Updateable<Licenses>): Promise<void> {
  await tx.updateTable('licenses').set(values).where('license_id', '=', licenseId).execute();
}
