import type { UserCondition, UserSortColumn } from '#contract/people/users-search.ts';
import { type Asked, countAll, type Found, pageOfAll, pageOfMatching } from '../../platform/db/search/pages.ts';
import type { Predicate } from '../../platform/db/search/predicate.ts';
import type { Database, Tx } from '../../platform/db/transaction.ts';
import { countBySignIn, countKnown } from './counted.ts';
import { jump } from './jump.ts';
import { markersOf } from './markers.ts';
import { users } from './queries.ts';

/** A list of so many users is one to jump in. */
const LONG = 50_000;

interface Here {
  db: Database;
  tenantId: string;
}
type Now = { tx: Tx; now: Date };

/** The places of a page of the users that match, so many if it is `known`; of the whole list, where nothing is asked of them. */
export async function pageOf(
  { db, tx, tenantId, now }: Here & Now,
  predicates: readonly Predicate[],
  asked: Asked<UserSortColumn>,
  condition: UserCondition,
  known?: number,
): Promise<Found> {
  if (predicates.length > 0) {
    return pageOfMatching(
      tx,
      users,
      predicates,
      asked,
      { tenantId, condition },
      {
        many: async (tx) => known ?? countKnown(tx, condition),
        along: (tx) => countBySignIn(tx, condition, now),
      },
    );
  }
  const { sort, descending, cursor, count, page } = asked;
  if (!cursor && page > 1) {
    const total = await countAll(tx, users);
    const places = await jump(db, tx, tenantId, { sort, descending, total }, (page - 1) * count, count + 1);
    return { places, total, isEstimate: false };
  }
  const found = await pageOfAll(tx, users, asked);
  prepareJumps({ db, tenantId }, asked, found);
  return found;
}

/** Whoever begins with a long list may jump next. */
export function prepareJumps({ db, tenantId }: Here, { sort, cursor }: Asked<UserSortColumn>, { total }: Found): void {
  if (total > LONG && !cursor) markersOf(db, { tenantId, sort, total });
}
