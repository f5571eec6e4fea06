import { authenticateMfa } from '#contract/sign-in/password-reset.ts';
import { RESET_PASSWORD } from '../../credentials/one-time-codes/purposes.ts';
import { fail } from '#contract/errors.ts';
import { MAX_WRONG_OTPS } from '#contract/limits.ts';
import { writeLogin } from '../../platform/events/sign-ins.ts';
import { countWrongFor, storeAuthMfa } from '../../credentials/one-time-codes/one-time-codes.ts';
import { acceptSecondFactor, type SecondFactor, secondFactorMethods } from '../proofs/second-factor.ts';
import { recordRecoveryCode } from '../recovery-code.ts';
import { type Limit, refuseThrottled, spendTry } from '../../platform/limits/throttle.ts';
import { hashSecret, newSecret } from '../../platform/crypto/secret.ts';
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

type Given = SecondFactor & { temporaryCode: string; tenantId: string };

/** Also counted per account, because a reader of the mailbox could request code after code. */
const triesOf = ({ tenant_id, uuid }: Subject): Limit => ({
  name: 'resetSecondFactor',
  key: `${tenant_id}/${uuid}`,
  most: 20,
  withinSeconds: 86_400,
});

/**
 * Verifies MFA of a password reset: a one-time code or recovery code, at most ten attempts per temporary code and
 * twenty a day per account. Returns the ID that proves it in the next steps of this temporary code. Throws `wrong_otp`,
 * `mfa_not_available` (not set up), `revoked_or_expired`, `too_many_requests`.
 */
export async function giveSecondFactor(tools: Tools, given: Given, client: ClientInfo, now: Date) {
  await spendCodeTry(tools, client, now);
  const key = readCodeKey(given.temporaryCode, given.tenantId);
  const found = await tools.db.inTenant(key.tenantId, (tx) => findTemporaryCode(tx, key, RESET_PASSWORD, now));
  const limits = [triesOf(found.subject)];
  await refuseThrottled(tools.db, limits, now);
  if (found.code.wrong_count >= MAX_WRONG_OTPS) throw fail('revoked_or_expired');
  // Counted before verifying: otherwise any number of parallel attempts would get through.
  await spendTry(tools.db, limits, now);
  const authMfaId = newSecret();
  // Returned, not thrown, so that the count is committed.
  const accepted = await tools.db.inTenant(key.tenantId, (tx) => accept(tools, tx, key, given, authMfaId, client, now));
  if (accepted) return { authMfaId };
  throw fail('wrong_otp', { field: given.otp === undefined ? 'recoveryCode' : 'otp' });
}

async function accept(
  tools: Tools,
  tx: Tx,
  key: CodeKey,
  given: Given,
  authMfaId: string,
  client: ClientInfo,
  now: Date,
): Promise<boolean> {
  const { code, subject } = await findTemporaryCode(tx, key, RESET_PASSWORD, now);
  const account = { tenantId: key.tenantId, userUuid: subject.uuid };
  if ((await secondFactorMethods(tx, subject.uuid)).length === 0) throw fail('mfa_not_available');
  if (!(await countWrongFor(tx, key.codeHash, MAX_WRONG_OTPS))) throw fail('revoked_or_expired');
  const proof = await acceptSecondFactor(tx, tools, account, given, now);
  if (!proof) {
    await logWrong(tx, subject, client, now);
    return false;
  }
  await storeAuthMfa(tx, code.code_hash, hashSecret(authMfaId).toString('base64url'), now);
  if (proof.method === 'recoveryCode')
    await recordRecoveryCode(tools, tx, subject, { route: authenticateMfa, client, now });
  return true;
}

/** The tenant's sign-in log shows attempts here as well. */
async function logWrong(tx: Tx, subject: Subject, client: ClientInfo, now: Date): Promise<void> {
  await writeLogin(tx, {
    tenantId: subject.tenant_id,
    at: now,
    uuid: subject.uuid,
    userId: subject.user_id,
    loginType: RESET_PASSWORD,
    status: 'error',
    reason: 'wrong_otp',
    client,
  });
}
