import { type RawBuilder, sql } from 'kysely';
import type { Group, GroupName, ListedGroup } from '#contract/people/groups-fields.ts';
import { named } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** A group of a list as a database row. */
interface ListedRow {
  uuid: string;
  group_id: string;
  name: string;
  description: string;
  source: ListedGroup['source'];
  azure_ad_status: string | null;
  child_count: number;
  parent_count: number;
  tag_names: string[];
  user_count: number;
  device_count: number;
}

const listed = sql`
  g.uuid, g.group_id, g.name, g.description, g.source, g.azure_ad_status, g.child_count, g.parent_count,
  array(select t.name from group_tags x join tags t on t.tenant_id = x.tenant_id and t.uuid = x.tag_uuid
    where x.tenant_id = g.tenant_id and x.group_uuid = g.uuid order by t.name_key) as tag_names,
  (select coalesce(sum(c.users), 0)::bigint from group_user_counts c
    where c.tenant_id = g.tenant_id and c.group_uuid = g.uuid) as user_count,
  (select coalesce(sum(c.devices), 0)::bigint from group_device_counts c
    where c.tenant_id = g.tenant_id and c.group_uuid = g.uuid) as device_count`;

/** The rows that `page` selects from `groups g`, in its order, which must be given again. */
export async function listGroups(
  tx: Tx,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<ListedGroup[]> {
  const { rows } = await sql<ListedRow>`select ${listed} from (${page}) g order by ${order}`.execute(tx);
  return rows.map(toListedGroup);
}

const toListedGroup = (row: ListedRow): ListedGroup => ({
  uuid: row.uuid,
  groupId: row.group_id,
  name: row.name,
  tagNames: row.tag_names,
  description: row.description,
  source: row.source,
  azureADStatus: row.azure_ad_status,
  hasChildren: row.child_count > 0,
  hasParents: row.parent_count > 0,
  userCount: row.user_count,
  deviceCount: row.device_count,
});

export interface GroupRow extends ListedRow {
  tenant_id: string;
  parents: GroupName[];
  top_groups: number;
  created_at: Date;
  updated_at: Date;
}

/** Maximum number of parents shown with a group. */
const SHOWN_PARENTS = 100;

/** A group with everything that an administrator sees. */
export const groupRowOf = (uuid: string) =>
  named(
    'read_group',
    sql<GroupRow>`
    select ${listed}, g.tenant_id, g.created_at, g.updated_at,
      (select coalesce(json_agg(json_build_object('uuid', p.uuid, 'groupId', p.group_id, 'name', p.name)), '[]') from (
        select p.* from group_groups e join groups p on p.tenant_id = e.tenant_id and p.uuid = e.parent_uuid
        where e.tenant_id = g.tenant_id and e.child_uuid = g.uuid
        order by p.name_key, p.group_id_key limit ${SHOWN_PARENTS}) p) as parents,
      (select count(*) from group_groups e join groups c on c.tenant_id = e.tenant_id and c.uuid = e.child_uuid
        where e.tenant_id = g.tenant_id and e.parent_uuid = g.uuid and c.parent_count = 1) as top_groups
    from groups g where g.uuid = ${uuid}`,
  );

export function toGroup(row: GroupRow): Group {
  const { child_count: childCount, parent_count: parentCount, user_count: users, device_count: devices } = row;
  return {
    tenantId: row.tenant_id,
    ...toListedGroup(row),
    childCount,
    parentCount,
    parents: row.parents,
    deletion: { users, devices, parentGroups: parentCount, childGroups: childCount, topGroups: row.top_groups },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
