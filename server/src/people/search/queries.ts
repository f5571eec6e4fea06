import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserSortColumn } from '#contract/people/users-search.ts';
import type { Place } from '../../platform/db/keyset.ts';
import { searchQueries } from '../../platform/db/search/questions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { userKeyset } from './order.ts';

/** The users of the tenant, to be listed and searched. */
export const users = searchQueries<UserSortColumn>({
  row: 'u',
  table: 'users',
  view: 'searchable_users',
  sweeping: 'sweepable_users',
  keyset: userKeyset,
  apart: { sort: 'loginedAt', view: 'searchable_last_sign_ins', column: 'signed_in_at' },
  total: sql<number>`count_users()`,
});

/**
 * Every so many users the place of one, in ascending order and at most `many` of them: from the first user on, or behind
 * a place that was among them. Each is found by counting along the index from the one before.
 */
export async function readMarkers(
  tx: Tx,
  sort: UserSortColumn,
  { every, many, from }: { every: number; many: number; from: Place | null },
): Promise<Place[]> {
  const { keyText, rawKey, orderBy, behind, notBefore } = userKeyset;
  const next = (start: RawBuilder<SqlBool>, offset: number) => sql`
    select u.uuid, ${rawKey(sort)} as raw, ${keyText(sort)} as key from ${users.inOrder(sort)} where ${start}
    order by ${orderBy(sort, false)} limit 1 offset ${offset}`;
  const first = from ? next(behind(sort, false, from, true), every) : next(sql`true`, 0);
  const { rows } = await sql<Place>`
    with recursive m as (
      (${first}) union all select n.* from m cross join lateral (${next(notBefore(sort, 'm'), every)}) n)
    select uuid, key from m limit ${many}`.execute(tx);
  return rows;
}
