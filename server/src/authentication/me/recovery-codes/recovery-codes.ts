import { fail } from '#contract/errors.ts';
import { RECOVERY_CODE_COUNT } from '#contract/limits.ts';
import { newRecoveryCodes, normaliseRecoveryCode } from '../../../crypto/recovery-code.ts';
import { hashSecret } from '../../../crypto/secret.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { ClientInfo } from '../../../http/client-info.ts';
import type { Caller } from '../../../http/session.ts';
import type { Tools } from '../../../tools.ts';
import { queueNotice } from '../../notices/notices.ts';
import { holdOwnRow } from '../own-row.ts';
import { requireRecentProof } from '../recent-proof.ts';
import * as queries from './queries.ts';

/** Makes ten new recovery codes and the old ones worthless. Only hashes are kept: the codes are shown this once. */
export async function replaceRecoveryCodes(tx: Tx, account: { tenantId: string; uuid: string }): Promise<string[]> {
  const codes = newRecoveryCodes(RECOVERY_CODE_COUNT);
  await queries.deleteCodes(tx, account.uuid);
  const hashes = codes.map((code) => hashSecret(normaliseRecoveryCode(code)));
  await queries.insertCodes(tx, account, hashes);
  return codes;
}

/** Replaces the recovery codes at the wish of the person. Throws `reauthentication_required`, `totp_not_exist`. */
export async function renewRecoveryCodes(
  tools: Tools,
  tx: Tx,
  caller: Caller,
  { client, now }: { client: ClientInfo; now: Date },
): Promise<{ recoveryCodes: string[] }> {
  requireRecentProof(caller, now);
  await holdOwnRow(tx, caller.uuid);
  if (!(await queries.isSecondFactorSetUp(tx, caller.uuid))) throw fail('totp_not_exist');
  const recoveryCodes = await replaceRecoveryCodes(tx, caller);
  const notice = {
    tenantId: caller.tenantId,
    userUuid: caller.uuid,
    kind: 'recoveryCodesRenewed' as const,
    client,
    now,
  };
  await queueNotice(tools, tx, notice);
  return { recoveryCodes };
}

/** Without a second factor there is nothing to recover. */
export const removeRecoveryCodes = queries.deleteCodes;
