import type { User } from '#contract/people/users-fields.ts';
import { fail } from '#contract/errors.ts';
import { RESET_PASSWORD } from '../../../credentials/one-time-codes/purposes.ts';
import { isResettable, signOut } from '../../ports.ts';
import type { Caller } from '../../../platform/http/session.ts';
import type { Tools } from '../../../platform/tools.ts';
import { revokeCodes } from '../../../credentials/one-time-codes/one-time-codes.ts';
import { oneTimeUntil, prepareGeneratedPassword, storePassword } from '../../../credentials/passwords/passwords.ts';
import { type Audit, findUser, holdUser, readUser } from '../users.ts';
import { signedOutFields } from '../../changes/access.ts';

/**
 * Replaces the password of a user by a generated one that must be changed at the first sign-in and lets nobody in after
 * three days (ASVS 5.0 6.4.1, 6.4.6): the administrator chooses nothing, and sees it once. Lifts a lock, ends sessions,
 * tokens and mailed reset links, tells the user by mail. A second factor stays. Throws `not_found`, `conflict` (not
 * registered, inactive, or signing in elsewhere), `service_busy`.
 */
export async function setOneTimePassword(
  tools: Tools,
  caller: Caller,
  userId: string,
  { now }: { now: Date },
  audit: Audit,
): Promise<{ user: User; password: string; expiresAt: string }> {
  const { tenantId } = caller;
  const userUuid = await tools.db.inTenant(tenantId, (tx) => findUser(tx, userId));
  const { password, hash } = await prepareGeneratedPassword(tools, { tenantId, userUuid });
  const until = oneTimeUntil(now);
  const user = await tools.db.inTenant(tenantId, async (tx) => {
    const { uuid } = await holdUser(tx, userId);
    if (uuid !== userUuid) throw fail('not_found');
    if (!(await isResettable(tx, uuid, now))) throw fail('conflict');
    const before = await readUser(tx, uuid, now);
    await storePassword(tx, { tenantId, userUuid, hash, now, mustChange: true, oneTimeUntil: until });
    const lost = (await signOut(tx, [uuid], 'passwordReset', now)).get(uuid);
    await revokeCodes(tx, uuid, RESET_PASSWORD, now);
    const after = await readUser(tx, uuid, now);
    await audit(tx, uuid, {
      password: {},
      oneTimePasswordUntil: { after: until.toISOString() },
      ...(before.status !== after.status && { status: { before: before.status, after: after.status } }),
      ...(lost && signedOutFields(lost)),
    });
    return after;
  });
  tools.principals.forget(tenantId, userUuid);
  return { user, password, expiresAt: until.toISOString() };
}
