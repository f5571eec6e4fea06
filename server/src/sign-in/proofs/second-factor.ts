import { sql } from 'kysely';
import { type Proof, proofOf, type SecondFactorMethod } from '#contract/sign-in/proofs.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import { acceptRecoveryCode, countRecoveryCodes } from './recovery-code.ts';
import { acceptTotp, hasTotp } from './totp.ts';

export type SecondFactor = { otp?: string; recoveryCode?: string };

/**
 * The MFA methods required of a user; none if not set up, or if the tenant has turned MFA off. What users set up is
 * kept, and is required again when MFA is turned on.
 */
export async function secondFactorMethods(tx: Tx, userUuid: string): Promise<SecondFactorMethod[]> {
  if (!(await hasTotp(tx, userUuid)) || !(await isMfaOffered(tx))) return [];
  return (await countRecoveryCodes(tx, userUuid)) > 0 ? ['totp', 'recoveryCode'] : ['totp'];
}

/** Whether MFA is enabled in the tenant of the transaction; it is by default. */
async function isMfaOffered(tx: Tx): Promise<boolean> {
  const row = await tx
    .selectFrom('tenants')
    .select(sql<boolean>`coalesce((security_policy #>> '{loginPolicy,mfa,enabled}')::boolean, true)`.as('offered'))
    .executeTakeFirst();
  return row?.offered === true;
}

/**
 * Verifies a one-time code or a recovery code. Returns the proof, or null if it is wrong or was used before; then
 * commit only to count the failure.
 */
export async function acceptSecondFactor(
  tx: Tx,
  tools: Pick<Tools, 'sealer' | 'keyedHash'>,
  account: { tenantId: string; userUuid: string },
  { otp, recoveryCode }: SecondFactor,
  now: Date,
): Promise<Proof | null> {
  if (recoveryCode !== undefined)
    return (await acceptRecoveryCode(tx, tools, account, recoveryCode, now)) ? proofOf('recoveryCode', now) : null;
  if (otp === undefined) return null;
  return (await acceptTotp(tx, tools, account, otp, now)) ? proofOf('totp', now) : null;
}
