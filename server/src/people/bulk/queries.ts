import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Status } from '../changes/access.ts';

export interface Target {
  uuid: string;
  user_id: string;
  status: Status;
  is_administrator: boolean;
  /** Deactivated, and an administrator again once activated. */
  regains_rights: boolean;
}

const regainsRights = sql<SqlBool>`(status = 'inactive' and is_administrator('active', roles))`;
const target = sql`uuid, user_id, status, is_administrator(status, roles) as is_administrator, ${regainsRights} as regains_rights`;

/** Whether activating the users of a staged act makes somebody an administrator again. */
export async function stagedRegainRights(tx: Tx, bulkId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where ${regainsRights} and uuid in (
      select unnest(b.user_uuids) from user_bulk_bites b where b.bulk_id = ${bulkId}) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Users by their visible ids, held until the transaction ends; in one order everywhere, so that two calls never deadlock. */
export async function holdByIds(tx: Tx, userIds: readonly string[]): Promise<Target[]> {
  const keys = userIds.map((userId) => userId.toLowerCase());
  const { rows } = await sql<Target>`
    select ${target} from users where user_id_key = any (${keys}::text[]) order by uuid for update`.execute(tx);
  return rows;
}

export async function holdByUuids(tx: Tx, uuids: readonly string[]): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select ${target} from users where uuid = any (${uuids}::uuid[]) order by uuid for update`.execute(tx);
  return rows;
}
