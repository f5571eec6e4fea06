import { type LinkPurpose, linkPurposes } from '#contract/joining/exchange-code.ts';
import { fail } from '#contract/errors.ts';
import { TEMPORARY_CODE_SECONDS } from '#contract/limits.ts';
import { consumeCode, findCode, issueCode } from '../../credentials/one-time-codes/one-time-codes.ts';
import { secondFactorMethods } from '../../sign-in/proofs/second-factor.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Tools } from '../../platform/tools.ts';
import { noteOpened } from '../registration/registration.ts';
import { policyAnswer, readCodeKey, readSubject, spendCodeTry } from '../../sign-in/mailed-links/temporary-code.ts';

const isLinkPurpose = (purpose: string): purpose is LinkPurpose =>
  (linkPurposes as readonly string[]).includes(purpose);

/**
 * Trades the code of a mailed link for a temporary code (decisions.md: 15 minutes, one purpose, one user). The first
 * caller gets it, once. Throws `revoked_or_expired`, `too_many_requests`.
 */
export async function exchangeCode(tools: Tools, code: string, client: ClientInfo, now: Date) {
  await spendCodeTry(tools, client, now);
  const { tenantId, codeHash } = readCodeKey(code);
  return tools.db.inTenant(tenantId, async (tx) => {
    const found = await findCode(tx, codeHash, 'exchange', null, now);
    if (!found?.user_uuid || !isLinkPurpose(found.purpose)) throw fail('revoked_or_expired');
    const { purpose, user_uuid: userUuid, data } = found;
    const subject = await readSubject(tx, userUuid, purpose, now);
    if (!subject || !(await consumeCode(tx, codeHash, 'exchange', purpose, now))) throw fail('revoked_or_expired');
    if (purpose === 'registerLoginInfo') await noteOpened(tx, codeHash, now);
    const temporaryCode = await issueCode(tx, {
      tenantId,
      kind: 'temporary',
      purpose,
      userUuid,
      data: { ...data, exchangeHash: codeHash.toString('base64url') },
      seconds: TEMPORARY_CODE_SECONDS,
      now,
    });
    const mfaMethods = purpose === 'resetPassword' ? await secondFactorMethods(tx, userUuid) : [];
    return {
      temporaryCode,
      purpose,
      tenantId,
      userId: subject.user_id,
      mfaRequired: mfaMethods.length > 0,
      mfaMethods,
      passwordPolicy: policyAnswer(subject.policy),
    };
  });
}
