import type { OnpremiseAccountType } from '#contract/credentials/onpremise-accounts.ts';
import { fail } from '#contract/errors.ts';
import { MAX_CARDS_PER_PRODUCT } from '#contract/limits.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Facts } from '../../platform/events/consumers.ts';
import * as queries from './queries.ts';
import type { Account, Change } from './user-codes.ts';

/** A user's identity at devices of one type; the number or ID itself cannot be read back. */
export interface OnpremiseAccount {
  uuid: string;
  deviceType: string;
  type: OnpremiseAccountType;
  /** Position among those of this device type and type, from 1. */
  index: number;
  hint: string;
  createdAt: string;
}

const toAccount = (row: queries.AccountRow): OnpremiseAccount => ({
  uuid: row.uuid,
  deviceType: row.device_type,
  type: row.type,
  index: row.index,
  hint: row.hint,
  createdAt: row.created_at.toISOString(),
});

/** Device types with user sign-in, and the account types each supports (spec section 3). */
export function onpremiseDeviceTypes(tools: Tools): { deviceType: string; types: OnpremiseAccountType[] }[] {
  const of = (product: string, types: OnpremiseAccountType[]) => ({
    deviceType: `${tools.config.PRODUCT_NAME}${product}`,
    types,
  });
  return [
    of('Mfp', ['card', 'mfp_address_book']),
    of('Iwb', ['card', 'address_book']),
    of('CB', ['card', 'address_book']),
  ];
}

/** Several cards, but only one address book entry. */
const mostOf = (type: OnpremiseAccountType) => (type === 'card' ? MAX_CARDS_PER_PRODUCT : 1);

/** The last four characters; of a short number two, so that most of it stays secret. */
const hintOf = (value: string) => value.slice(value.length < 8 ? -2 : -4);

/** The lowest unused position, from 1. */
function freeIndex(taken: readonly number[]): number {
  let index = 1;
  while (taken.includes(index)) index += 1;
  return index;
}

export async function listOnpremiseAccounts(tx: Tx, userUuid: string): Promise<OnpremiseAccount[]> {
  return (await queries.listAccounts(tx, userUuid)).map(toAccount);
}

export type AccountChange = Omit<Change, 'audit'> & {
  /** Writes the event, of which the user is told by mail: `facts` are for that mail alone. */
  audit(tx: Tx, before: OnpremiseAccount | undefined, after: OnpremiseAccount | undefined, facts: Facts): Promise<void>;
};

/** What the mail about a change says; the log keeps no digit of a number. */
const factsOf = (before: OnpremiseAccount | undefined, after: OnpremiseAccount | undefined): Facts => {
  const account = after ?? before;
  return {
    ...(account && { type: account.type, deviceType: account.deviceType }),
    ...(before && { hintRemoved: before.hint }),
    ...(after && { hintAdded: after.hint }),
  };
};

type Given = { deviceType: string; type: OnpremiseAccountType; value: string };

/**
 * Adds an account: stored as a keyed hash with its last characters; emails the user. Throws `invalid_params` (a device
 * type without such accounts), `not_found` (the user), `exceeded_cards`, `duplicated_params_onpremiseAccounts`.
 */
export async function addOnpremiseAccount(
  tools: Tools,
  account: Account,
  given: Given,
  change: AccountChange,
): Promise<OnpremiseAccount> {
  const device = onpremiseDeviceTypes(tools).find(({ deviceType }) => deviceType === given.deviceType);
  if (!device) throw fail('invalid_params', { field: 'deviceType' });
  if (!device.types.includes(given.type)) throw fail('invalid_params', { field: 'type' });
  return orDuplicated(() => tools.db.inTenant(account.tenantId, (tx) => insert(tools, tx, account, given, change)));
}

async function insert(
  tools: Tools,
  tx: Tx,
  { tenantId, userUuid }: Account,
  { deviceType, type, value }: Given,
  change: AccountChange,
): Promise<OnpremiseAccount> {
  // The user may have been deleted since the call began.
  if (!(await queries.holdUserRow(tx, userUuid))) throw fail('not_found');
  const there = await queries.listAccounts(tx, userUuid);
  const taken = there.filter((one) => one.device_type === deviceType && one.type === type).map(({ index }) => index);
  if (taken.length >= mostOf(type)) throw fail('exceeded_cards');
  const row = {
    uuid: newUuid(),
    device_type: deviceType,
    type,
    index: freeIndex(taken),
    hint: hintOf(value),
    created_at: change.now,
  };
  const value_hash = tools.keyedHash('card', tenantId, value);
  await queries.insertAccount(tx, { ...row, tenant_id: tenantId, user_uuid: userUuid, value_hash });
  const after = toAccount(row);
  await change.audit(tx, undefined, after, factsOf(undefined, after));
  return after;
}

/**
 * Replaces the number or ID of an account, such as a lost card: the old one no longer signs in. Throws `not_found`,
 * `duplicated_params_onpremiseAccounts`.
 */
export async function replaceOnpremiseAccount(
  tools: Tools,
  account: Account,
  uuid: string,
  read: (type: OnpremiseAccountType) => string,
  change: AccountChange,
): Promise<OnpremiseAccount> {
  const { tenantId, userUuid } = account;
  return orDuplicated(() =>
    tools.db.inTenant(tenantId, async (tx) => {
      const before = await queries.holdAccount(tx, userUuid, uuid);
      if (!before) throw fail('not_found');
      const value = read(before.type);
      const after = { ...before, hint: hintOf(value), created_at: change.now };
      const value_hash = tools.keyedHash('card', tenantId, value);
      await queries.replaceAccount(tx, uuid, { value_hash, hint: after.hint, created_at: after.created_at });
      const [was, is] = [toAccount(before), toAccount(after)];
      await change.audit(tx, was, is, factsOf(was, is));
      return is;
    }),
  );
}

/** Removes an account of a user, only of the given type if there is one. Throws `not_found`. */
export async function removeOnpremiseAccount(
  tx: Tx,
  account: Account,
  uuid: string,
  change: AccountChange,
  type?: OnpremiseAccountType,
): Promise<void> {
  const row = await queries.holdAccount(tx, account.userUuid, uuid);
  if (!row || (type !== undefined && row.type !== type)) throw fail('not_found');
  await queries.deleteAccount(tx, uuid);
  const before = toAccount(row);
  await change.audit(tx, before, undefined, factsOf(before, undefined));
}

async function orDuplicated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violates(error, 'duplicated_params_onpremiseAccounts')) {
      throw fail('duplicated_params_onpremiseAccounts', { field: 'number', cause: error });
    }
    throw error;
  }
}
