import type { UserCondition } from '#contract/people/users-search.ts';
import type { Predicate } from '../../platform/db/search/predicate.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { countMemberships, inGroup, refuseUnknownGroup } from '../groups/members/in-group.ts';
import { ofUsers } from '../groups/members/kind.ts';
import { predicatesOfFields } from './condition.ts';

/** Up to so many members it is worth listing them all beside what another index finds. */
const FEW_MEMBERS = 5000;

/** All that a condition asks. Throws `invalid_params` with a group that is not there. */
export async function readPredicates(tx: Tx, condition: UserCondition, now: Date): Promise<Predicate[]> {
  await refuseUnknownGroup(tx, condition);
  const { group } = condition;
  const hasIndex = predicatesOfFields(condition, now).some(({ indexed }) => indexed);
  const isLarge = group?.included === true && hasIndex && (await countMemberships(tx, ofUsers, group)) > FEW_MEMBERS;
  return predicatesOf(condition, now, isLarge);
}

/** The same for a job, whose condition was checked when it was begun. */
export function predicatesOf(condition: UserCondition, now: Date, isLarge = false): Predicate[] {
  const predicates = predicatesOfFields(condition, now);
  return condition.group ? [...predicates, inGroup(ofUsers, 'u', condition.group, isLarge)] : predicates;
}
