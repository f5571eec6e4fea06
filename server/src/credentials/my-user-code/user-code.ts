import type { MyUserCode } from '#contract/credentials/me-user-code.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { assignUserCode, type Change, dropUserCode, readUserCode } from '../device-login/user-codes.ts';
import { spendTry } from '../../platform/limits/throttle.ts';

const policyOf = (caller: Caller) => caller.account.policy.loginPolicy.userCode;
const accountOf = ({ tenantId, uuid: userUuid }: Caller) => ({ tenantId, userUuid });

/** Whether the caller has a PIN, and the rules for a new one. Throws `no_user_exists`. */
export async function readMyUserCode(tx: Tx, caller: Caller): Promise<MyUserCode> {
  const policy = policyOf(caller);
  return { ...(await readUserCode(tx, caller.uuid, policy)), allowUserEntry: policy.allowUserEntry };
}

/**
 * Replaces the caller's PIN: with the given one, or a generated one that is shown only this once. Throws `forbidden`,
 * `too_many_requests` and what `assignUserCode` throws.
 */
export async function issueUserCode(
  tools: Tools,
  caller: Caller,
  given: string | undefined,
  change: Change,
): Promise<{ userCode: string | null }> {
  const policy = policyOf(caller);
  if (!policy.enabled) throw fail('forbidden');
  if (given !== undefined && !policy.allowUserEntry) throw fail('forbidden', { field: 'userCode' });
  // Learning that a PIN is taken helps a guesser, so attempts are limited.
  const limit = { name: 'userCode', key: `${caller.tenantId}/${caller.uuid}`, most: 20, withinSeconds: 3600 };
  await spendTry(tools.db, [limit], change.now);
  return assignUserCode(tools, accountOf(caller), policy, given, change);
}

/** Removes the caller's PIN. Throws `not_found`. */
export async function removeMyUserCode(tx: Tx, caller: Caller, change: Change): Promise<void> {
  await dropUserCode(tx, accountOf(caller), change);
}
