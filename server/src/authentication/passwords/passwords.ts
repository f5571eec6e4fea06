import { fail, type PorticoError } from '#contract/errors.ts';
import { checkPasswordPolicy } from '#contract/password.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { isCommonPassword } from '../../crypto/common-passwords.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Tools } from '../../tools.ts';
import * as queries from './queries.ts';

const HISTORY_KEPT = 24;

/**
 * Checks a new password against the tenant's policy, the block-list of common passwords and the user's history, and
 * hashes it. Hashing is slow: it runs between transactions, never inside one. Gives the hash for `storePassword`.
 * Throws `password_policy_violated` (with each violated rule), `common_password`, `history`, `no_user_exists`.
 */
export async function prepareNewPassword(
  tools: Tools,
  account: { tenantId: string; userUuid: string },
  newPassword: string,
): Promise<string> {
  const { context, policy, history } = await tools.db.inTenant(account.tenantId, async (tx) => {
    const context = await queries.readPasswordContext(tx, account.userUuid);
    if (!context) throw fail('no_user_exists');
    const policy = securityPolicy.parse(context.security_policy).passwordPolicy;
    return { context, policy, history: await queries.readHistory(tx, account.userUuid, policy.history) };
  });
  refuseWeak(newPassword, policy, [
    context.user_id,
    context.login_mail_address?.split('@')[0] ?? '',
    context.given_name,
    context.family_name,
    account.tenantId,
    context.tenant_name,
    tools.config.PRODUCT_NAME,
  ]);
  for (const hash of history) {
    if (await tools.hasher.verify(hash, newPassword)) throw fail('history', { field: 'newPassword' });
  }
  return tools.hasher.hash(newPassword);
}

/** The rules that need no history: policy and block-list. `words` are refused as the whole password. */
export function refuseWeak(
  newPassword: string,
  policy: Parameters<typeof checkPasswordPolicy>[1],
  words: string[],
): void {
  const violated = checkPasswordPolicy(newPassword, policy);
  if (violated.length > 0) throw policyViolation(violated);
  if (
    isCommonPassword(
      newPassword,
      words.filter((word) => word !== ''),
    )
  )
    throw fail('common_password', { field: 'newPassword' });
}

function policyViolation(violated: ReturnType<typeof checkPasswordPolicy>): PorticoError {
  return fail('password_policy_violated', {
    field: 'newPassword',
    more: violated.map((id) => ({ id, field: 'newPassword' })),
  });
}

/** Stores a prepared password and lifts a lock. `mustChange`: the next sign-in asks for another one. */
export async function storePassword(
  tx: Tx,
  password: { tenantId: string; userUuid: string; hash: string; now: Date; mustChange?: boolean },
): Promise<void> {
  await queries.upsertPassword(tx, {
    tenant_id: password.tenantId,
    user_uuid: password.userUuid,
    password_hash: password.hash,
    changed_at: password.now,
    must_change: password.mustChange ?? false,
  });
  await queries.trimHistory(tx, password.userUuid, HISTORY_KEPT);
  await queries.clearFailures(tx, password.userUuid);
}

/** Replaces a hash made with older parameters by one of the same password with today's. */
export const replaceHash = queries.replaceHash;
/** Lifts the account lock and its counters. */
export const clearFailures = queries.clearFailures;
