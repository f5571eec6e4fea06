import type { searchGroupUsers } from '#contract/authentication/groups-members.ts';
import { EXACT_TOTAL } from '#contract/authentication/users-search.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type { Database, Tx } from '../../../db/transaction.ts';
import { listRows, toListedUser } from '../../users/rows.ts';
import { searchForUsers } from '../../users/search/search.ts';
import { getGroupName } from '../groups.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import * as queries from './list-queries.ts';

type Body = BodyOf<typeof searchGroupUsers>;
type Page = AnswerOf<typeof searchGroupUsers>;

interface Here {
  db: Database;
  tx: Tx;
  tenantId: string;
  now: Date;
}

/** So many groups are quickly merged, whoever is in them. */
const FEW_GROUPS = 200;
/** How many users are looked at one after the other before the groups are merged after all. */
const SCANNED = 4000;

/** A page of the members of a group. Throws `not_found`, `invalid_params` for a cursor of another list. */
export async function listMembers(here: Here, uuid: string, body: Body): Promise<Page> {
  const { tx } = here;
  await getGroupName(tx, uuid);
  const { results, ...page } = body.keyword === '' ? await pageInOrder(tx, uuid, body) : await found(here, uuid, body);
  const ways = await queries.waysOf(
    tx,
    uuid,
    results.map((user) => user.uuid),
  );
  const wayOf = (user: string) => ({ direct: ways.get(user)?.direct ?? false, through: ways.get(user)?.through ?? [] });
  return { ...page, results: results.map((user) => ({ ...user, ...wayOf(user.uuid) })) };
}

/** With a keyword it is a search of users that has one condition more. */
function found(here: Here, uuid: string, { members, keyword, count, cursor, order }: Body) {
  const condition = { keyword, group: { uuid, members, included: true } };
  return searchForUsers(here, { condition, sort: 'userId', page: 1, count, cursor, order });
}

async function pageInOrder(tx: Tx, uuid: string, { members, count, cursor: text, order }: Body) {
  const list = { members, descending: order === 'descending' };
  const cursor = text === undefined ? null : parseCursor(list, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const back = cursor?.back === true;
  const size = await queries.measure(tx, { uuid, members });
  // One place more than a page is read: it tells whether the list goes on that way.
  const reading = { uuid, members, descending: list.descending !== back, from: cursor?.key, limit: count + 1 };
  const places = await readPlaces(tx, reading, size);
  const shown = back ? places.slice(0, count).reverse() : places.slice(0, count);
  const goesOn = places.length > count;
  const [first, last] = [shown[0], shown.at(-1)];
  const rows = await listRows(
    tx,
    shown.map((place) => place.uuid),
  );
  return {
    results: rows.map(toListedUser),
    ...(await totalOf(tx, { uuid, members }, size)),
    itemsPerPage: count,
    ...(last && (back || goesOn) && { next: formatCursor(list, { back: false, key: last.key }) }),
    ...(first && (back ? goesOn : cursor) && { previous: formatCursor(list, { back: true, key: first.key }) }),
  };
}

type Size = Awaited<ReturnType<typeof queries.measure>>;

/** Where many groups have many members, going along the users finds a page at once; unless all of them are further on. */
async function readPlaces(tx: Tx, reading: queries.Reading, { groups, memberships }: Size): Promise<queries.Place[]> {
  if (groups > FEW_GROUPS) {
    const expected = (reading.limit * (await queries.countUsers(tx))) / Math.max(1, memberships);
    const scanned = expected < SCANNED / 2 ? await queries.scanUsers(tx, reading, SCANNED) : [];
    if (scanned.length === reading.limit) return scanned;
  }
  return queries.mergeGroups(tx, reading);
}

/** Direct memberships are counted as they change; who comes by several ways is counted once only where that is quick. */
async function totalOf(tx: Tx, asked: Pick<queries.Reading, 'uuid' | 'members'>, { memberships }: Size) {
  if (asked.members === 'direct') return { totalResults: memberships };
  if (memberships <= EXACT_TOTAL) return { totalResults: await queries.countMembers(tx, asked) };
  const users = await queries.countUsers(tx);
  return { totalResults: Math.min(users, memberships), totalIsEstimate: true };
}
