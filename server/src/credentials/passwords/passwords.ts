import { fail } from '#contract/errors.ts';
import { contextWords, hasContextWord, type PasswordContext } from '#contract/guessable-password.ts';
import { ONE_TIME_PASSWORD_DAYS } from '#contract/limits.ts';
import { checkPasswordPolicy } from '#contract/password.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { isCommonPassword } from '../../platform/crypto/common-passwords.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { generatePassword } from './generate-password.ts';
import * as queries from './queries.ts';

const HISTORY_KEPT = 24;

type Names = { givenName?: string | undefined; familyName?: string | undefined };

/**
 * Checks a new password against all rules and hashes it: the tenant's policy, `refuseWeak`, the current password
 * (whatever the policy says about earlier ones) and the history. The only way to a new password: forced and expired
 * changes, resets, my account, invitations and the operator. Hashing is slow, so this runs between transactions, never
 * inside one. Returns the hash for `storePassword`. Errors name `field`; `names` are names entered together with the
 * password. Throws `password_policy_violated` (with each violated rule), `common_password`, `history`,
 * `no_user_exists`.
 */
export async function prepareNewPassword(
  tools: Tools,
  account: { tenantId: string; userUuid: string },
  newPassword: string,
  { field = 'newPassword', names = {} }: { field?: string; names?: Names } = {},
): Promise<string> {
  const { context, policy, earlier } = await tools.db.inTenant(account.tenantId, async (tx) => {
    const context = await queries.readPasswordContext(tx, account.userUuid);
    if (!context) throw fail('no_user_exists');
    const policy = securityPolicy.parse(context.security_policy).passwordPolicy;
    const history = await queries.readHistory(tx, account.userUuid, policy.history);
    return {
      context,
      policy,
      earlier: new Set([...(context.password_hash ? [context.password_hash] : []), ...history]),
    };
  });
  refuseWeak(newPassword, policy, { ...knownOf(tools, account.tenantId, context), ...names }, field);
  for (const hash of earlier) {
    if (await tools.hasher.verify(hash, newPassword)) throw fail('history', { field });
  }
  return tools.hasher.hash(newPassword);
}

/**
 * Handles the refusal of a new password whose code a concurrent call may have consumed: it may be refused only because
 * that call has just set the same password. Throws what `ask` throws for a consumed code, else the refusal.
 */
export const unlessSpent =
  (ask: () => Promise<unknown>) =>
  async (refusal: unknown): Promise<never> => {
    await ask();
    throw refusal;
  };

/** Generates a password for an account and hashes it; to be shown once. Throws `no_user_exists`, `service_busy`. */
export async function prepareGeneratedPassword(
  tools: Tools,
  account: { tenantId: string; userUuid: string },
): Promise<{ password: string; hash: string }> {
  const context = await tools.db.inTenant(account.tenantId, (tx) => queries.readPasswordContext(tx, account.userUuid));
  if (!context) throw fail('no_user_exists');
  const policy = securityPolicy.parse(context.security_policy).passwordPolicy;
  const password = generatePassword(policy, contextWords(knownOf(tools, account.tenantId, context)));
  return { password, hash: await tools.hasher.hash(password) };
}

const knownOf = (tools: Tools, tenantId: string, context: queries.PasswordContext): PasswordContext => ({
  userId: context.user_id,
  mailAddresses: [
    ...[context.login_mail_address, context.next_login_mail_address],
    ...context.other_mail_addresses.split('\n'),
  ],
  givenName: context.given_name,
  familyName: context.family_name,
  tenantId,
  tenantName: context.tenant_name,
  productName: tools.config.PRODUCT_NAME,
});

/**
 * Rules that need no history: the policy, the list of common passwords and their variations, and words that others know
 * about the account. Throws `password_policy_violated`, `common_password`.
 */
export function refuseWeak(
  newPassword: string,
  policy: Parameters<typeof checkPasswordPolicy>[1],
  known: PasswordContext,
  field = 'newPassword',
): void {
  const violated = checkPasswordPolicy(newPassword, policy);
  if (violated.length > 0)
    throw fail('password_policy_violated', { field, more: violated.map((id) => ({ id, field })) });
  if (hasContextWord(newPassword, contextWords(known)) || isCommonPassword(newPassword))
    throw fail('common_password', { field });
}

export interface PreparedPassword {
  tenantId: string;
  userUuid: string;
  hash: string;
  now: Date;
  /** The next sign-in asks for a new one. */
  mustChange?: boolean;
  /** When it stops working. */
  oneTimeUntil?: Date;
}

/** Expiry of a password generated now. */
export const oneTimeUntil = (now: Date): Date => new Date(now.getTime() + ONE_TIME_PASSWORD_DAYS * 86_400_000);

/** Stores a prepared password and lifts a lock. */
export async function storePassword(tx: Tx, password: PreparedPassword): Promise<void> {
  await queries.upsertPassword(tx, {
    tenant_id: password.tenantId,
    user_uuid: password.userUuid,
    password_hash: password.hash,
    changed_at: password.now,
    must_change: password.mustChange ?? false,
    one_time_until: password.oneTimeUntil ?? null,
  });
  await queries.trimHistory(tx, password.userUuid, HISTORY_KEPT);
  await queries.clearFailures(tx, password.userUuid);
}

/** Replaces a hash with outdated parameters by a current one of the same password. */
export const replaceHash = queries.replaceHash;
/** Lifts the account lock and resets its counters. */
export const { askForPassword, clearFailures } = queries;
export const openDoors = queries.openDoors;
