import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserCondition } from '#contract/authentication/users-search.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../../db/transaction.ts';
import { type Predicate, predicatesOfFields } from './condition.ts';

type Group = NonNullable<UserCondition['group']>;

/** Up to so many members it is worth listing them all beside what another index finds. */
const FEW_MEMBERS = 5000;

/**
 * All that a condition asks. Throws `invalid_params` with a group that is not there: nobody is in it, and nobody must
 * act on all who are not.
 */
export async function readPredicates(tx: Tx, condition: UserCondition, now: Date): Promise<Predicate[]> {
  await refuseUnknownGroup(tx, condition);
  const { group } = condition;
  const hasIndex = predicatesOfFields(condition, now).some(({ indexed }) => indexed);
  const isLarge = group?.included === true && hasIndex && (await countMemberships(tx, group)) > FEW_MEMBERS;
  return predicatesOf(condition, now, isLarge);
}

/** The same for a job, whose condition was checked when it was begun. */
export function predicatesOf(condition: UserCondition, now: Date, isLarge = false): Predicate[] {
  const predicates = predicatesOfFields(condition, now);
  return condition.group ? [...predicates, inGroup(condition.group, isLarge)] : predicates;
}

/** Throws `invalid_params` where a condition names a group that is not there. */
export async function refuseUnknownGroup(tx: Tx, { group }: UserCondition): Promise<void> {
  if (group && !(await hasGroup(tx, group.uuid))) throw fail('invalid_params', { field: 'condition.group.uuid' });
}

/** The groups whose direct members are meant: the group itself, those in it, or both. */
function groupsMeant({ uuid, members }: Group): RawBuilder<unknown> {
  const itself = sql`select ${uuid}::uuid`;
  const below = sql`select a.descendant_uuid from group_ancestry a where a.ancestor_uuid = ${uuid}`;
  if (members === 'direct') return itself;
  return members === 'inherited' ? below : sql`${itself} union all ${below}`;
}

/** Whether a membership `m` is in one of them. */
function isMeant({ uuid, members }: Group): RawBuilder<SqlBool> {
  const itself = sql<SqlBool>`m.group_uuid = ${uuid}`;
  const below = sql<SqlBool>`exists (
    select from group_ancestry a where a.ancestor_uuid = ${uuid} and a.descendant_uuid = m.group_uuid)`;
  if (members === 'direct') return itself;
  return members === 'inherited' ? below : sql<SqlBool>`(${itself} or ${below})`;
}

/**
 * Asked of one user it looks at that user's groups; asked of an index, at the members of the group, unless they are so
 * many that another index does better. Both are kept from being joined (`offset 0`, `array`): a table behind the wall
 * beside the users would keep the planner from asking the index for fragments.
 */
function inGroup(group: Group, isLarge: boolean): Predicate {
  const exact = sql<SqlBool>`exists (
    select from group_users m where m.user_uuid = u.uuid and ${isMeant(group)} offset 0)`;
  if (!group.included) return { exact: sql<SqlBool>`not ${exact}`, indexed: null };
  if (isLarge) return { exact, indexed: null };
  const members = sql`select m.user_uuid from group_users m where m.group_uuid in (${groupsMeant(group)})`;
  return { exact, indexed: sql<SqlBool>`u.uuid = any (array(${members}))`, isComplete: true };
}

/** The memberships of the groups meant. */
async function countMemberships(tx: Tx, group: Group): Promise<number> {
  const { rows } = await sql<{ memberships: number }>`
    select coalesce(sum(c.users), 0)::bigint as memberships from group_user_counts c
    where c.group_uuid in (${groupsMeant(group)})`.execute(tx);
  return rows[0]?.memberships ?? 0;
}

async function hasGroup(tx: Tx, uuid: string): Promise<boolean> {
  const { rows } = await sql`select from groups where uuid = ${uuid}`.execute(tx);
  return rows.length > 0;
}
