import { sql } from 'kysely';
import { fail } from '#contract/errors.ts';
import type { Reason } from '../../platform/db/schema.ts';
import { ask, named, send } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { type Given, keepingGroups, oneRow } from './changes.ts';
import { type Effects, isReaddressed, readdressing } from './consequences.ts';
import { firstReason, firstUnknownGroup, givesRights, takingTurn } from './rules.ts';

/** The change of one user, as a form makes it: a change set of one row. */
interface One {
  kind: 'create' | 'update' | 'restore';
  user: { uuid: string; userId: string };
  given: Given;
  /** {field: {before, after}} of an update. */
  changes?: Readonly<Record<string, unknown>>;
}

interface Found {
  reason: Reason | null;
  readdressed: { waits: boolean; loses: boolean } | null;
  makes_administrator: boolean;
}

/**
 * Checks a change of one user by the rules of every change, before it is made; the user must be locked. One round trip.
 * Answers its effects. Throws the first refusal.
 */
export async function checkOne(
  tx: Tx,
  { kind, user, given, changes }: One,
): Promise<Required<Pick<Effects, 'readdressed' | 'madeAdministrators'>>> {
  const staged = oneRow(kind, user, given, changes);
  if (given.loginMailAddress) await send(tx, takingTurn(given.loginMailAddress));
  if (given.groups && given.groups.length > 0) await send(tx, keepingGroups(staged));
  const looked = {
    ...{ kind: sql`r.kind`, given: sql`r.given`, changes: sql`r.changes`, operatorUuid: null },
    atGroup: sql`'groups.' || ${firstUnknownGroup(sql`r.given`)} || '.groupId'`,
  };
  const [found] = await ask(
    tx,
    named(
      'check_user',
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
