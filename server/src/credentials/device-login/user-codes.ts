import { fail } from '#contract/errors.ts';
import { isPin, type PinPolicy } from '#contract/rules.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { violates } from '../../platform/db/violation.ts';
import type { Tools } from '../../platform/tools.ts';
import { effectivePinPolicy, newPin } from './pin.ts';
import * as queries from './queries.ts';

/** Attempts to generate an unused PIN; with sufficiently long PINs, more than one is rare. */
const MOST_MADE = 10;

export interface Account {
  tenantId: string;
  userUuid: string;
}

export interface Change {
  now: Date;
  /** Writes the event, of which the user is told by mail. */
  audit(tx: Tx): Promise<void>;
}

type Policy = SecurityPolicy['loginPolicy']['userCode'];

/** Sets the PINs of many users at once. */
export const { storePins } = queries;

/** Whether a user has a PIN, and the rules for a new one. Throws `no_user_exists`. */
export async function readUserCode(tx: Tx, userUuid: string, policy: Policy) {
  const row = await queries.readUserCode(tx, userUuid);
  if (!row) throw fail('no_user_exists');
  return {
    enabled: policy.enabled,
    assigned: row.assigned === true,
    issuedAt: row.user_code_issued_at?.toISOString() ?? null,
    ...effectivePinPolicy(policy, row.user_count),
  };
}

/**
 * Replaces a user's PIN: with the given one, or a generated one that is returned only this once. Unique in the tenant
 * by a keyed hash, from which it cannot be read back; emails the user, without the PIN. Throws `not_found` (the user),
 * `invalid_params_user_code`, `duplicated_params_userCode`, `service_busy`.
 */
export async function assignUserCode(
  tools: Tools,
  account: Account,
  policy: Policy,
  given: string | undefined,
  change: Change,
): Promise<{ userCode: string | null }> {
  const row = await tools.db.inTenant(account.tenantId, (tx) => queries.readUserCode(tx, account.userUuid));
  const rule = effectivePinPolicy(policy, row?.user_count ?? 0);
  if (given === undefined) return { userCode: await makeUserCode(tools, account, rule, change) };
  if (!isPin(given, rule)) throw fail('invalid_params_user_code', { field: 'userCode' });
  if (!(await storeUnlessTaken(tools, account, given, change))) {
    throw fail('duplicated_params_userCode', { field: 'userCode' });
  }
  return { userCode: null };
}

async function makeUserCode(tools: Tools, account: Account, rule: PinPolicy, change: Change): Promise<string> {
  for (let made = 0; made < MOST_MADE; made += 1) {
    const pin = newPin(rule);
    if (await storeUnlessTaken(tools, account, pin, change)) return pin;
  }
  throw fail('service_busy', { retryAfter: 1 });
}

/** False if another user of the tenant has that PIN. */
async function storeUnlessTaken(tools: Tools, account: Account, pin: string, change: Change): Promise<boolean> {
  const { tenantId, userUuid } = account;
  const { now, audit } = change;
  try {
    await tools.db.inTenant(tenantId, async (tx) => {
      const hash = tools.keyedHash('userCode', tenantId, pin);
      // The user may have been deleted since the call began.
      if (!(await queries.storeUserCode(tx, userUuid, { hash, length: pin.length }, now))) throw fail('not_found');
      await audit(tx);
    });
    return true;
  } catch (error) {
    if (violates(error, 'duplicated_params_userCode')) return false;
    throw error;
  }
}

/** Removes a user's PIN and emails the user. Throws `not_found` if there is none. */
export async function dropUserCode(tx: Tx, account: Account, change: Change): Promise<void> {
  if (!(await queries.removeUserCode(tx, account.userUuid))) throw fail('not_found');
  await change.audit(tx);
}
