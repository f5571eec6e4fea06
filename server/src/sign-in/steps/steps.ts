import { type SignInStep, signInSteps } from '#contract/sign-in/steps.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import type { Tools } from '../../platform/tools.ts';
import type { Account } from '../account.ts';
import type { Browser } from '../browser.ts';
import { complete, type Progress, type SignIn } from '../complete.ts';
import { secondFactorMethods } from '../proofs/second-factor.ts';
import { newPassword } from './new-password.ts';
import { secondFactor } from './second-factor.ts';
import { selectAccounts } from './select-accounts.ts';
import type { Situation, Step, StepInput } from './step.ts';

const stepOf = { selectAccounts, mfa: secondFactor, password: newPassword } satisfies {
  [Name in SignInStep]: Step<never>;
};
type GivenAt = { [Name in SignInStep]: Parameters<(typeof stepOf)[Name]['accept']>[1] };

/** The step that is due, in the order of the contract; null: the sign-in is complete. */
export const dueStep = (situation: Situation): SignInStep | null =>
  signInSteps.find((name) => stepOf[name].due(situation)) ?? null;

/**
 * Takes a sign-in on, in the transaction given: of several accounts the person is to choose one; of one, which is held,
 * the step that is due is asked for, or the sign-in is complete.
 */
export async function proceed(tools: Tools, tx: Tx, accounts: readonly Account[], signIn: SignIn): Promise<Progress> {
  const [account, another] = accounts;
  if (!account) throw new Error('nobody is signing in');
  const methods = another ? [] : await secondFactorMethods(tx, account.uuid);
  const situation = { accounts, methods, signIn };
  const step = dueStep(situation);
  return step ? { answer: await stepOf[step].begin(tx, situation) } : complete(tools, tx, account, signIn, methods);
}

/** Goes on with a sign-in that waits for a step. Throws what the step's `accept` does. */
export const goOn = <Name extends SignInStep>(
  tools: Tools,
  name: Name,
  given: GivenAt[Name],
  browser: Browser,
  now: Date,
): Promise<Progress> =>
  (stepOf[name] as Step<unknown>).accept(
    { tools, browser, now, proceed: (tx, account, signIn) => proceed(tools, tx, [account], signIn) },
    given as StepInput,
  );
