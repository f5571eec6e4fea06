import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ListedGroup } from '#contract/people/groups-fields.ts';
import type { GroupCondition, GroupSortColumn } from '#contract/people/groups-search.ts';
import { piecesOf } from '#contract/wildcard.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import { listGroups } from '../rows.ts';

/** Groups by their relation to one of them: `notChildren` are all others, without the group itself. */
export interface Related {
  relation: 'children' | 'notChildren' | 'parents';
  uuid: string;
}

export interface GroupsAsked {
  condition: GroupCondition;
  related?: Related | undefined;
  sort: GroupSortColumn;
  descending: boolean;
  count: number;
  page: number;
}

/** Converts a pattern of the contract to a LIKE pattern. */
const likePattern = (pattern: string) =>
  piecesOf(pattern)
    .map((piece) => piece.replace(/[\\%_]/g, '\\$&'))
    .join('%');

const matches = (key: RawBuilder<string>, pattern: string | undefined): RawBuilder<SqlBool>[] =>
  pattern === undefined ? [] : [sql<SqlBool>`${key} like lower(${likePattern(pattern)}::text)`];

function relatedBy({ relation, uuid }: Related): RawBuilder<SqlBool> {
  if (relation === 'parents') {
    return sql<SqlBool>`g.uuid in (select e.parent_uuid from group_groups e where e.child_uuid = ${uuid})`;
  }
  const isChild = sql<SqlBool>`g.uuid in (select e.child_uuid from group_groups e where e.parent_uuid = ${uuid})`;
  return relation === 'children' ? isChild : sql<SqlBool>`(g.uuid <> ${uuid} and not (${isChild}))`;
}

function whereOf({ condition, related }: GroupsAsked): RawBuilder<SqlBool> {
  const { hasParents, hasChildren, or, tagName } = condition;
  const either = [...matches(sql<string>`g.group_id_key`, or?.groupId), ...matches(sql<string>`g.name_key`, or?.name)];
  const parts = [
    // Written so that the index of top-level groups is used.
    ...(hasParents === undefined
      ? []
      : [hasParents ? sql<SqlBool>`g.parent_count > 0` : sql<SqlBool>`g.parent_count = 0`]),
    ...(hasChildren === undefined
      ? []
      : [hasChildren ? sql<SqlBool>`g.child_count > 0` : sql<SqlBool>`g.child_count = 0`]),
    ...(either.length > 0 ? [sql<SqlBool>`(${sql.join(either, sql` or `)})`] : []),
    ...(tagName === undefined
      ? []
      : [
          sql<SqlBool>`g.uuid in (select x.group_uuid from group_tags x join tags t on t.tenant_id = x.tenant_id
            and t.uuid = x.tag_uuid where lower(${tagName}::text) in (t.name_key, normalize(t.name_key)))`,
        ]),
    ...(related ? [relatedBy(related)] : []),
  ];
  return parts.length > 0 ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`true`;
}

/** The groups of a page. */
export async function findGroups(tx: Tx, asked: GroupsAsked): Promise<ListedGroup[]> {
  const way = sql.raw(asked.descending ? 'desc' : 'asc');
  const order = asked.sort === 'name' ? sql`g.name_key ${way}, g.group_id_key ${way}` : sql`g.group_id_key ${way}`;
  const page = sql`
    select g.* from groups g where ${whereOf(asked)}
    order by ${order} limit ${asked.count} offset ${(asked.page - 1) * asked.count}`;
  return listGroups(tx, page, order);
}

export async function countGroups(tx: Tx, asked: GroupsAsked): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from groups g where ${whereOf(asked)}`.execute(
    tx,
  );
  return rows[0]?.total ?? 0;
}
