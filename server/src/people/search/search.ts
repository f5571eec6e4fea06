import type { RawBuilder } from 'kysely';
import type { ListedUser } from '#contract/people/users-fields.ts';
import type { listUsers, searchUsers, UserCondition } from '#contract/people/users-search.ts';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import { collect, type PageFrame, pageWithRows, readingOf, toAsked, toPage } from '../../platform/db/search/pages.ts';
import type { Predicate } from '../../platform/db/search/predicate.ts';
import { isUsual } from '../../platform/db/search/questions.ts';
import type { Database, Tx } from '../../platform/db/transaction.ts';
import { type ListedRow, listRows, rowsAt, toListedUser } from '../users/rows.ts';
import { predicatesOfValues } from './condition.ts';
import { FEW_MEMBERS, readPredicates } from './in-group.ts';
import { userKeyset } from './order.ts';
import { pageOf, prepareJumps } from './pages.ts';
import { users } from './queries.ts';

/** What a search needs besides what is asked. */
interface Here {
  db: Database;
  tx: Tx;
  tenantId: string;
  now: Date;
}

const readListed = async (tx: Tx, uuids: readonly string[]): Promise<{ results: ListedUser[] }> => ({
  results: (await listRows(tx, uuids)).map(toListedUser),
});

/** Searches the users of the transaction's tenant. Throws `invalid_params` for a cursor of another list, a group that is not there. */
export async function searchForUsers(
  here: Here,
  body: BodyOf<typeof searchUsers>,
): Promise<PageFrame & { results: ListedUser[] }> {
  const asked = toAsked(userKeyset, body);
  if (Object.keys(body.condition).length > 0 || !isUsual(readingOf(asked))) return searchFor(here, body, readListed);
  const { found, rows } = await pageWithRows(here.tx, users, asked, rowsAt);
  prepareJumps(here, asked, found);
  const { uuids, frame } = toPage(userKeyset, asked, found);
  const known = new Map(rows.map((row) => [row.uuid, row]));
  return { ...frame, results: uuids.map((uuid) => toListedUser(known.get(uuid) as ListedRow)) };
}

/** What a room above asks besides a condition: the predicates, and how many users meet these alone, where it is known. */
export interface Besides {
  predicates: readonly Predicate[];
  total: number;
}

/**
 * The same, with what `read` knows of the users of the page, by their uuids in its order. What is asked `besides` is part
 * of the condition too, so that what is remembered of a search is of this one.
 */
export async function searchFor<Known>(
  here: Here,
  body: BodyOf<typeof searchUsers>,
  read: (tx: Tx, uuids: readonly string[]) => Promise<Known>,
  besides?: Besides,
): Promise<PageFrame & Known> {
  const asked = toAsked(userKeyset, body);
  const own = await readPredicates(here.tx, body.condition, here.now);
  const predicates = [...own, ...(besides?.predicates ?? []).map((one) => leastBeside(one, own))];
  const known = own.length === 0 ? besides?.total : undefined;
  const { uuids, frame } = toPage(userKeyset, asked, await pageOf(here, predicates, asked, body.condition, known));
  return { ...frame, ...(await read(here.tx, uuids)) };
}

/** A long list is not gone through beside what another index finds. */
const leastBeside = (one: Predicate, own: readonly Predicate[]): Predicate =>
  (one.aside?.size ?? 0) > FEW_MEMBERS && own.some(({ indexed, aside }) => indexed && !aside)
    ? { ...one, indexed: null }
    : one;

/** Users by an exact value, for the check for duplicates; the whole list where none is given. */
export async function listUsersBy(
  here: Here,
  query: QueryOf<typeof listUsers>,
): Promise<PageFrame & { results: ListedUser[] }> {
  const asked = toAsked(userKeyset, { ...query, sort: 'userId', order: 'ascending' });
  const predicates = predicatesOfValues(query);
  const found =
    predicates.length === 0
      ? await pageOf(here, predicates, asked, {})
      : await collect(here.tx, users, predicates, readingOf(asked));
  const { uuids, frame } = toPage(userKeyset, asked, found);
  return { ...frame, ...(await readListed(here.tx, uuids)) };
}

/** The uuids of those who meet a condition, for acts on all that match; at most `limit`. */
export async function findMatching(tx: Tx, condition: UserCondition, now: Date, limit: number): Promise<string[]> {
  const { rows } = await (await matchingUsers(tx, condition, now, limit)).execute(tx);
  return rows.map(({ uuid }) => uuid);
}

/** The same as a question to build a statement on: it has the column `uuid`. */
export async function matchingUsers(
  tx: Tx,
  condition: UserCondition,
  now: Date,
  limit: number,
): Promise<RawBuilder<{ uuid: string }>> {
  return users.matching(await readPredicates(tx, condition, now), limit);
}

/** How many meet a condition, exactly. Throws `invalid_params` for a group that is not there. */
export async function countMatching(tx: Tx, condition: UserCondition, now: Date): Promise<number> {
  const { rows } = await users.countedMatching(await readPredicates(tx, condition, now)).execute(tx);
  return rows[0]?.total ?? 0;
}
