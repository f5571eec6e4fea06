import { fail } from '#contract/errors.ts';
import { MAX_WRONG_OTPS } from '#contract/limits.ts';
import { matchTotpStep, newTotpSecret, otpauthUri } from '../../platform/crypto/totp.ts';
import { newUuid } from '../../platform/crypto/uuid.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { requireRecentProof } from '../../platform/http/recent-proof.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { totpContext } from '../../platform/secrets/sealed-columns.ts';
import { addProof } from '../ports.ts';
import { holdOwnRow } from '../own-row.ts';
import { removeRecoveryCodes, replaceRecoveryCodes } from '../recovery-codes/recovery-codes.ts';
import * as queries from './queries.ts';

/** Consumes a time step of an authenticator app. */
export const { takeTotpStep } = queries;

/** Removes MFA with its recovery codes; returns how many authenticator apps were active. */
export async function removeSecondFactor(tx: Tx, userUuid: string): Promise<number> {
  await removeRecoveryCodes(tx, userUuid);
  return queries.deleteTotps(tx, userUuid);
}

/** A secret that is not activated within this time expires. */
const WAITING_MINUTES = 60;

function requireMfaOffered(caller: Caller): void {
  const { enabled, totp } = caller.account.policy.loginPolicy.mfa;
  if (!enabled || !totp) throw fail('mfa_not_available');
}

/**
 * Creates a TOTP secret (RFC 6238: SHA1, 6 digits, 30 s) pending activation, replacing an earlier pending one. Throws
 * `mfa_not_available`, `exceeded_totps`.
 */
export async function createTotp(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  now: Date,
): Promise<{ otpauthUri: string; uuid: string }> {
  requireMfaOffered(caller);
  await holdOwnRow(tx, caller.uuid);
  const totps = await queries.listTotps(tx, caller.uuid);
  if (totps.some((totp) => totp.enabled)) throw fail('exceeded_totps');
  await queries.deleteWaitingTotps(tx, caller.uuid);
  const uuid = newUuid();
  const secret = newTotpSecret();
  await queries.insertTotp(tx, {
    tenant_id: caller.tenantId,
    uuid,
    user_uuid: caller.uuid,
    sealed_secret: tools.sealer.seal(secret, totpContext(caller.tenantId, caller.uuid, uuid)),
    created_at: now,
  });
  const account = `${caller.tenantId}/${caller.userId}`;
  return { otpauthUri: otpauthUri({ secret, issuer: tools.config.PRODUCT_NAME, account }), uuid };
}

/** Finds the pending secret. Locks the account's row, so that parallel calls are serialized. */
async function findWaiting(tx: Tx, caller: Caller, uuid: string, now: Date): Promise<queries.TotpRow> {
  await holdOwnRow(tx, caller.uuid);
  const totps = await queries.listTotps(tx, caller.uuid);
  const totp = totps.find((candidate) => candidate.uuid === uuid);
  if (!totp) throw fail('totp_not_exist');
  if (totp.enabled) throw fail('already_activated_secret_key');
  if (totps.some((other) => other.enabled)) throw fail('exceeded_totps');
  if (now.getTime() - totp.created_at.getTime() >= WAITING_MINUTES * 60_000) throw fail('totp_not_exist');
  return totp;
}

/**
 * Activates a pending secret with a one-time code; returns ten recovery codes, shown only this once. Counts as a proof
 * for the session. A wrong code is counted and refused; after the tenth the secret is deleted. Throws `wrong_otp`,
 * `already_activated_secret_key`, `totp_not_exist`, `exceeded_totps`, `mfa_not_available`.
 */
export async function activateTotp(
  tools: Tools,
  caller: Caller,
  given: { uuid: string; otp: string },
  now: Date,
  audit: (tx: Tx) => Promise<void>,
): Promise<{ recoveryCodes: string[] }> {
  requireMfaOffered(caller);
  const { tenantId, uuid: userUuid } = caller;
  const recoveryCodes = await tools.db.inTenant(tenantId, async (tx) => {
    const totp = await findWaiting(tx, caller, given.uuid, now);
    const secret = tools.sealer.open(totp.sealed_secret, totpContext(tenantId, userUuid, totp.uuid)).toString();
    const step = matchTotpStep({ secret, otp: given.otp, now });
    if (step === null) {
      // Returned, not thrown: the failure count must be committed.
      if (totp.wrong_count + 1 >= MAX_WRONG_OTPS) await queries.deleteTotp(tx, userUuid, totp.uuid);
      else await queries.countWrong(tx, totp.uuid);
      return null;
    }
    await queries.enableTotp(tx, totp.uuid, step, now);
    if (caller.sessionId) await addProof(tx, caller.sessionId, 'totp');
    await audit(tx);
    return replaceRecoveryCodes(tools, tx, caller);
  });
  if (!recoveryCodes) throw fail('wrong_otp', { field: 'otp' });
  return { recoveryCodes };
}

/**
 * Removes an authenticator app, and with an active one the recovery codes. Allowed even if the tenant enforces MFA,
 * because this is how a new phone replaces the old one: the required proof includes MFA, and until another app is
 * activated the session allows nothing else. Returns whether it was active. Throws `totp_not_exist`,
 * `reauthentication_required`.
 */
export async function removeTotp(tx: Tx, caller: Caller, uuid: string, now: Date): Promise<boolean> {
  await holdOwnRow(tx, caller.uuid);
  const totp = (await queries.listTotps(tx, caller.uuid)).find((candidate) => candidate.uuid === uuid);
  if (!totp) throw fail('totp_not_exist');
  if (totp.enabled) requireRecentProof(caller, now);
  await queries.deleteTotp(tx, caller.uuid, uuid);
  if (totp.enabled) await removeRecoveryCodes(tx, caller.uuid);
  return totp.enabled;
}
