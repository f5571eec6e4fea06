import type { z } from 'zod';
import { fail } from '#contract/errors.ts';
import type { newPassword, OperatorUser } from '#contract/operator/users.ts';
import { securityPolicy } from '#contract/security-policy.ts';
import { queueNotice } from '../../authentication/notices/notices.ts';
import { clearFailures, prepareNewPassword, storePassword } from '../../authentication/passwords/passwords.ts';
import { signOutEverywhere } from '../../authentication/sessions/sessions.ts';
import { type Act, recordAct } from '../act.ts';
import type { Tools } from '../../tools.ts';
import { generatePassword } from './generate-password.ts';
import * as queries from './queries.ts';
import { readUser, showUser, type UserWithPassword } from './users.ts';

/** Which user. */
export interface UserName {
  tenantId: string;
  userId: string;
}

/**
 * Replaces a user's password by a given or a generated one, lifts a lock, signs the user out everywhere and tells the
 * user by mail. Throws `not_found` and what `prepareNewPassword` throws.
 */
export async function resetPassword(
  tools: Tools,
  act: Act,
  { tenantId, userId }: UserName,
  { password: given, mustChangePassword }: z.output<typeof newPassword>,
): Promise<UserWithPassword> {
  const { uuid: userUuid } = await showUser(tools, tenantId, userId);
  const rules = await tools.db.inTenant(tenantId, queries.readPasswordRules);
  if (!rules) throw fail('not_found', { field: 'tenantId' });
  const password = given ?? generatePassword(securityPolicy.parse(rules.security_policy).passwordPolicy);
  const hash = await prepareNewPassword(tools, { tenantId, userUuid }, password);
  const user = await tools.db.inTenant(tenantId, async (tx) => {
    await storePassword(tx, { tenantId, userUuid, hash, now: act.now, mustChange: mustChangePassword });
    await signOutEverywhere(tx, userUuid, 'passwordReset', act.now);
    await queueNotice(tools, tx, { tenantId, userUuid, kind: 'passwordChanged', client: null, now: act.now });
    const changes = { password: {}, mustChangePassword: { after: mustChangePassword } };
    await recordAct(tx, tenantId, act, { operation: 'update', targetType: 'user', targetId: userUuid, changes });
    return readUser(tx, userId);
  });
  return { user, password: given === undefined ? password : null };
}

/** Lifts the account lock and starts counting failures anew. Throws `not_found`. */
export async function unlockUser(tools: Tools, act: Act, { tenantId, userId }: UserName): Promise<OperatorUser> {
  return tools.db.inTenant(tenantId, async (tx) => {
    const before = await readUser(tx, userId);
    await clearFailures(tx, before.uuid);
    const after = await readUser(tx, userId);
    const changes = {
      status: { before: before.status, after: after.status },
      lockedUntil: { before: before.lockedUntil, after: after.lockedUntil },
    };
    await recordAct(tx, tenantId, act, { operation: 'update', targetType: 'user', targetId: before.uuid, changes });
    return after;
  });
}

/**
 * Removes the authenticator apps and recovery codes of a user whose device is lost, ends the user's sessions (they may
 * be somebody else's) and tells the user by mail. Throws `not_found`.
 */
export async function resetMfa(tools: Tools, act: Act, { tenantId, userId }: UserName): Promise<OperatorUser> {
  return tools.db.inTenant(tenantId, async (tx) => {
    const { uuid: userUuid } = await readUser(tx, userId);
    const removed = await queries.deleteSecondFactor(tx, userUuid);
    await signOutEverywhere(tx, userUuid, 'mfaReset', act.now);
    if (removed > 0) {
      await queueNotice(tools, tx, { tenantId, userUuid, kind: 'mfaDisabled', client: null, now: act.now });
    }
    const changes = { totp: { before: removed, after: 0 } };
    await recordAct(tx, tenantId, act, { operation: 'update', targetType: 'user', targetId: userUuid, changes });
    return readUser(tx, userId);
  });
}
