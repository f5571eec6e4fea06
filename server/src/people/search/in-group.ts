import type { UserCondition } from '#contract/people/users-search.ts';
import type { Predicate } from '../../platform/db/search/predicate.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { countMemberships, inGroup, refuseUnknownGroup } from '../groups/members/in-group.ts';
import { ofUsers } from '../groups/members/kind.ts';
import { predicatesOfFields } from './condition.ts';
import { countSignIns } from './counted.ts';

/** Up to so many members it is worth listing them all beside what another index finds. */
export const FEW_MEMBERS = 5000;

/** All that a condition asks. Throws `invalid_params` with a group that is not there. */
export async function readPredicates(tx: Tx, condition: UserCondition, now: Date): Promise<Predicate[]> {
  await refuseUnknownGroup(tx, condition);
  const { group } = condition;
  const predicates = predicatesOfFields(condition, now);
  const hasIndex = predicates.some(({ indexed }) => indexed);
  const memberships = group?.included ? await countMemberships(tx, ofUsers, group) : undefined;
  const isLarge = hasIndex && memberships !== undefined && memberships > FEW_MEMBERS;
  // Beside a fragment nobody is listed.
  const isListed = predicates.every(({ aside }) => aside);
  const signIns = isListed ? await countSignIns(tx, condition, now) : undefined;
  return predicatesOf(condition, now, { isLarge, memberships, signIns });
}

/** The same for a job, whose condition was checked when it was begun. */
export function predicatesOf(
  condition: UserCondition,
  now: Date,
  known: { isLarge?: boolean; memberships?: number | undefined; signIns?: number | undefined } = {},
): Predicate[] {
  const predicates = predicatesOfFields(condition, now, known.signIns);
  const { group } = condition;
  if (!group) return predicates;
  return [...predicates, inGroup(ofUsers, 'u', group, known.isLarge ?? false, known.memberships)];
}
