import type { User } from '#contract/authentication/users-fields.ts';
import type { UserChanges } from '#contract/authentication/users.ts';
import { fail } from '#contract/errors.ts';
import { changedFields } from '../../audit/operation-log.ts';
import { cancelInvitations } from '../../account/registration/registration.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ClientInfo } from '../../http/client-info.ts';
import type { Caller } from '../../http/session.ts';
import type { Tools } from '../../tools.ts';
import { queueNotice } from '../notices/notices.ts';
import { spendTry } from '../throttle/throttle.ts';
import { dropLoginMailAddress, setLoginMailAddress } from './mail-address.ts';
import * as queries from './queries.ts';
import { type Audit, filledAttributes, holdUser, joinGroups, readUser } from './users.ts';

/** Confirmation mails to one address, so that nobody is made a nuisance of. */
const mailLimit = (address: string) => ({
  name: 'mailConfirmationTo',
  key: address.toLowerCase(),
  most: 10,
  withinSeconds: 3600,
});

/**
 * Changes a user as far as fields are given; answers the user as it is then. Throws `not_found`, `forbidden` with a
 * field that the account's source keeps, `last_administrator`, `duplicated_params_loginMailAddress`,
 * `invalid_params_groups.groupId`, `too_many_requests`.
 */
export async function changeUser(
  tools: Tools,
  caller: Caller,
  userId: string,
  given: UserChanges,
  { client, now }: { client: ClientInfo; now: Date },
  audit: Audit,
): Promise<User> {
  if (given.loginMailAddress) await spendTry(tools.db, [mailLimit(given.loginMailAddress)], now);
  const changed = await tools.db.inTenant(caller.tenantId, async (tx) => {
    const { uuid } = await holdUser(tx, userId);
    const before = await readUser(tx, uuid, now);
    const changes = changedFields(comparable(before), wanted(before, given));
    const kept = before.readOnlyFields.find((field) => field in changes);
    if (kept) throw fail('forbidden', { field: kept });
    if (Object.keys(changes).length === 0) return before;
    const account = { tenantId: caller.tenantId, uuid };
    await store(tx, account, before, given, now);
    if ('loginMailAddress' in changes || 'nextLoginMailAddress' in changes) {
      await changeAddress(tools, tx, account, before, given, { client, now });
    }
    const after = await readUser(tx, uuid, now);
    await audit(tx, uuid, changedFields(comparable(before), comparable(after)));
    return after;
  });
  tools.principals.forget(caller.tenantId, changed.uuid);
  return changed;
}

/** A user as the fields that can be changed, in the form in which they are given. */
function comparable(user: User): Record<string, unknown> {
  const { familyName, givenName, roles, department, location, description, locale, timezone } = user;
  return {
    ...{ familyName, givenName, roles, department, location, description, locale, timezone },
    loginMailAddress: user.loginMailAddress,
    nextLoginMailAddress: user.nextLoginMailAddress,
    mailAddresses: user.mailAddresses,
    extensionAttributes: sorted(user.extensionAttributes),
    groups: user.groups.map(({ groupId }) => groupId.toLowerCase()).sort(),
  };
}

const sorted = (values: Record<string, string>) => Object.fromEntries(Object.entries(values).sort());

function wanted(before: User, given: UserChanges): Record<string, unknown> {
  const { extensionAttributes, groups, ...plain } = given;
  return {
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...wantedAddress(before, given),
    ...(extensionAttributes && { extensionAttributes: sorted(mergedAttributes(before, extensionAttributes)) }),
    ...(groups && { groups: groups.map(({ groupId }) => groupId.toLowerCase()).sort() }),
  };
}

/**
 * Addresses are compared whatever their capitals. Of somebody who has not registered the one that waits is the one that
 * was given; without an address to sign in with none waits either.
 */
function wantedAddress(before: User, { loginMailAddress: address }: UserChanges): Record<string, unknown> {
  if (address === undefined) return {};
  if (address === null) return { nextLoginMailAddress: null };
  const waits = before.status === 'registering' && isSameAddress(address, before.nextLoginMailAddress);
  return waits || isSameAddress(address, before.loginMailAddress) ? { loginMailAddress: before.loginMailAddress } : {};
}

const isSameAddress = (one: string, other: string | null) => one.toLowerCase() === other?.toLowerCase();

const mergedAttributes = (before: User, given: Record<string, string | undefined>): Record<string, string> => {
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return filledAttributes({ ...before.extensionAttributes, ...named });
};

/** All but the login mail address. */
async function store(
  tx: Tx,
  account: { tenantId: string; uuid: string },
  before: User,
  given: UserChanges,
  now: Date,
): Promise<void> {
  await queries.updateUser(tx, account.uuid, {
    family_name: given.familyName,
    given_name: given.givenName,
    roles: given.roles,
    department: given.department,
    location: given.location,
    description: given.description,
    locale: given.locale,
    timezone: given.timezone,
    ...(given.extensionAttributes && {
      extension_attributes: JSON.stringify(mergedAttributes(before, given.extensionAttributes)),
    }),
    updated_at: now,
  });
  if (given.mailAddresses) await queries.replaceMailAddresses(tx, account, given.mailAddresses);
  if (given.groups) await joinGroups(tx, account, given.groups, before.groups);
}

async function changeAddress(
  tools: Tools,
  tx: Tx,
  account: { tenantId: string; uuid: string },
  before: User,
  given: UserChanges,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<void> {
  const address = given.loginMailAddress;
  const isRegistering = before.status === 'registering';
  // A link that went to another mailbox must not let whoever reads it there become this user.
  if (isRegistering) await cancelInvitations(tx, [account.uuid], now);
  if (address && !isSameAddress(address, before.loginMailAddress)) {
    if (await queries.isAddressTaken(tx, address, account.uuid)) throw fail('duplicated_params_loginMailAddress');
    // Who has not registered confirms the address by registering.
    if (isRegistering) await queries.updateUser(tx, account.uuid, { next_login_mail_address: address });
    else await setLoginMailAddress(tools, tx, account, address, now);
    return;
  }
  // Whoever read mail there hears of it before the address is gone.
  if (address === null && before.loginMailAddress) {
    const notice = {
      tenantId: account.tenantId,
      userUuid: account.uuid,
      kind: 'mailAddressChanged' as const,
      client,
      now,
    };
    await queueNotice(tools, tx, { ...notice, variables: { mailAddress: '-' } });
  }
  await dropLoginMailAddress(tx, account, address === null, now);
}
