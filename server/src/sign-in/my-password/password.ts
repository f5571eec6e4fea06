import { RESET_PASSWORD } from '../../credentials/one-time-codes/purposes.ts';
import { fail } from '#contract/errors.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { recordWrongProof } from '../refusals.ts';
import { revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { prepareNewPassword, storePassword } from '../../credentials/passwords/passwords.ts';
import { signOutEverywhere } from '../sessions/sessions.ts';
import { giveBack, type Limit, spendTry } from '../../platform/limits/throttle.ts';
import { holdOwnRow, readOwnProofs, refuseWhileLocked } from '../../credentials/own-row.ts';
import { proofLimit } from '../../credentials/proof-limit.ts';
import { holdPassword } from './queries.ts';

/** Attempts at a new password by a user who knows the current one: checking each costs as much as a sign-in or more. */
const newPasswordLimit = (account: { tenantId: string; uuid: string }): Limit => ({
  name: 'newPassword',
  key: `${account.tenantId}/${account.uuid}`,
  most: 60,
  withinSeconds: 900,
});

/**
 * Replaces the user's own password. Ends all other sessions with their tokens, grants that outlive sessions and emailed
 * reset links; the calling session continues. A wrong current password counts like a failed sign-in. Of several
 * parallel changes with the same current password one wins; for the others it is no longer current. Throws
 * `wrong_currentPassword`, `account_locked`, `too_many_requests`, and what `prepareNewPassword` throws.
 */
export async function changeOwnPassword(
  tools: Tools,
  caller: Caller,
  given: { currentPassword: string; newPassword: string },
  { client, now }: { client: ClientInfo; now: Date },
  audit: (tx: Tx) => Promise<void>,
): Promise<{ endedSessions: number }> {
  const { tenantId, uuid: userUuid, sessionId } = caller;
  // Counted before it is checked, so that of parallel guesses no more than the limit get through.
  await spendTry(tools.db, [proofLimit(caller)], now);
  const wrong = fail('wrong_currentPassword', { field: 'currentPassword' });
  const proofs = await tools.db.inTenant(tenantId, (tx) => readOwnProofs(tx, userUuid));
  refuseWhileLocked(proofs, now);
  const current = proofs.password;
  if (!current) throw wrong;
  if (!(await tools.hasher.verify(current.hash, given.currentPassword))) {
    await recordWrongProof(tools, caller, { reason: 'mismatch', loginType: 'reauthentication', client, now });
    throw wrong;
  }
  // The right password is no guess: a user looking for an acceptable new one has a higher limit, for the work only.
  await giveBack(tools.db, [proofLimit(caller)]);
  await spendTry(tools.db, [newPasswordLimit(caller)], now);
  const hash = await prepareNewPassword(tools, { tenantId, userUuid }, given.newPassword);
  return tools.db.inTenant(tenantId, async (tx) => {
    await holdOwnRow(tx, userUuid);
    const held = await holdPassword(tx, userUuid);
    if (held?.changed_at.getTime() !== current.changedAt.getTime()) throw wrong;
    await storePassword(tx, { tenantId, userUuid, hash, now });
    const endedSessions = await signOutEverywhere(tx, userUuid, 'passwordChanged', now, sessionId);
    await revokeCodes(tx, userUuid, RESET_PASSWORD, now);
    await audit(tx);
    return { endedSessions };
  });
}
