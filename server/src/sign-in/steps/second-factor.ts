import { fail, isFailure, type PorticoError } from '#contract/errors.ts';
import type { RouteDefinition } from '#contract/route.ts';
import { isFederated } from '#contract/sign-in/login-types.ts';
import { loginMfa } from '#contract/sign-in/login.ts';
import { isSecondFactor, type Proof } from '#contract/sign-in/proofs.ts';
import { askedBy } from '#contract/sign-in/steps.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Account } from '../account.ts';
import { doorOf } from '../browser.ts';
import { putBack, putToWait, takePending, type Taken } from '../pending.ts';
import { acceptSecondFactor, type SecondFactor } from '../proofs/second-factor.ts';
import { type Refused, writeRefusal } from '../refusals.ts';
import { recordRecoveryCode } from '../recovery-code.ts';
import { admit, readLoginId, resumed, settled, type Step } from './step.ts';

/**
 * MFA, for users who have set it up. Who comes from another identity provider has given the factors asked for there;
 * the tenant decides whether ours is asked for as well.
 */
export const secondFactor: Step<SecondFactor> = {
  due: ({ accounts: [account], methods, signIn }) =>
    methods.length > 0 &&
    !signIn.proofs.some(({ method }) => isSecondFactor(method)) &&
    (!isFederated(signIn.loginType) || account?.policy.loginPolicy.mfa.federated === true),

  begin: async (tx, { accounts: [account], methods, signIn }) => ({
    status: askedBy.mfa,
    loginId: await putToWait(tx, { ...signIn, ...whose(account), step: 'mfa' }),
    methods: [...methods],
  }),

  /**
   * Throws `wrong_otp` (at most ten times per sign-in; each counts as a failure of the account), `login_expired`,
   * `mismatch`.
   */
  async accept(resuming, given) {
    const { tools, browser, now } = resuming;
    const { tenantId, loginHash } = readLoginId(given.loginId);
    return settled(
      tools.db.inTenant(tenantId, async (tx) => {
        const taken = await takePending(tx, { loginHash, step: 'mfa', now });
        if (!taken) return fail('login_expired');
        const { account, refused } = await admit(resuming, tx, taken);
        if (refused) return refused;
        const where = { door: doorOf(tools, browser, account, now), client: browser, now };
        const proof = await tryIn(tools, tx, { taken, account, given, where, route: loginMfa });
        if (isFailure(proof)) return proof;
        const signIn = resumed(taken, given, resuming);
        return resuming.proceed(tx, account, { ...signIn, proofs: [...signIn.proofs, proof] });
      }),
    );
  },
};

const whose = (account: Account | undefined) => {
  if (!account) throw new Error('a step of one account was begun without it');
  return { tenantId: account.tenant_id, userUuid: account.uuid };
};

/**
 * Verifies MFA for a consumed sign-in of a locked account, so that of parallel attempts each is made only after those
 * before it were counted. Returns the proof; on a wrong code, puts the sign-in back, counts the failure, and returns
 * the error to throw after the commit.
 */
export async function tryIn(
  tools: Tools,
  tx: Tx,
  {
    taken,
    account,
    given,
    where,
    route,
  }: {
    taken: Taken;
    account: Pick<Account, 'tenant_id' | 'uuid' | 'user_id' | 'policy'> & { roles?: readonly string[] };
    given: SecondFactor;
    where: Omit<Refused, 'reason' | 'loginType'>;
    route: RouteDefinition;
  },
): Promise<Proof | PorticoError> {
  const { tenant_id: tenantId, uuid: userUuid } = account;
  const proof = await acceptSecondFactor(tx, tools, { tenantId, userUuid }, given, where.now);
  if (!proof) {
    await putBack(tx, taken, 'wrong');
    await writeRefusal(tools, tx, account, { ...where, reason: 'wrong_otp', loginType: taken.loginType });
    return fail('wrong_otp', { field: given.otp === undefined ? 'recoveryCode' : 'otp' });
  }
  if (proof.method === 'recoveryCode') await recordRecoveryCode(tools, tx, account, { ...where, route });
  return proof;
}
