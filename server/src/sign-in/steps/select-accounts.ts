import { fail } from '#contract/errors.ts';
import { askedBy } from '#contract/sign-in/steps.ts';
import { PROVIDER } from '../../platform/db/transaction.ts';
import { putBack, putToWait, takePending } from '../pending.ts';
import { admit, readLoginId, resumed, settled, type Step } from './step.ts';

/** Several accounts matched: the user selects one. Pending under `PROVIDER`, because no tenant is known yet. */
export const selectAccounts: Step<{ tenantId: string }> = {
  due: ({ accounts }) => accounts.length > 1,

  begin: async (tx, { accounts, signIn }) => ({
    status: askedBy.selectAccounts,
    loginId: await putToWait(tx, { ...signIn, tenantId: PROVIDER, step: 'selectAccounts', userUuid: null }),
    accounts: accounts.map((account) => ({
      tenantId: account.tenant_id,
      tenantName: account.tenant_name,
      userId: account.user_id,
    })),
  }),

  /** Throws `login_expired`, `mismatch`. */
  async accept(resuming, given) {
    const { tools, now } = resuming;
    const { tenantId: space, loginHash } = readLoginId(given.loginId);
    const { taken, chosen } = await settled(
      tools.db.inTenant(space, async (tx) => {
        const taken = await takePending(tx, { loginHash, step: 'selectAccounts', now });
        if (!taken) return fail('login_expired');
        const chosen = taken.provenAccounts.find(({ tenantId }) => tenantId === given.tenantId);
        if (chosen) return { taken, chosen };
        await putBack(tx, taken, 'wrong');
        return fail('login_expired');
      }),
    );
    return settled(
      tools.db.inTenant(chosen.tenantId, async (tx) => {
        const { account, refused } = await admit(resuming, tx, { ...taken, userUuid: chosen.uuid }, 'chosen');
        return refused ?? resuming.proceed(tx, account, resumed(taken, given, resuming));
      }),
    );
  },
};
