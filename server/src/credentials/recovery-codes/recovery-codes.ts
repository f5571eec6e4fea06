import { fail } from '#contract/errors.ts';
import { RECOVERY_CODE_COUNT } from '#contract/limits.ts';
import { newRecoveryCodes, normaliseRecoveryCode } from '../../platform/crypto/recovery-code.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Caller } from '../../platform/http/session.ts';
import { recoveryHashes } from '../../platform/secrets/reseal.ts';
import type { Tools } from '../../platform/tools.ts';
import { holdOwnRow } from '../own-row.ts';
import * as queries from './queries.ts';

/** Replaces the recovery codes with ten new ones. Only keyed hashes are stored: the codes are shown this once. */
export async function replaceRecoveryCodes(
  tools: Pick<Tools, 'keyedHash'>,
  tx: Tx,
  account: { tenantId: string; uuid: string },
): Promise<string[]> {
  const codes = newRecoveryCodes(RECOVERY_CODE_COUNT);
  await queries.deleteCodes(tx, account.uuid);
  const hashes = codes.map((code) => recoveryHashes(tools, account.tenantId, normaliseRecoveryCode(code))[0]);
  await queries.insertCodes(tx, account, hashes);
  return codes;
}

/** Replaces the recovery codes at the user's request. Throws `totp_not_exist`. */
export async function renewRecoveryCodes(tools: Tools, tx: Tx, caller: Caller): Promise<{ recoveryCodes: string[] }> {
  await holdOwnRow(tx, caller.uuid);
  if (!(await queries.isSecondFactorSetUp(tx, caller.uuid))) throw fail('totp_not_exist');
  return { recoveryCodes: await replaceRecoveryCodes(tools, tx, caller) };
}

/** Uses up a recovery code. */
export const consumeRecoveryCode = queries.consumeCode;

/** Without MFA there is nothing to recover. */
export const removeRecoveryCodes = queries.deleteCodes;
