import { sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import type { Reason } from '../../platform/db/schema.ts';
import { ask, named, send } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { UserSource } from '#contract/people/users-source.ts';
import { keepingGroups, oneRow } from './changes.ts';
import { type Effects, isReaddressed, readdresses, readdressing } from './consequences.ts';
import {
  firstReason,
  firstUnknownGroup,
  givesGroups,
  givesRights,
  type Known,
  mayGiveRights,
  rulesConcerning,
  takingTurn,
} from './rules.ts';

/** The change of one user, as a form makes it: a change set of one row. */
interface One extends Omit<Known, 'source'> {
  user: { uuid: string; userId: string; source?: UserSource };
}

interface Found {
  reason: Reason | null;
  readdressed: { waits: boolean; loses: boolean } | null;
  makes_administrator: boolean;
}

/** Whether the database must be asked: a rule may refuse the change, or it may have effects. */
const needsLook = (change: Known): boolean =>
  rulesConcerning(change).length > 0 || readdresses(change) || mayGiveRights(change);

/**
 * Checks a change of one user by the rules of every change, before it is made; the user must be locked. One round trip,
 * or none if no rule can refuse the change: most edits are of names and departments. Answers its effects. Throws the first
 * refusal.
 */
export async function checkOne(
  tx: Tx,
  { kind, user, given, changes, bySource }: One,
): Promise<Required<Pick<Effects, 'readdressed' | 'madeAdministrators'>>> {
  const change = { kind, given, changes, source: user.source, bySource };
  if (!needsLook(change)) return { readdressed: [], madeAdministrators: [] };
  const staged = oneRow(kind, user, given, changes);
  if (given.loginMailAddress) await send(tx, named('take_turn', takingTurn(given.loginMailAddress)));
  if (givesGroups(change)) await send(tx, keepingGroups(staged));
  const looked = {
    ...{ kind: sql`r.kind`, given: sql`r.given`, changes: sql`r.changes`, operatorUuid: null },
    atGroup: sql`'groups.' || ${firstUnknownGroup(sql`r.given`)} || '.groupId'`,
    ...(bySource && { bySource }),
  };
  const [found] = await ask(
    tx,
    named(
      bySource ? 'check_user_of_source' : 'check_user',
      sql<Found>`
        select ${firstReason(looked)} as reason, case when ${isReaddressed} then ${readdressing} end as readdressed,
          ${givesRights} as makes_administrator
        from ${staged} r left join lateral (
          select * from users found where found.uuid = r.user_uuid and r.kind = 'update' limit 1) u on true`,
    ),
  );
  if (!found) throw new Error('a change of one user was not looked at');
  const { reason } = found;
  if (reason) throw fail(reason.id, reason.field ? { field: reason.field } : {});
  return {
    readdressed: found.readdressed ? [{ uuid: user.uuid, ...found.readdressed }] : [],
    madeAdministrators: found.makes_administrator ? [user] : [],
  };
}
