import type { GroupName } from '#contract/people/groups-fields.ts';
import type { MemberQuestion, searchGroupDevices, searchGroupUsers } from '#contract/people/groups-members.ts';
import type { ListedUser } from '#contract/people/users-fields.ts';
import type { Device } from '#contract/devices/fields.ts';
import { EXACT_TOTAL } from '#contract/limits.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import { ask, type Question, together } from '../../../platform/db/ask.ts';
import type { Database, Tx } from '../../../platform/db/transaction.ts';
import { type DeviceRow, listedDevices, toDevice } from '../../../devices/list/rows.ts';
import { searchForDevices } from '../../../devices/list/search/search.ts';
import { type ListedRow, listedRows, toListedUser } from '../../users/rows.ts';
import { searchForUsers } from '../../search/search.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { type MemberKind, ofDevices, ofUsers } from './kind.ts';
import * as queries from './list-queries.ts';

interface Here {
  db: Database;
  tx: Tx;
  tenantId: string;
  now: Date;
}

/** A page before the kind of each membership is known. */
interface Page<Thing> {
  results: Thing[];
  totalResults: number;
  totalIsEstimate?: boolean;
  itemsPerPage: number;
  next?: string;
  previous?: string;
}

/** A kind of members, how their rows are read and shown, and the search for a keyword. */
interface Listing<Thing, Row> {
  kind: MemberKind;
  rowsOf(uuids: readonly string[]): Question<Row>;
  toThing(row: Row): Thing;
  search(here: Here, question: SearchedMembers): Promise<Page<Thing>>;
}

type SearchedMembers = Pick<MemberQuestion, 'count' | 'order'> & {
  condition: { keyword: string; group: { uuid: string; members: MemberQuestion['members']; included: boolean } };
  page: number;
  cursor?: string | undefined;
};

const users: Listing<ListedUser, ListedRow> = {
  kind: ofUsers,
  rowsOf: listedRows,
  toThing: toListedUser,
  search: (here, question) => searchForUsers(here, { ...question, sort: 'userId' }),
};

const devices: Listing<Device, DeviceRow> = {
  kind: ofDevices,
  rowsOf: listedDevices,
  toThing: toDevice,
  search: (here, question) => searchForDevices(here, { ...question, sort: 'deviceId' }),
};

/** Up to this number of groups, merging is fast for any number of members. */
const FEW_GROUPS = 200;
/**
 * If a page should be found among this many users or devices, they are read one after the other: up to four times this
 * number, then the groups are merged after all.
 */
const SCANNED = 2000;
const PATIENCE = 4;

/** A page of the users of a group. Throws `not_found`, `invalid_params` for a cursor of another list. */
export const listUsers = (here: Here, uuid: string, body: MemberQuestion): Promise<AnswerOf<typeof searchGroupUsers>> =>
  listMembers(here, users, uuid, body);

/** A page of the devices of a group. Throws `not_found`, `invalid_params` for a cursor of another list. */
export const listDevices = (
  here: Here,
  uuid: string,
  body: MemberQuestion,
): Promise<AnswerOf<typeof searchGroupDevices>> => listMembers(here, devices, uuid, body);

type Member<Thing> = Thing & { direct: boolean; through: GroupName[] };

async function listMembers<Thing extends { uuid: string }, Row extends object>(
  here: Here,
  listing: Listing<Thing, Row>,
  uuid: string,
  { keyword, ...question }: MemberQuestion,
): Promise<Page<Member<Thing>>> {
  const asked = { kind: listing.kind, uuid, members: question.members };
  // A search has its own count: here it only matters if there are child groups.
  const measured = keyword === '' ? asked : { ...asked, members: 'direct' as const };
  const [base] = await ask(here.tx, queries.baseOf(measured));
  if (!base) throw fail('not_found');
  return keyword === ''
    ? pageInOrder(here.tx, listing, { ...asked, ...base }, question)
    : found(here, listing, { ...asked, ...base }, { keyword, ...question });
}

type Group = queries.Asked & queries.Base;

/** With a keyword, it is a search with one more condition. */
async function found<Thing extends { uuid: string }, Row>(
  { tx, ...here }: Here,
  { search }: Listing<Thing, Row>,
  { kind, uuid, hasChildren }: Group,
  { members, keyword, ...question }: MemberQuestion,
): Promise<Page<Member<Thing>>> {
  const condition = { keyword, group: { uuid, members, included: true } };
  const { results, ...page } = await search({ tx, ...here }, { ...question, condition, page: 1 });
  const uuids = results.map((member) => member.uuid);
  const ways = hasChildren ? await ask(tx, queries.waysOf(kind, uuid, uuids)) : [];
  return { ...page, results: withWays(results, ways) };
}

/** All members of a group without child groups are direct. */
function withWays<Thing extends { uuid: string }>(things: readonly Thing[], ways: readonly queries.Way[]) {
  const known = new Map(ways.map((way) => [way.uuid, way]));
  return things.map((thing) => {
    const { direct = true, through = [] } = known.get(thing.uuid) ?? {};
    return { ...thing, direct, through };
  });
}

async function pageInOrder<Thing extends { uuid: string }, Row extends object>(
  tx: Tx,
  { kind, rowsOf, toThing }: Listing<Thing, Row>,
  group: Group,
  { members, count, cursor: text, order }: Omit<MemberQuestion, 'keyword'>,
): Promise<Page<Member<Thing>>> {
  const list = { thing: kind.thing, members, descending: order === 'descending' };
  const cursor = text === undefined ? null : parseCursor(list, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const back = cursor?.back === true;
  // One place more than a page is read, which tells whether there is a next page.
  const reading = { ...group, descending: list.descending !== back, from: cursor?.key, limit: count + 1 };
  const places = await readPlaces(tx, reading, group);
  const shown = back ? places.slice(0, count).reverse() : places.slice(0, count);
  const goesOn = places.length > count;
  const [first, last] = [shown[0], shown.at(-1)];
  const uuids = shown.map((place) => place.uuid);
  const [rows, counted, ways] = await together(
    tx,
    rowsOf(uuids),
    isCounted(group) ? queries.countMembers(group) : queries.nothing<{ total: number }>(),
    group.hasChildren ? queries.waysOf(kind, group.uuid, uuids) : queries.nothing<queries.Way>(),
  );
  return {
    results: withWays(rows.map(toThing), ways),
    ...totalOf(group, counted[0]?.total),
    itemsPerPage: count,
    ...(last && (back || goesOn) && { next: formatCursor(list, { back: false, key: last.key }) }),
    ...(first && (back ? goesOn : cursor) && { previous: formatCursor(list, { back: true, key: first.key }) }),
  };
}

/** If many groups have many members, reading all users in order finds a page at once, unless all members come late. */
async function readPlaces(
  tx: Tx,
  reading: queries.Reading,
  { members, hasChildren, groups, memberships, all }: Group,
): Promise<queries.Place[]> {
  if (memberships === 0) return [];
  if (members === 'direct' || !hasChildren) return queries.directPlaces(tx, reading);
  if (groups > FEW_GROUPS) {
    const expected = (reading.limit * all) / memberships;
    const scanned = expected < SCANNED ? await queries.scanAll(tx, reading, Math.ceil(PATIENCE * expected)) : [];
    if (scanned.length === reading.limit) return scanned;
  }
  return queries.mergeGroups(tx, reading);
}

/** Direct memberships have counters; members with several paths are counted once only if that is fast. */
const isCounted = ({ groups, memberships }: Group) => groups > 1 && memberships <= EXACT_TOTAL;

function totalOf({ groups, memberships, all }: Group, counted: number | undefined) {
  if (counted !== undefined) return { totalResults: counted };
  if (groups <= 1) return { totalResults: memberships };
  return { totalResults: Math.min(all, memberships), totalIsEstimate: true };
}
