import type { User } from '#contract/people/users-fields.ts';
import type { UserChanges } from '#contract/people/users.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import { foldId } from '#contract/rules.ts';
import { type Changes, changedFields } from '../../platform/events/write.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { refuseConflict } from '../../platform/http/conflict.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { atGroupsOfUser } from '../groups/members/log.ts';
import { spendIfNeeded } from '../../platform/limits/spending.ts';
import { mailConfirmation } from '../ports.ts';
import { type Given, moveOne, updateOne } from '../changes/changes.ts';
import { followChange, prepareChange } from '../changes/consequences.ts';
import { checkOne } from '../changes/one.ts';
import { loggedFields, sorted } from './log-fields.ts';
import { addressGiven, changesAddress, confirmationLimits, wantedAddress } from './mail-address.ts';
import { type Audit, groupKeys, holdShownUser, readUser } from './users.ts';

/**
 * Changes a user as far as fields are given; answers the user as it is then. Administrator rights, and another address to
 * sign in with of somebody who has registered or is an administrator, take a recent proof. Throws `not_found`, `conflict` with the
 * fields that are not as expected, `forbidden` with a field that the account's source keeps, `last_administrator`,
 * `duplicated_params_loginMailAddress`, `invalid_params_groups.groupId`, `too_many_requests`.
 */
export async function changeUser(
  tools: Tools,
  caller: Caller,
  userId: string,
  given: UserChanges,
  { client, now }: { client: ClientInfo; now: Date },
  audit: Audit,
): Promise<User> {
  const limits = confirmationLimits(caller.tenantId, given);
  const change = (willMail: () => void) =>
    tools.db.inTenant(caller.tenantId, (tx) =>
      changeIn(tools, tx, caller, userId, given, { client, now, audit, willMail }),
    );
  const changed = await spendIfNeeded(tools.db, limits, now, change);
  tools.principals.forget(caller.tenantId, changed.uuid);
  return changed;
}

async function changeIn(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  userId: string,
  given: UserChanges,
  { client, now, audit, willMail }: { client: ClientInfo; now: Date; audit: Audit; willMail: () => void },
): Promise<User> {
  const { tenantId } = caller;
  const before = await holdShownUser(tx, userId, now);
  const { uuid } = before;
  const asked = wanted(before, given);
  refuseConflict({ ...asked, expected: given.expected }, comparable(before));
  const changes = changedFields(comparable(before), asked);
  if (Object.keys(changes).length === 0) {
    await audit(tx, uuid, {});
    return before;
  }
  const written = { ...givenBy(given), ...addressGiven(before, given, changes, now) };
  const groups = 'groups' in changes ? groupKeys(given.groups, before.groups) : undefined;
  const checked = { kind: 'update' as const, user: before, given: { ...written, ...(groups && { groups }) } };
  const { readdressed, madeAdministrators } = await checkOne(tx, {
    ...checked,
    changes: asRow(before, given, changes),
  });
  if (madeAdministrators.length > 0 || (changesAddress(changes) && isOfWeight(before))) requireRecentProof(caller, now);
  const isLinked = written.linkUntil !== undefined;
  if (isLinked) willMail();
  const effects = { readdressed: readdressed.map((one) => ({ ...one, linked: isLinked })), madeAdministrators };
  const by = { tenantId, userId: caller.userId, client };
  await prepareChange(tools, tx, effects, by, now);
  await updateOne(tx, uuid, written, now);
  if (groups) await moveOne(tx, before, groups);
  if (isLinked && written.loginMailAddress)
    await mailConfirmation(tools, tx, { tenantId, userUuid: uuid, address: written.loginMailAddress, now });
  await followChange(tools, tx, effects, by, now);
  const after = await readUser(tx, uuid, now);
  const atGroups = atGroupsOfUser(after.userId, before.groups, after.groups);
  await audit(tx, uuid, changedFields(loggedFields(before), loggedFields(after)), atGroups);
  return after;
}

/** The changes as a row of a file has them: an address that is removed takes the pending one with it. */
function asRow(before: User, { loginMailAddress: address }: UserChanges, changes: Changes): Changes {
  if (address !== null || !changesAddress(changes)) return changes;
  const { nextLoginMailAddress: _, ...others } = changes;
  return { ...others, loginMailAddress: { before: before.loginMailAddress, after: null } };
}

/** Whether the address opens something: an account in use, or the rights that an invited administrator will have. */
const isOfWeight = ({ status, roles }: User): boolean =>
  status !== 'registering' || mayWriteUsers({ status: 'active', roles });

/** A user as the fields that can be changed, in the form in which they are given: group ids whatever their capitals. */
const comparable = (user: User): Record<string, unknown> => ({
  ...loggedFields(user),
  groups: user.groups.map(({ groupId }) => foldId(groupId)).sort(),
});

function wanted(before: User, given: UserChanges): Record<string, unknown> {
  const { extensionAttributes, groups, expected: _, ...plain } = given;
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...wantedAddress(before, given),
    ...(extensionAttributes && { extensionAttributes: sorted(mergedAttributes(before, extensionAttributes)) }),
    ...(groups && { groups: groups.map(({ groupId }) => foldId(groupId)).sort() }),
  };
}

/** Empty texts are not kept: an attribute that is not there reads the same. */
const mergedAttributes = (before: User, given: Record<string, string | undefined>): Record<string, string> => {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const merged = Object.entries<string | undefined>({ ...before.extensionAttributes, ...named });
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => Boolean(entry[1])));
};

/** All but groups and the login mail address. */
function givenBy(given: UserChanges): Given {
  const {
    extensionAttributes,
    loginMailAddress: _address,
    nextLoginMailAddress: _next,
    groups: _groups,
    expected: _,
    ...plain
  } = given;
  return { ...plain, ...extensionAttributes };
}
