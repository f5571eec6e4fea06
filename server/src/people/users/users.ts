import { MAX_GROUPS_A_CALL, type User } from '#contract/people/users-fields.ts';
import type { NewUser } from '#contract/people/users.ts';
import { textsOf } from '#contract/people/user-texts.ts';
import { fail } from '#contract/errors.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import { foldId } from '#contract/rules.ts';
import { inviteUser } from '../ports.ts';
import type { Changes } from '../../platform/events/write.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import { ask } from '../../platform/db/ask.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { AuditEntry } from '../../platform/http/serve.ts';
import type { Caller } from '../../platform/http/session.ts';
import { deleteUsers } from '../bin/delete.ts';
import type { Tools } from '../../platform/tools.ts';
import { atGroupsOfLeaving, atGroupsOfUser } from '../groups/members/log.ts';
import { refuseWeak, storePassword } from '../../credentials/passwords/passwords.ts';
import { createdFields } from './log-fields.ts';
import { setLoginMailAddress } from './mail-address.ts';
import { followChange } from '../changes/consequences.ts';
import { type Given, insertOne } from '../changes/changes.ts';
import { checkOne } from '../changes/one.ts';
import * as queries from './queries.ts';
import { toUser, type UserKey, userRowOf } from './rows.ts';

/** Writes what was changed of a user into the log, with what that did to other things. */
export type Audit = (
  tx: Tx,
  targetId: string,
  changes: Changes,
  atOthers?: readonly AuditEntry[],
  facts?: AuditEntry['facts'],
) => Promise<void>;

/** One user by uuid, as an administrator sees one. Throws `not_found`. */
export const readUser = (tx: Tx, uuid: string, now: Date): Promise<User> => read(tx, { uuid }, now);

async function read(tx: Tx, key: UserKey, now: Date): Promise<User> {
  const [row] = await ask(tx, userRowOf(key, now));
  if (!row) throw fail('not_found');
  return toUser(row);
}

/** The uuid of a visible id. Throws `not_found`. */
export async function findUser(tx: Tx, userId: string): Promise<string> {
  const uuid = await queries.findUuid(tx, userId);
  if (!uuid) throw fail('not_found');
  return uuid;
}

/** One user by the visible id. Throws `not_found`. */
export const getUser = (tx: Tx, userId: string, now: Date): Promise<User> =>
  read(tx, { userIdKey: userId.toLowerCase() }, now);

/** The user of a visible id, held until the transaction ends. Throws `not_found`. */
export async function holdUser(tx: Tx, userId: string): Promise<queries.HeldUser> {
  const held = await queries.holdUser(tx, userId);
  if (!held) throw fail('not_found');
  return held;
}

/** The same as an administrator sees one. Throws `not_found`. */
export async function holdShownUser(tx: Tx, userId: string, now: Date): Promise<User> {
  const row = await queries.holdUserRow(tx, userId, now);
  if (!row) throw fail('not_found');
  return toUser(row);
}

/**
 * Makes a user with everything given, or nothing. An administrator, or a user with a password, takes a recent proof.
 * Throws `duplicated_params_userId`,
 * `duplicated_params_loginMailAddress`, `invalid_params_groups.groupId` and the refusals of the password rules.
 */
export async function createUser(tools: Tools, caller: Caller, given: NewUser, now: Date, audit: Audit): Promise<User> {
  const isAdministrator = mayWriteUsers({ status: 'active', roles: given.roles });
  if (given.password !== undefined || isAdministrator) requireRecentProof(caller, now);
  const { tenantId } = caller;
  const hash = given.password === undefined ? null : await hashPassword(tools, caller, given, given.password);
  const account = { tenantId, uuid: newUuid() };
  return tools.db.inTenant(tenantId, async (tx) => {
    const user = { uuid: account.uuid, userId: given.userId };
    const written = givenBy(given);
    const effects = await checkOne(tx, { kind: 'create', user, given: written });
    await insertOne(tx, user, written, now);
    if (hash) {
      await storePassword(tx, { tenantId, userUuid: account.uuid, hash, now, mustChange: given.mustChangePassword });
    }
    await announce(tools, tx, account, given, now);
    await followChange(tools, tx, effects, { tenantId, userId: caller.userId, client: null }, now);
    const made = await readUser(tx, account.uuid, now);
    await audit(tx, account.uuid, createdFields(given, made), atGroupsOfUser(made.userId, [], made.groups));
    return made;
  });
}

/** Mails the owner of the address, which is pending until they confirm it or register. */
async function announce(
  tools: Tools,
  tx: Tx,
  account: { tenantId: string; uuid: string },
  given: NewUser,
  now: Date,
): Promise<void> {
  const { loginMailAddress: mailAddress } = given;
  if (mailAddress === null) return;
  if (given.status === 'active') return setLoginMailAddress(tools, tx, account, mailAddress, now);
  const invitation = { tenantId: account.tenantId, userUuid: account.uuid, mailAddress, now };
  if (given.invite) await inviteUser(tools, tx, invitation);
}

async function hashPassword(tools: Tools, caller: Caller, given: NewUser, password: string): Promise<string> {
  const tenantName = await tools.db.inTenant(caller.tenantId, queries.readTenantName);
  const known = {
    ...{ userId: given.userId, givenName: given.givenName, familyName: given.familyName },
    mailAddresses: [given.loginMailAddress, ...given.mailAddresses],
    ...{ tenantId: caller.tenantId, tenantName, productName: tools.config.PRODUCT_NAME },
  };
  refuseWeak(password, caller.account.policy.passwordPolicy, known, 'password');
  return tools.hasher.hash(password);
}

/**
 * Group IDs as they are compared, in the order given; undefined if none are given. Throws `invalid_params` if too many
 * are new to the user, who is in `present`.
 */
export function groupKeys(
  groups: readonly { groupId: string }[] | undefined,
  present: readonly { groupId: string }[] = [],
): string[] | undefined {
  const keys = groups?.map(({ groupId }) => foldId(groupId));
  const isIn = new Set(present.map(({ groupId }) => foldId(groupId)));
  const joined = keys?.filter((key) => !isIn.has(key)) ?? [];
  if (joined.length > MAX_GROUPS_A_CALL) throw fail('invalid_params', { field: 'groups' });
  return keys;
}

function givenBy({ extensionAttributes, loginMailAddress, groups, ...given }: NewUser): Given {
  const { familyName, givenName, status, roles, locale, timezone } = given;
  return {
    ...{ familyName, givenName, status, roles, ...textsOf(given), locale, timezone, loginMailAddress },
    ...(given.mailAddresses.length > 0 && { mailAddresses: given.mailAddresses }),
    ...(groups.length > 0 && { groups: groupKeys(groups) }),
    ...extensionAttributes,
  };
}

/**
 * Deletes a user, who can be restored for 30 days; one's own takes a recent proof. Throws `not_found`, `last_administrator`.
 */
export async function deleteUser(tx: Tx, caller: Caller, userId: string, now: Date, audit: Audit): Promise<string> {
  const { uuid } = await holdUser(tx, userId);
  if (uuid === caller.uuid) requireRecentProof(caller, now);
  const atGroups = await atGroupsOfLeaving(tx, [uuid]);
  const gone = await deleteUsers(tx, [uuid], { by: caller.userId, now });
  await audit(tx, uuid, gone.get(uuid) ?? {}, atGroups);
  return uuid;
}
