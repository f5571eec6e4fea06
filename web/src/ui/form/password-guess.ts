import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import type { GuessScore } from '#contract/password.ts';

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 100 });

/** How hard a password is to guess, 0 to 4. Large: load it when somebody types a new password, not before. */
export function guessScore(password: string): GuessScore {
  return estimator.check(password).score;
}
