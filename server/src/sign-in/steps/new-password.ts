import { fail } from '#contract/errors.ts';
import { loginNewPassword } from '#contract/sign-in/login.ts';
import { proofOf } from '#contract/sign-in/proofs.ts';
import { askedBy } from '#contract/sign-in/steps.ts';
import type { SecurityPolicy } from '#contract/security-policy.ts';
import { personActor } from '#contract/principals.ts';
import { happen } from '../../platform/events/consumers.ts';
import { prepareNewPassword, storePassword } from '../../credentials/passwords/passwords.ts';
import type { SignIn } from '../complete.ts';
import { doorOf } from '../browser.ts';
import { putBack, putToWait, takePending } from '../pending.ts';
import { admit, readLoginId, resumed, settled, type Step } from './step.ts';

/** Whether the password must be changed before the sign-in can continue. */
export function isPasswordExpired(
  password: { changedAt: Date; mustChange: boolean },
  policy: SecurityPolicy['passwordPolicy'],
  now: Date,
): boolean {
  if (password.mustChange) return true;
  if (policy.expiresAfterDays === null) return false;
  return now.getTime() - password.changedAt.getTime() >= policy.expiresAfterDays * 86_400_000;
}

/** Replaces an expired password, if the sign-in began with a password. */
export const newPassword: Step<{ newPassword: string }> = {
  due({ accounts: [account], signIn: { proofs, now } }) {
    const changedAt = account?.password_changed_at;
    if (!changedAt || !proofs.some(({ method }) => method === 'password')) return false;
    const password = { changedAt, mustChange: account.must_change === true };
    return isPasswordExpired(password, account.policy.passwordPolicy, now);
  },

  async begin(tx, { accounts: [account], signIn }) {
    if (!account) throw new Error('a step of one account was begun without it');
    const { expiresAfterDays: _, ...passwordPolicy } = account.policy.passwordPolicy;
    const whose = { tenantId: account.tenant_id, userUuid: account.uuid };
    const loginId = await putToWait(tx, { ...signIn, ...whose, step: 'password' });
    return { status: askedBy.password, loginId, passwordPolicy };
  },

  /** Throws what `prepareNewPassword` does, `login_expired`, `mismatch`. */
  async accept(resuming, given) {
    const { tools, browser, now } = resuming;
    const { tenantId, loginHash } = readLoginId(given.loginId);
    const taken = await tools.db.inTenant(tenantId, (tx) => takePending(tx, { loginHash, step: 'password', now }));
    if (!taken?.userUuid) throw fail('login_expired');
    const whose = { tenantId, userUuid: taken.userUuid };
    const giveBack = async (cause: unknown): Promise<never> => {
      await tools.db.inTenant(tenantId, (tx) => putBack(tx, taken, 'nothing lost'));
      throw cause;
    };
    // Between transactions, because hashing is slow. A password that is refused or could not be stored consumes
    // nothing: if it was stored after all, the pending sign-in is older than it and so invalid.
    const hash = await prepareNewPassword(tools, whose, given.newPassword).catch(giveBack);
    return settled(
      tools.db
        .inTenant(tenantId, async (tx) => {
          const before = await admit(resuming, tx, taken);
          if (before.refused) return before.refused;
          // A browser that knew the account before the password change stays known.
          const door = doorOf(tools, browser, before.account, now);
          await storePassword(tx, { ...whose, hash, now });
          await happen(tools, tx, {
            ...{
              tenantId,
              at: now,
              operation: 'update',
              action: `${loginNewPassword.method} ${loginNewPassword.path}`,
            },
            ...{ actor: personActor(whose.userUuid, before.account.user_id), type: 'user.passwordChanged' },
            ...{ targetId: whose.userUuid, changes: { password: {} }, client: browser },
          });
          // The new password counts as a proof here, too.
          const signIn = withNewPassword(resumed(taken, given, resuming), whose.userUuid);
          const { account, refused } = await admit(resuming, tx, { ...taken, provenAccounts: signIn.provenAccounts });
          if (refused) throw refused;
          return resuming.proceed(tx, account, { ...signIn, door });
        })
        .catch(giveBack),
    );
  },
};

/** A sign-in whose password was just replaced. */
const withNewPassword = ({ proofs, provenAccounts, ...signIn }: SignIn, userUuid: string): SignIn => ({
  ...signIn,
  proofs: proofs.map((proof) => (proof.method === 'password' ? proofOf('password', signIn.now) : proof)),
  provenAccounts: provenAccounts.map((proven) =>
    proven.uuid === userUuid ? { ...proven, provenAt: signIn.now.toISOString() } : proven,
  ),
});
