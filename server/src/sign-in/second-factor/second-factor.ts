import { normaliseRecoveryCode } from '../../crypto/recovery-code.ts';
import { matchTotpStep } from '../../crypto/totp.ts';
import type { Tx } from '../../db/transaction.ts';
import { recoveryHashes } from '../../secrets/reseal.ts';
import { totpContext } from '../../secrets/sealed-columns.ts';
import type { Tools } from '../../tools.ts';
import * as queries from './queries.ts';

export type SecondFactor = { otp?: string; recoveryCode?: string };
export type SecondFactorProof = 'totp' | 'recoveryCode';

/**
 * Which second factors are asked of a user; empty when none is set up, or the tenant has turned the second factor off:
 * what people set up stays, and counts again when it is turned on.
 */
export async function secondFactorMethods(tx: Tx, userUuid: string): Promise<SecondFactorProof[]> {
  const totps = await queries.enabledTotps(tx, userUuid);
  if (totps.length === 0 || !(await queries.isMfaOffered(tx))) return [];
  return (await queries.countRecoveryCodes(tx, userUuid)) > 0 ? ['totp', 'recoveryCode'] : ['totp'];
}

/**
 * Accepts a one-time code (RFC 6238, window ±1, each step once) or a recovery code (once). Gives which proof it was,
 * null when it is wrong or was used before. Commit what this does even when it is null only to count the failure.
 */
export async function acceptSecondFactor(
  tx: Tx,
  tools: Pick<Tools, 'sealer' | 'keyedHash'>,
  account: { tenantId: string; userUuid: string },
  given: SecondFactor,
  now: Date,
): Promise<SecondFactorProof | null> {
  if (given.recoveryCode !== undefined) {
    const hashes = recoveryHashes(tools, account.tenantId, normaliseRecoveryCode(given.recoveryCode));
    return (await queries.takeRecoveryCode(tx, account.userUuid, hashes, now)) ? 'recoveryCode' : null;
  }
  if (given.otp === undefined) return null;
  for (const totp of await queries.enabledTotps(tx, account.userUuid)) {
    const secret = tools.sealer
      .open(totp.sealed_secret, totpContext(account.tenantId, account.userUuid, totp.uuid))
      .toString();
    const step = matchTotpStep({ secret, otp: given.otp, now });
    if (step !== null && (await queries.takeStep(tx, totp.uuid, step))) return 'totp';
  }
  return null;
}

export const countRecoveryCodes = queries.countRecoveryCodes;
