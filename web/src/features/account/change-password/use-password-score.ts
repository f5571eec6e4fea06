import { useEffect, useState } from 'react';
import type { PasswordPolicy, StrengthScore } from '#contract/password.ts';
import { passwordScore } from '../../../ui/form/password-score.ts';

/** The meter's score of what is typed. The estimator is loaded with the first key; its late answers are dropped. */
export function usePasswordScore(password: string, policy: PasswordPolicy): StrengthScore {
  const [score, setScore] = useState<StrengthScore>(0);
  useEffect(() => {
    if (password === '') {
      setScore(0);
      return;
    }
    let current = true;
    passwordScore(password, policy).then(
      (found) => current && setScore(found),
      // Without the estimator the meter stays where it is; neither the rules nor the server need it.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [password, policy]);
  return score;
}
