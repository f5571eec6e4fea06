import type { GroupName } from '#contract/authentication/groups-fields.ts';
import type { MemberQuestion, searchGroupDevices, searchGroupUsers } from '#contract/authentication/groups-members.ts';
import { EXACT_TOTAL } from '#contract/limits.ts';
import { fail } from '#contract/errors.ts';
import type { AnswerOf } from '#contract/route.ts';
import type { Database, Tx } from '../../../db/transaction.ts';
import { devicesOf } from '../../../device-management/devices/rows.ts';
import { searchForDevices } from '../../../device-management/devices/search/search.ts';
import { listRows, toListedUser } from '../../users/rows.ts';
import { searchForUsers } from '../../users/search/search.ts';
import { formatCursor, parseCursor } from './cursor.ts';
import { type MemberKind, ofDevices, ofUsers } from './kind.ts';
import * as queries from './list-queries.ts';

interface Here {
  db: Database;
  tx: Tx;
  tenantId: string;
  now: Date;
}

/** A page before it is known how each comes to be in the group. */
interface Page<Thing> {
  results: Thing[];
  totalResults: number;
  totalIsEstimate?: boolean;
  itemsPerPage: number;
  next?: string;
  previous?: string;
}

/** A kind of members, how their rows are read, and what searches them by a keyword. */
interface Listing<Thing> {
  kind: MemberKind;
  rowsOf(tx: Tx, uuids: readonly string[]): Promise<Thing[]>;
  search(here: Here, question: SearchedMembers): Promise<Page<Thing>>;
}

type SearchedMembers = Pick<MemberQuestion, 'count' | 'order'> & {
  condition: { keyword: string; group: { uuid: string; members: MemberQuestion['members']; included: boolean } };
  page: number;
  cursor?: string | undefined;
};

const users: Listing<ReturnType<typeof toListedUser>> = {
  kind: ofUsers,
  rowsOf: async (tx, uuids) => (await listRows(tx, uuids)).map(toListedUser),
  search: (here, question) => searchForUsers(here, { ...question, sort: 'userId' }),
};

const devices: Listing<Awaited<ReturnType<typeof devicesOf>>[number]> = {
  kind: ofDevices,
  rowsOf: devicesOf,
  search: (here, question) => searchForDevices(here, { ...question, sort: 'deviceId' }),
};

/** So many groups are quickly merged, whoever is in them. */
const FEW_GROUPS = 200;
/**
 * Where a page should be found among so many users or devices they are looked at one after the other: four times as many
 * as that at most, then the groups are merged after all.
 */
const SCANNED = 2000;
const PATIENCE = 4;

/** A page of the users in a group. Throws `not_found`, `invalid_params` for a cursor of another list. */
export const listUsers = (here: Here, uuid: string, body: MemberQuestion): Promise<AnswerOf<typeof searchGroupUsers>> =>
  listMembers(here, users, uuid, body);

/** A page of the devices in a group. Throws `not_found`, `invalid_params` for a cursor of another list. */
export const listDevices = (
  here: Here,
  uuid: string,
  body: MemberQuestion,
): Promise<AnswerOf<typeof searchGroupDevices>> => listMembers(here, devices, uuid, body);

async function listMembers<Thing extends { uuid: string }>(
  here: Here,
  listing: Listing<Thing>,
  uuid: string,
  body: MemberQuestion,
): Promise<Page<Thing & { direct: boolean; through: GroupName[] }>> {
  const { kind } = listing;
  const base = await queries.readBase(here.tx, kind, uuid);
  if (!base) throw fail('not_found');
  const { results, ...page } =
    body.keyword === ''
      ? await pageInOrder(here.tx, listing, { ...base, uuid }, body)
      : await found(here, listing, uuid, body);
  // Who is in a group without child groups is so directly.
  const ways = base.hasChildren
    ? await queries.waysOf(
        here.tx,
        kind,
        uuid,
        results.map((member) => member.uuid),
      )
    : null;
  const wayOf = (member: string) => {
    const { direct = true, through = [] } = ways?.get(member) ?? {};
    return { direct, through };
  };
  return { ...page, results: results.map((member) => ({ ...member, ...wayOf(member.uuid) })) };
}

/** With a keyword it is a search that has one condition more. */
function found<Thing>(
  here: Here,
  { search }: Listing<Thing>,
  uuid: string,
  { members, keyword, ...question }: MemberQuestion,
) {
  const condition = { keyword, group: { uuid, members, included: true } };
  return search(here, { ...question, condition, page: 1 });
}

async function pageInOrder<Thing>(
  tx: Tx,
  { kind, rowsOf }: Listing<Thing>,
  base: Group,
  { members, count, cursor: text, order }: MemberQuestion,
): Promise<Page<Thing>> {
  const list = { thing: kind.thing, members, descending: order === 'descending' };
  const cursor = text === undefined ? null : parseCursor(list, text);
  if (text !== undefined && !cursor) throw fail('invalid_params', { field: 'cursor' });
  const back = cursor?.back === true;
  const { uuid } = base;
  const asked = { kind, uuid, members };
  const size = await sizeOf(tx, base, asked);
  // One place more than a page is read: it tells whether the list goes on that way.
  const reading = { ...asked, descending: list.descending !== back, from: cursor?.key, limit: count + 1 };
  const places = await readPlaces(tx, reading, size);
  const shown = back ? places.slice(0, count).reverse() : places.slice(0, count);
  const goesOn = places.length > count;
  const [first, last] = [shown[0], shown.at(-1)];
  const results = await rowsOf(
    tx,
    shown.map((place) => place.uuid),
  );
  return {
    results,
    ...(await totalOf(tx, asked, size)),
    itemsPerPage: count,
    ...(last && (back || goesOn) && { next: formatCursor(list, { back: false, key: last.key }) }),
    ...(first && (back ? goesOn : cursor) && { previous: formatCursor(list, { back: true, key: first.key }) }),
  };
}

type Group = queries.Base & { uuid: string };
type Size = Awaited<ReturnType<typeof queries.measure>>;

/** Only groups with child groups are worth measuring. */
async function sizeOf(tx: Tx, { members: direct, hasChildren }: Group, asked: queries.Asked): Promise<Size> {
  const { members } = asked;
  if (members === 'direct' || (members === 'all' && !hasChildren)) return { groups: 1, memberships: direct };
  return hasChildren ? queries.measure(tx, asked) : { groups: 0, memberships: 0 };
}

/** Where many groups have many members, going along all there are finds a page at once; unless all of them are further on. */
async function readPlaces(tx: Tx, reading: queries.Reading, { groups, memberships }: Size): Promise<queries.Place[]> {
  if (memberships === 0) return [];
  if (groups > FEW_GROUPS) {
    const expected = (reading.limit * (await queries.countAll(tx, reading.kind))) / Math.max(1, memberships);
    const scanned = expected < SCANNED ? await queries.scanAll(tx, reading, Math.ceil(PATIENCE * expected)) : [];
    if (scanned.length === reading.limit) return scanned;
  }
  return queries.mergeGroups(tx, reading);
}

/** Direct memberships are counted as they change; who comes by several ways is counted once only where that is quick. */
async function totalOf(tx: Tx, asked: queries.Asked, { groups, memberships }: Size) {
  if (groups <= 1) return { totalResults: memberships };
  if (memberships <= EXACT_TOTAL) return { totalResults: await queries.countMembers(tx, asked) };
  const all = await queries.countAll(tx, asked.kind);
  return { totalResults: Math.min(all, memberships), totalIsEstimate: true };
}
