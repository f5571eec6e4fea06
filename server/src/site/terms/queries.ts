import type { Tx } from '../../platform/db/transaction.ts';

/** The tenant's region, which decides about links and terms. */
export async function readRegion(tx: Tx): Promise<string | null> {
  return (await tx.selectFrom('tenants').select('region').executeTakeFirst())?.region ?? null;
}

/** Versions that a user accepted, newest first. */
export async function listAcceptances(tx: Tx, userUuid: string) {
  return tx
    .selectFrom('terms_acceptances')
    .select(['version', 'accepted_at'])
    .where('user_uuid', '=', userUuid)
    .orderBy('accepted_at', 'desc')
    .execute();
}

/** Returns whether it is new; an earlier acceptance keeps its time. */
export async function insertAcceptance(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  version: string,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('terms_acceptances')
    .values({ tenant_id: account.tenantId, user_uuid: account.uuid, version, accepted_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst();
  return row !== undefined;
}
