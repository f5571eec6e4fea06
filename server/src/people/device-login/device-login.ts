import type { AnswerOf } from '#contract/route.ts';
import { addressBookId, cardNumber, type OnpremiseAccountType } from '#contract/credentials/onpremise-accounts.ts';
import type { getUserDeviceLogin } from '#contract/people/users-device-login.ts';
import type { User } from '#contract/people/users-fields.ts';
import { fail } from '#contract/errors.ts';
import { MAX_CARDS_PER_PRODUCT } from '#contract/limits.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { accountChanges } from '../../credentials/device-login/account-changes.ts';
import * as accounts from '../../credentials/device-login/onpremise-accounts.ts';
import * as codes from '../../credentials/device-login/user-codes.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { type Audit, findUser, readUser } from '../users/users.ts';

/** What a change of somebody's device sign-in works with. */
export interface Working {
  tools: Tools;
  caller: Caller;
  client: ClientInfo;
  now: Date;
  audit: Audit;
}

const policyOf = (caller: Caller) => caller.account.policy.loginPolicy;

/** The PIN, cards and accounts of a user with the rules for new ones. Throws `not_found`. */
export async function readDeviceLogin(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  userId: string,
): Promise<AnswerOf<typeof getUserDeviceLogin>> {
  const uuid = await findUser(tx, userId);
  const { userCode, onpremiseId } = policyOf(caller);
  return {
    userCode: await codes.readUserCode(tx, uuid, userCode),
    onpremiseEnabled: onpremiseId.enabled,
    deviceTypes: accounts.onpremiseDeviceTypes(tools),
    maxCardsPerDeviceType: MAX_CARDS_PER_PRODUCT,
    accounts: await accounts.listOnpremiseAccounts(tx, uuid),
  };
}

const accountOf = async ({ tools, caller }: Working, userId: string): Promise<codes.Account> => ({
  tenantId: caller.tenantId,
  userUuid: await tools.db.inTenant(caller.tenantId, (tx) => findUser(tx, userId)),
});

const pinChange = ({ now, audit }: Working, uuid: string): codes.Change => ({
  now,
  audit: (tx) => audit(tx, uuid, { userCode: {} }),
});

const accountChange = ({ now, audit }: Working, uuid: string): accounts.AccountChange => ({
  now,
  audit: (tx, before, after, facts) => audit(tx, uuid, accountChanges(before, after), [], facts),
});

/** That a PIN or a card is taken is worth something to a guesser: the tries of an administrator are counted too. */
async function spend({ tools, caller, now }: Working, name: string, most: number): Promise<void> {
  await spendTry(tools.db, [{ name, key: `${caller.tenantId}/${caller.uuid}`, most, withinSeconds: 3600 }], now);
}

/** Throws `not_found`, `forbidden`, `too_many_requests` and what `assignUserCode` throws. */
export async function issuePin(working: Working, userId: string, given: string | undefined) {
  const policy = policyOf(working.caller).userCode;
  const account = await accountOf(working, userId);
  if (!policy.enabled) throw fail('forbidden');
  if (given !== undefined) await spend(working, 'userCodeOfUser', 60);
  const change = pinChange(working, account.userUuid);
  return codes.assignUserCode(working.tools, account, policy, given, change);
}

/** Throws `not_found`. */
export async function removePin(working: Working, tx: Tx, userId: string): Promise<void> {
  const userUuid = await findUser(tx, userId);
  const account = { tenantId: working.caller.tenantId, userUuid };
  await codes.dropUserCode(tx, account, pinChange(working, userUuid));
}

/** A card's number or an address book's id as it is kept. Throws `invalid_params` with `number`. */
function readNumber(type: OnpremiseAccountType, given: string): string {
  const read = (type === 'card' ? cardNumber : addressBookId).safeParse(given);
  if (!read.success) throw fail('invalid_params', { field: 'number' });
  return read.data;
}

const answer = (tools: Tools, { tenantId, userUuid }: codes.Account, now: Date): Promise<User> =>
  tools.db.inTenant(tenantId, (tx) => readUser(tx, userUuid, now));

/** Throws `not_found`, `forbidden`, `invalid_params`, `too_many_requests` and what `addOnpremiseAccount` throws. */
export async function addAccount(
  working: Working,
  userId: string,
  given: { deviceType: string; type: OnpremiseAccountType; number: string },
): Promise<User> {
  const { tools, caller, now } = working;
  const account = await accountOf(working, userId);
  if (!policyOf(caller).onpremiseId.enabled) throw fail('forbidden');
  const { number, ...kind } = given;
  const value = readNumber(given.type, number);
  await spend(working, 'cardOfUser', 600);
  await accounts.addOnpremiseAccount(tools, account, { ...kind, value }, accountChange(working, account.userUuid));
  return answer(tools, account, now);
}

/** Throws `not_found`, `forbidden`, `invalid_params`, `too_many_requests`, `duplicated_params_onpremiseAccounts`. */
export async function replaceAccount(working: Working, userId: string, uuid: string, number: string): Promise<User> {
  const { tools, caller, now } = working;
  const account = await accountOf(working, userId);
  if (!policyOf(caller).onpremiseId.enabled) throw fail('forbidden');
  await spend(working, 'cardOfUser', 600);
  const read = (type: OnpremiseAccountType) => readNumber(type, number);
  await accounts.replaceOnpremiseAccount(tools, account, uuid, read, accountChange(working, account.userUuid));
  return answer(tools, account, now);
}

/** Throws `not_found`. */
export async function removeAccount(working: Working, tx: Tx, userId: string, uuid: string): Promise<void> {
  const userUuid = await findUser(tx, userId);
  const account = { tenantId: working.caller.tenantId, userUuid };
  await accounts.removeOnpremiseAccount(tx, account, uuid, accountChange(working, userUuid));
}
