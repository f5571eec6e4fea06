import { removeSecondFactor } from '../../credentials/totp/totp.ts';
import { RESET_PASSWORD } from '../../credentials/one-time-codes/purposes.ts';
import { personActor } from '#contract/principals.ts';
import { resetPassword as resetRoute, disableMfa as disableRoute } from '#contract/sign-in/password-reset.ts';
import { fail } from '#contract/errors.ts';
import { happen } from '../../platform/events/consumers.ts';
import { consumeCode, revokeCodes } from '../../credentials/one-time-codes/one-time-codes.ts';
import { prepareNewPassword, storePassword, unlessSpent } from '../../credentials/passwords/passwords.ts';
import { secondFactorMethods } from '../proofs/second-factor.ts';
import { signOutEverywhere } from '../sessions/sessions.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import {
  type CodeKey,
  findTemporaryCode,
  readCodeKey,
  type Subject,
  spendCodeTry,
} from '../mailed-links/temporary-code.ts';
import { isSecondFactorSettled } from './second-factor-proof.ts';

export interface Reset {
  temporaryCode: string;
  password: string;
  tenantId: string;
  authMfaId?: string;
  exchangeCode?: string;
}

/**
 * Sets a new password after a reset, lifts a lock, ends all sessions and emails the user. A refused password leaves the
 * code valid. Throws `revoked_or_expired`, `mfa_not_authenticated`, `too_many_requests` and what `prepareNewPassword`
 * throws.
 */
export async function resetPassword(tools: Tools, reset: Reset, client: ClientInfo, now: Date): Promise<void> {
  await spendCodeTry(tools, client, now);
  const key = readCodeKey(reset.temporaryCode, reset.tenantId);
  const { tenantId } = key;
  const subject = await tools.db.inTenant(tenantId, (tx) => admit(tx, key, reset, now));
  const account = { tenantId, userUuid: subject.uuid };
  const hash = await prepareNewPassword(tools, account, reset.password, { field: 'password' }).catch(
    unlessSpent(() => tools.db.inTenant(tenantId, (tx) => admit(tx, key, reset, now))),
  );
  await tools.db.inTenant(tenantId, async (tx) => {
    // Checked again: hashing takes time, and an administrator may have changed the account meanwhile.
    await admit(tx, key, reset, now);
    if (!(await consumeCode(tx, key.codeHash, 'temporary', RESET_PASSWORD, now))) throw fail('revoked_or_expired');
    await storePassword(tx, { ...account, hash, now });
    await revokeCodes(tx, subject.uuid, RESET_PASSWORD, now);
    await signOutEverywhere(tx, subject.uuid, 'passwordReset', now);
    await record(tools, tx, subject, { route: resetRoute, changes: { password: {} } }, client, now);
  });
  tools.principals.forget(tenantId, subject.uuid);
}

/**
 * Removes MFA during a reset, for a user who lost the authenticator. Requires MFA for this temporary code; a recovery
 * code is enough. Ends all sessions. Throws `revoked_or_expired`, `mfa_not_authenticated`, `totp_not_exist`,
 * `too_many_requests`.
 */
export async function disableMfa(
  tools: Tools,
  given: { temporaryCode: string; authMfaId: string },
  client: ClientInfo,
  now: Date,
): Promise<void> {
  await spendCodeTry(tools, client, now);
  const key = readCodeKey(given.temporaryCode);
  const { tenantId } = key;
  const subject = await tools.db.inTenant(tenantId, async (tx) => {
    const admitted = await admit(tx, key, given, now);
    const userUuid = admitted.uuid;
    const removed = await removeSecondFactor(tx, userUuid);
    if (removed === 0) throw fail('totp_not_exist');
    await signOutEverywhere(tx, userUuid, 'mfaReset', now);
    await record(
      tools,
      tx,
      admitted,
      { route: disableRoute, changes: { totp: { before: removed, after: 0 } } },
      client,
      now,
    );
    return admitted;
  });
  tools.principals.forget(tenantId, subject.uuid);
}

/** The user of the reset, if MFA is completed. */
async function admit(
  tx: Tx,
  key: CodeKey,
  given: { authMfaId?: string; exchangeCode?: string },
  now: Date,
): Promise<Subject> {
  const { code, subject } = await findTemporaryCode(tx, key, RESET_PASSWORD, now, given.exchangeCode);
  const methods = await secondFactorMethods(tx, subject.uuid);
  if (!isSecondFactorSettled(methods, code, given.authMfaId)) throw fail('mfa_not_authenticated');
  return subject;
}

type OfRoute = typeof resetRoute | typeof disableRoute;

/** Writes the event of a user who has a mailed link and is not signed in. */
async function record(
  tools: Tools,
  tx: Tx,
  subject: Subject,
  act: { route: OfRoute; changes: Record<string, { before?: unknown; after?: unknown }> },
  client: ClientInfo,
  now: Date,
): Promise<void> {
  await happen(tools, tx, {
    tenantId: subject.tenant_id,
    at: now,
    operation: act.route.operation,
    action: `${act.route.method} ${act.route.path}`,
    actor: personActor(subject.uuid, subject.user_id),
    type: act.route.event,
    targetId: subject.uuid,
    changes: act.changes,
    client,
  });
}
