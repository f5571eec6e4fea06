import type { searchGroupUsers } from '#contract/authentication/groups-members.ts';
import { EXACT_TOTAL } from '#contract/authentication/users-search.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type { Database, Tx } from '../../../db/transaction.ts';
import { listRows, toListedUser } from '../../users/rows.ts';
import { searchForUsers } from '../../users/search/search.ts';
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
  const base = await queries.readBase(here.tx, uuid);
  if (!base) throw fail('not_found');
  const { results, ...page } =
    body.keyword === '' ? await pageInOrder(here.tx, { ...base, uuid }, body) : await found(here, uuid, body);
  // Who is in a group without child groups is so directly.
  const ways = base.hasChildren
    ? await queries.waysOf(
        here.tx,
        uuid,
        results.map((user) => user.uuid),
      )
    : null;
  const wayOf = (user: string) => {
    const { direct = true, through = [] } = ways?.get(user) ?? {};
    return { direct, through };
  };
  return { ...page, results: results.map((user) => ({ ...user, ...wayOf(user.uuid) })) };
}

/** With a keyword it is a search of users that has one condition more. */
function found(here: Here, uuid: string, { members, keyword, count, cursor, order }: Body) {
  const condition = { keyword, group: { uuid, members, included: true } };
  return searchForUsers(here, { condition, sort: 'userId', page: 1, count, cursor, order });
}

async function pageInOrder(tx: Tx, base: Group, { members, count, cursor: text, order }: Body) {
  const list = { members, descending: order === 'descending' };
  const cursor = text === undefined ? null : parseCursor(list, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const back = cursor?.back === true;
  const size = await sizeOf(tx, base, members);
  const { uuid } = base;
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

type Group = queries.Base & { uuid: string };
type Size = Awaited<ReturnType<typeof queries.measure>>;

/** Only groups with child groups are worth measuring. */
async function sizeOf(tx: Tx, { uuid, users, hasChildren }: Group, members: Body['members']): Promise<Size> {
  if (members === 'direct' || (members === 'all' && !hasChildren)) return { groups: 1, memberships: users };
  return hasChildren ? queries.measure(tx, { uuid, members }) : { groups: 0, memberships: 0 };
}

/** Where many groups have many members, going along the users finds a page at once; unless all of them are further on. */
async function readPlaces(tx: Tx, reading: queries.Reading, { groups, memberships }: Size): Promise<queries.Place[]> {
  if (memberships === 0) return [];
  if (groups > FEW_GROUPS) {
    const expected = (reading.limit * (await queries.countUsers(tx))) / Math.max(1, memberships);
    const scanned = expected < SCANNED / 2 ? await queries.scanUsers(tx, reading, SCANNED) : [];
    if (scanned.length === reading.limit) return scanned;
  }
  return queries.mergeGroups(tx, reading);
}

/** Direct memberships are counted as they change; who comes by several ways is counted once only where that is quick. */
async function totalOf(tx: Tx, asked: Pick<queries.Reading, 'uuid' | 'members'>, { groups, memberships }: Size) {
  if (groups <= 1) return { totalResults: memberships };
  if (memberships <= EXACT_TOTAL) return { totalResults: await queries.countMembers(tx, asked) };
  const users = await queries.countUsers(tx);
  return { totalResults: Math.min(users, memberships), totalIsEstimate: true };
}
