import type { RawBuilder } from 'kysely';
import type { ListedUser } from '#contract/authentication/users-fields.ts';
import {
  EXACT_TOTAL,
  type listUsers,
  type searchUsers,
  type UserCondition,
  type UserSortColumn,
} from '#contract/authentication/users-search.ts';
import { fail } from '#contract/errors.ts';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import type { Database, Tx } from '../../../db/transaction.ts';
import { listRows, toListedUser } from '../rows.ts';
import { predicatesOfValues } from './condition.ts';
import { readPredicates } from './in-group.ts';
import { type Cursor, formatCursor, parseCursor, type Place } from './order.ts';
import { type Asked, type Found, pageOfAll, pageOfMatching } from './pages.ts';
import { collectPlaces, countThose, matching, readMatching } from './queries.ts';

export interface UserPage {
  results: ListedUser[];
  totalResults: number;
  totalIsEstimate?: boolean;
  itemsPerPage: number;
  next?: string;
  previous?: string;
}

/** What a search needs besides what is asked. */
interface Here {
  db: Database;
  tx: Tx;
  tenantId: string;
  now: Date;
}

/** Searches the users of the transaction's tenant. Throws `invalid_params` for a cursor of another list, a group that is not there. */
export async function searchForUsers(here: Here, body: BodyOf<typeof searchUsers>): Promise<UserPage> {
  const asked = toAsked(body.sort, body.order === 'descending', body);
  const predicates = await readPredicates(here.tx, body.condition, here.now);
  const found =
    predicates.length === 0
      ? await pageOfAll(here.db, here.tx, here.tenantId, asked)
      : await pageOfMatching(here.tx, predicates, asked);
  return toPage(here.tx, asked, found);
}

/** Users by an exact value, for the check for duplicates; the whole list where none is given. */
export async function listUsersBy(here: Here, query: QueryOf<typeof listUsers>): Promise<UserPage> {
  const asked = toAsked('userId', false, query);
  const predicates = predicatesOfValues(query);
  if (predicates.length === 0) return toPage(here.tx, asked, await pageOfAll(here.db, here.tx, here.tenantId, asked));
  const reading = { ...asked, from: asked.cursor?.place, offset: asked.cursor ? 0 : (asked.page - 1) * asked.count };
  const way = asked.cursor?.back === true;
  const found = await collectPlaces(here.tx, predicates, { ...reading, descending: way, limit: asked.count + 1 });
  return toPage(here.tx, asked, { ...found, isEstimate: false });
}

/** The uuids of those who meet a condition, for acts on all that match; at most `limit`. */
export async function findMatching(tx: Tx, condition: UserCondition, now: Date, limit: number): Promise<string[]> {
  return readMatching(tx, await readPredicates(tx, condition, now), limit);
}

/** The same as a question to build a statement on: it has the column `uuid`. */
export async function matchingUsers(
  tx: Tx,
  condition: UserCondition,
  now: Date,
  limit: number,
): Promise<RawBuilder<{ uuid: string }>> {
  return matching(await readPredicates(tx, condition, now), limit);
}

/** How many meet a condition, exactly. Throws `invalid_params` for a group that is not there. */
export async function countMatching(tx: Tx, condition: UserCondition, now: Date): Promise<number> {
  return countThose(tx, await readPredicates(tx, condition, now));
}

function toAsked(
  sort: UserSortColumn,
  descending: boolean,
  { cursor: text, page, count }: { cursor?: string | undefined; page: number; count: number },
): Asked {
  const cursor: Cursor | null = text === undefined ? null : parseCursor({ sort, descending }, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  return { sort, descending, cursor, page, count };
}

/** One place more than a page was read: it tells whether the list goes on that way. */
async function toPage(tx: Tx, asked: Asked, { places, total, isEstimate }: Found): Promise<UserPage> {
  const { cursor, count, page } = asked;
  const back = cursor?.back === true;
  const goesOn = places.length > count;
  const shown = places.slice(0, count);
  if (back) shown.reverse();
  const [first, last] = [shown[0], shown.at(-1)];
  const rows = await listRows(
    tx,
    shown.map(({ uuid }) => uuid),
  );
  const to = (way: boolean, place: Place) => formatCursor(asked, { back: way, place });
  const hasPrevious = back ? goesOn : cursor !== null || page > 1;
  return {
    results: rows.map(toListedUser),
    totalResults: total,
    ...(isEstimate && total > EXACT_TOTAL && { totalIsEstimate: true }),
    itemsPerPage: count,
    ...(last && (back || goesOn) && { next: to(false, last) }),
    ...(first && hasPrevious && { previous: to(true, first) }),
  };
}
