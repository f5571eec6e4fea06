import type { Insertable, Selectable, Updateable } from 'kysely';
import type { AppRequests } from '../../platform/db/schema.ts';
import type { Tx } from '../../platform/db/transaction.ts';

export type RequestRow = Selectable<AppRequests>;

/** Open requests of a tenant that are listed; a user has a few. */
const MOST_LISTED = 200;

export async function countOpen(tx: Tx, userUuid: string): Promise<number> {
  const row = await tx
    .selectFrom('app_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_uuid', '=', userUuid)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The user is locked, so that two requests at once are counted one after the other. */
export async function holdUser(tx: Tx, userUuid: string): Promise<{ user_id: string } | null> {
  const query = tx.selectFrom('users').select('user_id').where('uuid', '=', userUuid).forNoKeyUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export async function insertRequest(tx: Tx, row: Insertable<AppRequests>): Promise<RequestRow> {
  return tx.insertInto('app_requests').values(row).returningAll().executeTakeFirstOrThrow();
}

/** What was decided before a moment is of no use any more. */
export async function deleteDecided(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('app_requests').where('decided_at', '<', before).execute();
}

export async function listOf(tx: Tx, userUuid: string): Promise<RequestRow[]> {
  const mine = tx.selectFrom('app_requests').selectAll().where('user_uuid', '=', userUuid);
  return mine.orderBy('asked_at', 'desc').orderBy('request_id').limit(MOST_LISTED).execute();
}

export async function listOpen(tx: Tx) {
  return tx
    .selectFrom('app_requests as r')
    .innerJoin('users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'r.tenant_id').onRef('u.uuid', '=', 'r.user_uuid'),
    )
    .selectAll('r')
    .select(['u.user_id', 'u.family_name', 'u.given_name'])
    .where('r.state', '=', 'open')
    .orderBy('r.asked_at')
    .orderBy('r.request_id')
    .limit(MOST_LISTED)
    .execute();
}

/** One request, locked until the transaction ends. */
export async function holdRequest(tx: Tx, requestId: string): Promise<RequestRow | null> {
  const query = tx.selectFrom('app_requests').selectAll().where('request_id', '=', requestId).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

export async function updateRequest(tx: Tx, requestId: string, set: Updateable<AppRequests>): Promise<void> {
  await tx.updateTable('app_requests').set(set).where('request_id', '=', requestId).execute();
}
