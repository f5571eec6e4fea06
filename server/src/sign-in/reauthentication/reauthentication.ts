import { reauthenticate } from '#contract/sign-in/me-reauthentication.ts';
import { type ErrorId, fail } from '#contract/errors.ts';
import type { BodyOf } from '#contract/route.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import type { Caller } from '../../platform/http/session.ts';
import type { Tools } from '../../platform/tools.ts';
import { recordWrongProof } from '../refusals.ts';
import { recordRecoveryCode } from '../recovery-code.ts';
import { acceptSecondFactor } from '../proofs/second-factor.ts';
import { addProof, setProvedAt } from '../sessions/sessions.ts';
import { spendTry } from '../../platform/limits/throttle.ts';
import { readOwnProofs, refuseWhileLocked } from '../../credentials/own-row.ts';
import { proofLimit } from '../../credentials/proof-limit.ts';

type Given = BodyOf<typeof reauthenticate>;
type Audit = (tx: Tx) => Promise<void>;
interface Context {
  client: ClientInfo;
  now: Date;
}

/**
 * Verifies a new proof for the calling session: the password and, if set up, MFA. Failures count like those of a
 * sign-in (account lock). Throws `wrong_currentPassword`, `wrong_otp`, `account_locked`, `too_many_requests`, and
 * `reauthentication_required` if only a new sign-in can prove anything.
 */
export async function proveAnew(
  tools: Tools,
  caller: Caller,
  given: Given,
  { client, now }: Context,
  audit: Audit,
): Promise<{ provedUntil: string }> {
  const { sessionId, tenantId, uuid } = caller;
  await spendTry(tools.db, [proofLimit(caller)], now);
  const own = await tools.db.inTenant(tenantId, (tx) => readOwnProofs(tx, uuid));
  const has = { ...own, totpEnabled: own.totpEnabled && caller.account.policy.loginPolicy.mfa.enabled };
  refuseWhileLocked(has, now);
  if (sessionId === null || (!has.password && !has.totpEnabled)) throw fail('reauthentication_required');
  const wrong = async (id: ErrorId, field: string) => {
    const reason = id === 'wrong_otp' ? id : 'mismatch';
    await recordWrongProof(tools, caller, { reason, loginType: 'reauthentication', client, now });
    return fail(id, { field });
  };
  if (!(await isPasswordRight(tools, has.password?.hash ?? null, given.password)))
    throw await wrong('wrong_currentPassword', 'password');
  const accepted = await tools.db.inTenant(tenantId, async (tx) => {
    if (has.totpEnabled) {
      const proof = await acceptSecondFactor(tx, tools, { tenantId, userUuid: uuid }, given, now);
      if (!proof) return false;
      await addProof(tx, sessionId, proof.method);
      const account = { tenant_id: tenantId, uuid, user_id: caller.userId };
      if (proof.method === 'recoveryCode')
        await recordRecoveryCode(tools, tx, account, { route: reauthenticate, client, now });
    }
    if (has.password) await addProof(tx, sessionId, 'password');
    await setProvedAt(tx, sessionId, now);
    await audit(tx);
    return true;
  });
  if (!accepted) throw await wrong('wrong_otp', given.recoveryCode === undefined ? 'otp' : 'recoveryCode');
  const { reauthenticationMinutes } = caller.account.policy.sessionPolicy;
  return { provedUntil: new Date(now.getTime() + reauthenticationMinutes * 60_000).toISOString() };
}

/** An account without a password cannot have a wrong one; a password given for it is wrong all the same. */
async function isPasswordRight(tools: Tools, hash: string | null, given: string | undefined): Promise<boolean> {
  if (hash === null) return given === undefined;
  return given !== undefined && tools.hasher.verify(hash, given);
}
