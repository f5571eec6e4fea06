import { MAX_GROUPS_A_CALL, type User } from '#contract/people/users-fields.ts';
import type { NewUser } from '#contract/people/users.ts';
import { fail } from '#contract/errors.ts';
import { mayWriteUsers } from '#contract/roles.ts';
import { inviteUser } from '../ports.ts';
import type { Changes } from '../../platform/audit/operation-log.ts';
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
import { takeTurn } from './address-turns.ts';
import { createdFields } from './log-fields.ts';
import { setLoginMailAddress } from './mail-address.ts';
import { noteNewAdministrators } from './new-administrators.ts';
import * as queries from './queries.ts';
import { toUser, type UserKey, userRowOf } from './rows.ts';

/** Writes what was changed of a user into the log, with what that did to other things. */
export type Audit = (tx: Tx, targetId: string, changes: Changes, atOthers?: readonly AuditEntry[]) => Promise<void>;

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
    if (given.loginMailAddress !== null) await takeTurn(tx, given.loginMailAddress);
    await queries.insertUser(tx, toRow(account, given, now));
    if (hash) {
      await storePassword(tx, { tenantId, userUuid: account.uuid, hash, now, mustChange: given.mustChangePassword });
    }
    await queries.insertMailAddresses(tx, account, given.mailAddresses);
    if (given.groups.length > 0) await joinGroups(tx, account, given.groups);
    await announce(tools, tx, account, given, now);
    if (isAdministrator) {
      const made = [{ uuid: account.uuid, userId: given.userId }];
      await noteNewAdministrators(tools, tx, { made, operator: caller.userId, now });
    }
    const made = await readUser(tx, account.uuid, now);
    await audit(tx, account.uuid, createdFields(given, made), atGroupsOfUser(made.userId, [], made.groups));
    return made;
  });
}

/** The address waits until its owner confirms it or registers. */
async function announce(
  tools: Tools,
  tx: Tx,
  account: { tenantId: string; uuid: string },
  given: NewUser,
  now: Date,
): Promise<void> {
  const { loginMailAddress: mailAddress } = given;
  if (mailAddress === null) return;
  if (await queries.isAddressTaken(tx, mailAddress, account.uuid))
    throw fail('duplicated_params_loginMailAddress', { field: 'loginMailAddress' });
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
 * Puts a user into exactly these groups; in those `present` the user is already. Throws `invalid_params` for too many
 * others, `invalid_params_groups.groupId` for one that is not there.
 */
export async function joinGroups(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  groups: readonly { groupId: string }[],
  present: readonly { groupId: string }[] = [],
): Promise<void> {
  const isIn = new Set(present.map(({ groupId }) => groupId.toLowerCase()));
  const joined = groups.filter(({ groupId }) => !isIn.has(groupId.toLowerCase()));
  if (joined.length > MAX_GROUPS_A_CALL) throw fail('invalid_params', { field: 'groups' });
  const found = await queries.findGroups(
    tx,
    groups.map(({ groupId }) => groupId),
  );
  const missing = groups.findIndex(({ groupId }) => !found.has(groupId.toLowerCase()));
  if (missing >= 0) throw fail('invalid_params_groups.groupId', { field: `groups.${missing}.groupId` });
  await queries.setGroups(tx, account, [...found.values()]);
}

/** Empty texts are not kept: an attribute that is not there reads the same. */
export const filledAttributes = (attributes: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter((entry): entry is [string, string] => Boolean(entry[1])));

function toRow({ tenantId, uuid }: { tenantId: string; uuid: string }, given: NewUser, now: Date) {
  return {
    tenant_id: tenantId,
    uuid,
    user_id: given.userId,
    family_name: given.familyName,
    given_name: given.givenName,
    status: given.status,
    roles: given.roles,
    department: given.department,
    location: given.location,
    description: given.description,
    locale: given.locale,
    timezone: given.timezone,
    next_login_mail_address: given.loginMailAddress,
    other_mail_addresses: given.mailAddresses.join('\n'),
    extension_attributes: JSON.stringify(filledAttributes(given.extensionAttributes)),
    created_at: now,
    updated_at: now,
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
