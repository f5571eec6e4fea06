import { type PasswordPolicy, strengthScore, type StrengthScore } from '#contract/password.ts';
import { MIN_METER_PASSWORD_LENGTH } from '#contract/limits.ts';

type Estimate = typeof import('./password-guess.ts').guessScore;

let estimator: Promise<Estimate> | undefined;

/** Loads the estimator of guesses; called with the first key, so that a page without a new password never does. */
export function loadEstimator(): Promise<Estimate> {
  estimator ??= import('./password-guess.ts').then(({ guessScore }) => guessScore);
  estimator.catch(() => {
    estimator = undefined;
  });
  return estimator;
}

/** The meter's score (spec section 4). The estimator is asked only where its answer counts. */
export async function passwordScore(password: string, policy: PasswordPolicy): Promise<StrengthScore> {
  const ready = loadEstimator();
  if (password.length < MIN_METER_PASSWORD_LENGTH || strengthScore(password, policy, 4) <= 1)
    return strengthScore(password, policy, 0);
  return strengthScore(password, policy, (await ready)(password));
}
