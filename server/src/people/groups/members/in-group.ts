import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { InGroup } from '#contract/in-group.ts';
import { fail } from '#contract/errors.ts';
import { FEW_LISTED, isListed, type Predicate } from '../../../platform/db/search/predicate.ts';
import type { Tx } from '../../../platform/db/transaction.ts';
import { findGroup } from '../queries.ts';
import type { MemberKind } from './kind.ts';

/** Throws `invalid_params` for an unknown group: otherwise "not in it" would match all users. */
export async function refuseUnknownGroup(tx: Tx, { group }: { group?: InGroup | undefined }): Promise<void> {
  if (group && !(await findGroup(tx, group.uuid))) throw fail('invalid_params', { field: 'condition.group.uuid' });
}

/**
 * Throws `group_deleted_meanwhile` after a job has read by a condition whose group is gone, because the result is wrong
 * then. A group that still exists existed all the time, so deleting one need not wait for jobs.
 */
export async function refuseGroupGone(tx: Tx, { group }: { group?: InGroup | undefined }): Promise<void> {
  if (group && !(await findGroup(tx, group.uuid))) throw fail('group_deleted_meanwhile');
}

/** The groups whose direct members match: the group itself, groups in it, or both. */
function groupsMeant({ uuid, members }: InGroup): RawBuilder<unknown> {
  const itself = sql`select ${uuid}::uuid`;
  const below = sql`select a.descendant_uuid from group_ancestry a where a.ancestor_uuid = ${uuid}`;
  if (members === 'direct') return itself;
  return members === 'inherited' ? below : sql`${itself} union all ${below}`;
}

/** Condition that a membership `m` is in one of them. */
function isMeant({ uuid, members }: InGroup): RawBuilder<SqlBool> {
  const itself = sql<SqlBool>`m.group_uuid = ${uuid}`;
  const below = sql<SqlBool>`exists (
    select from group_ancestry a where a.ancestor_uuid = ${uuid} and a.descendant_uuid = m.group_uuid)`;
  if (members === 'direct') return itself;
  return members === 'inherited' ? below : sql<SqlBool>`(${itself} or ${below})`;
}

/** A group deleted since the check matches nobody, rather than everybody not in it. */
const isThere = ({ uuid }: InGroup) => sql<SqlBool>`exists (select from groups where uuid = ${uuid})`;

/**
 * The condition on a `row`. For one row it reads its groups; for an index, the members of the group, unless there are
 * so many that another index is better. Both avoid a join (`offset 0`, `array`): joining a table with row-level
 * security would keep the planner from using the index for fragments. `memberships`: their number,
 * if known.
 */
export function inGroup(
  kind: MemberKind,
  row: string,
  group: InGroup,
  isLarge: boolean,
  memberships = Number.POSITIVE_INFINITY,
): Predicate {
  const uuid = sql.ref(`${row}.uuid`);
  const exact = sql<SqlBool>`exists (
    select from ${kind.memberships} m where ${kind.memberOf('m')} = ${uuid} and ${isMeant(group)} offset 0)`;
  if (!group.included) return { exact: sql<SqlBool>`(${isThere(group)} and not ${exact})`, indexed: null };
  const uuids = sql`
    select ${kind.memberOf('m')} as uuid from ${kind.memberships} m where m.group_uuid in (${groupsMeant(group)})`;
  const aside = { uuids, size: memberships };
  const asked = memberships <= FEW_LISTED ? isListed(uuid, uuids) : exact;
  if (isLarge) return { exact: asked, indexed: null, aside };
  return { exact: asked, indexed: sql<SqlBool>`${uuid} = any (array(${uuids}))`, isComplete: true, aside };
}

/** The memberships of these groups. */
export async function countMemberships(tx: Tx, kind: MemberKind, group: InGroup): Promise<number> {
  const { rows } = await sql<{ memberships: number }>`
    select coalesce(sum(${kind.countOf('c')}), 0)::bigint as memberships from ${kind.counts} c
    where c.group_uuid in (${groupsMeant(group)})`.execute(tx);
  return rows[0]?.memberships ?? 0;
}
