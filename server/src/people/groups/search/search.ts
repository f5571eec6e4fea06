import type { searchGroupGroups } from '#contract/people/groups-members.ts';
import type { searchGroups } from '#contract/people/groups-search.ts';
import type { AnswerOf, BodyOf } from '#contract/route.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import { getGroupName } from '../groups.ts';
import { containedIn } from '../tree/queries.ts';
import * as queries from './queries.ts';

const BASE = 'filter.option.baseGroupId';

/** Searches the groups of the transaction's tenant. Throws `not_found` for an unknown base group. */
export async function searchForGroups(
  tx: Tx,
  { forGroup, ...body }: BodyOf<typeof searchGroups>,
): Promise<AnswerOf<typeof searchGroups>> {
  const page = await readFiltered(tx, body);
  if (forGroup === undefined) return page;
  const uuids = page.results.map(({ uuid }) => uuid);
  return { ...page, within: [...(await containedIn(tx, uuids, forGroup))] };
}

async function readFiltered(
  tx: Tx,
  { filter, ...body }: Omit<BodyOf<typeof searchGroups>, 'forGroup'>,
): Promise<AnswerOf<typeof searchGroups>> {
  if (!filter) return readPage(tx, body);
  const { included, option } = filter;
  const baseGroup = await getGroupName(tx, option.baseGroupId, BASE);
  const related = { relation: included ? ('children' as const) : ('notChildren' as const), uuid: baseGroup.uuid };
  return { ...(await readPage(tx, body, related)), filter: { ...filter, baseGroup } };
}

/** The child groups or the parents of a group. Throws `not_found`. */
export async function searchGroupsOf(tx: Tx, uuid: string, body: BodyOf<typeof searchGroupGroups>) {
  await getGroupName(tx, uuid);
  return readPage(tx, body, { relation: body.relation, uuid });
}

async function readPage(
  tx: Tx,
  { order, ...body }: Pick<BodyOf<typeof searchGroups>, 'condition' | 'count' | 'page' | 'sort' | 'order'>,
  related?: queries.Related,
) {
  const asked = { ...body, related, descending: order === 'descending' };
  const results = await queries.findGroups(tx, asked);
  const isAll = asked.page === 1 && results.length < asked.count;
  const totalResults = isAll ? results.length : await queries.countGroups(tx, asked);
  return { results, totalResults, itemsPerPage: asked.count };
}
