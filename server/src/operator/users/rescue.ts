import type { z } from 'zod';
import type { newPassword, OperatorUser } from '#contract/operator/users.ts';
import {
  clearFailures,
  oneTimeUntil,
  prepareGeneratedPassword,
  prepareNewPassword,
  storePassword,
} from '../../credentials/passwords/passwords.ts';
import { removeSecondFactor } from '../../credentials/totp/totp.ts';
import { signOutEverywhere } from '../../sign-in/sessions/sessions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Acting } from '../../platform/http/acting.ts';
import { requireCredentials } from '../credentials.ts';
import { tellOfAct } from '../tell-administrators.ts';
import type { Tools } from '../../platform/tools.ts';
import { readUser, showUser, type UserWithPassword } from './users.ts';

/** Which user. */
export interface UserName {
  tenantId: string;
  userId: string;
}

/**
 * Replaces a user's password by a given or a generated one (which lets nobody in after three days unused), lifts a
 * lock, signs the user out everywhere and tells the user and the administrators by mail. Throws `not_found` and what
 * `prepareNewPassword` and `requireCredentials` throw.
 */
export async function resetPassword(
  tools: Tools,
  act: Acting,
  { tenantId, userId }: UserName,
  { password: given, mustChangePassword }: z.output<typeof newPassword>,
): Promise<UserWithPassword> {
  requireCredentials(act);
  const { uuid: userUuid } = await showUser(tools, tenantId, userId);
  const account = { tenantId, userUuid };
  const { password, hash } =
    given === undefined
      ? await prepareGeneratedPassword(tools, account)
      : { password: null, hash: await prepareNewPassword(tools, account, given, { field: 'password' }) };
  const user = await tools.db.inTenant(tenantId, async (tx) => {
    const until = password !== null && mustChangePassword ? { oneTimeUntil: oneTimeUntil(act.now) } : {};
    await storePassword(tx, { ...account, hash, now: act.now, mustChange: mustChangePassword, ...until });
    await signOutEverywhere(tx, userUuid, 'passwordReset', act.now);
    const changes = { password: {}, mustChangePassword: { after: mustChangePassword } };
    await act.audit(tx, { type: 'user.passwordSet', targetId: userUuid, changes }, { tenantId, operation: 'update' });
    const after = await readUser(tx, userId);
    await tellOfAct(tools, tx, act, 'operatorSetPassword', after.userId);
    return after;
  });
  return { user, password };
}

/** Lifts the account lock and starts counting failures anew. Throws `not_found`, and as `requireCredentials`. */
export async function unlockUser(
  tools: Tools,
  tx: Tx,
  act: Acting,
  { tenantId, userId }: UserName,
): Promise<OperatorUser> {
  requireCredentials(act);
  const before = await readUser(tx, userId);
  await clearFailures(tx, before.uuid);
  const after = await readUser(tx, userId);
  const changes = {
    status: { before: before.status, after: after.status },
    lockedUntil: { before: before.lockedUntil, after: after.lockedUntil },
  };
  await act.audit(tx, { type: 'user.unlocked', targetId: before.uuid, changes }, { tenantId, operation: 'update' });
  await tellOfAct(tools, tx, act, 'operatorUnlocked', after.userId);
  return after;
}

/**
 * Removes the authenticator apps and recovery codes of a user whose device is lost, ends the user's sessions (they may
 * be somebody else's) and tells the user and the administrators by mail. Throws `not_found`, and as `requireCredentials`.
 */
export async function resetMfa(
  tools: Tools,
  tx: Tx,
  act: Acting,
  { tenantId, userId }: UserName,
): Promise<OperatorUser> {
  requireCredentials(act);
  const { uuid: userUuid } = await readUser(tx, userId);
  const removed = await removeSecondFactor(tx, userUuid);
  await signOutEverywhere(tx, userUuid, 'mfaReset', act.now);
  const changes = { totp: { before: removed, after: 0 } };
  await act.audit(tx, { type: 'user.mfaReset', targetId: userUuid, changes }, { tenantId, operation: 'update' });
  const after = await readUser(tx, userId);
  await tellOfAct(tools, tx, act, 'operatorResetMfa', after.userId);
  return after;
}
