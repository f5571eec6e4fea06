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

/** The next step due, in the order of the contract; null: the sign-in is complete. */
export const dueStep = (situation: Situation): SignInStep | null =>
  signInSteps.find((name) => stepOf[name].due(situation)) ?? null;

/**
 * Continues a sign-in in the given transaction: with several accounts, asks the user to select one; with one, which is
 * locked, begins the next step due or completes the sign-in.
 */
export async function proceed(tools: Tools, tx: Tx, accounts: readonly Account[], signIn: SignIn): Promise<Progress> {
  const [account, another] = accounts;
  if (!account) throw new Error('nobody is signing in');
  const methods = another ? [] : await secondFactorMethods(tx, account.uuid);
  const situation = { accounts, methods, signIn };
  const step = dueStep(situation);
  return step ? { answer: await stepOf[step].begin(tx, situation) } : complete(tools, tx, account, signIn, methods);
}

/** Continues a sign-in that is pending a step. Throws what the step's `accept` does. */
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
