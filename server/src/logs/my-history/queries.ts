import { type SqlBool, sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Period } from '../../platform/db/period.ts';
import type { Place } from '../place.ts';
import { isOpen } from '../../sign-in/sessions/open.ts';

export interface LoginRow {
  id: string;
  at: Date;
  status: string;
  reason: string | null;
  login_type: string;
  address: string | null;
  user_agent: string;
  session_id: string | null;
  device_id: string | null;
  client_name: string | null;
  session_open: boolean;
}

/** At most `count` rows of a period, newest first: those after a place, or those just before it. */
export async function listLogins(
  tx: Tx,
  userUuid: string,
  asked: Period & { after?: Place; before?: Place; count: number; now: Date },
): Promise<LoginRow[]> {
  const { from, to, after, before, count, now } = asked;
  let query = tx
    .selectFrom('login_log as l')
    .leftJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 'l.tenant_id').onRef('s.session_id', '=', 'l.session_id'),
    )
    .select(['l.id', 'l.at', 'l.status', 'l.reason', 'l.login_type', 'l.address', 'l.user_agent', 'l.session_id'])
    .select(['l.device_id', 'l.client_name'])
    .select(sql<boolean>`(s.session_id is not null and ${isOpen(now)})`.as('session_open'))
    .where('l.user_uuid', '=', userUuid)
    .where('l.at', '>=', from)
    .where('l.at', '<=', to);
  if (after) query = query.where(sql<SqlBool>`(l.at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  if (before) query = query.where(sql<SqlBool>`(l.at, l.id) > (${before.at}::timestamptz, ${before.id}::uuid)`);
  const direction = before ? 'asc' : 'desc';
  const rows = await query.orderBy('l.at', direction).orderBy('l.id', direction).limit(count).execute();
  return before ? rows.reverse() : rows;
}

/** Number of rows of a period, counted up to `most`. */
export async function countLogins(tx: Tx, userUuid: string, { from, to }: Period, most: number): Promise<number> {
  const row = await tx
    .selectFrom((eb) =>
      eb
        .selectFrom('login_log')
        .select('id')
        .where('user_uuid', '=', userUuid)
        .where('at', '>=', from)
        .where('at', '<=', to)
        .limit(most)
        .as('counted'),
    )
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirst();
  return row?.total ?? 0;
}

export async function findLogin(tx: Tx, userUuid: string, id: string, since: Date) {
  const row = await tx
    .selectFrom('login_log')
    .select(['id', 'status', 'login_type', 'session_id'])
    .where('user_uuid', '=', userUuid)
    .where('at', '>=', since)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
