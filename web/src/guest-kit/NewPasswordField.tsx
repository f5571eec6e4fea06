import { useEffect, useId, useState } from 'react';
import type { PasswordContext } from '#contract/guessable-password.ts';
import {
  checkPasswordPolicy,
  isAcceptablePassword,
  type PasswordPolicy,
  strengthLevel,
  type StrengthScore,
} from '#contract/password.ts';
import type { Translate } from '../i18n/keys.ts';
import { passwordRules } from '../ui/form/password-rules.ts';
import { passwordScore } from '../ui/form/password-score.ts';
import { useGuessable } from '../ui/form/use-guessable.ts';
import type { Check } from './checks.ts';
import { useGuest } from './context.tsx';
import { PasswordField, type PasswordFieldProps } from './PasswordField.tsx';

/** The score of what is typed, a moment later; answers that come too late are dropped. */
function useScore(password: string, policy: PasswordPolicy): StrengthScore {
  const [score, setScore] = useState<StrengthScore>(0);
  useEffect(() => {
    let current = true;
    if (password === '') setScore(0);
    // The estimator out of reach leaves the meter where it is; the rules and the server do not need it.
    else
      void passwordScore(password, policy).then(
        (found) => current && setScore(found),
        () => {},
      );
    return () => {
      current = false;
    };
  }, [password, policy]);
  return score;
}

/** The five bars and their word (spec section 4, "Password strength score"). */
function Meter({ score }: { score: StrengthScore }) {
  const { t } = useGuest();
  const level = strengthLevel(score);
  const word = level === 'none' ? '' : t(`password.${level}`);
  return (
    <div className={`g-meter g-meter-${level}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: <meter> cannot be coloured by level in every browser */}
      <div
        className="g-bars"
        role="meter"
        aria-label={t('password.strength')}
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={word || t('password.none')}
      >
        {[1, 2, 3, 4, 5].map((bar) => (
          <span key={bar} data-on={bar <= score || undefined} />
        ))}
      </div>
      <span className="g-word" aria-live="polite">
        {word}
      </span>
    </div>
  );
}

type RulesProps = { password: string; policy: PasswordPolicy; known: PasswordContext };

function Rules({ password, policy, known }: RulesProps) {
  const { t, product } = useGuest();
  const guessable = useGuessable(password, { ...known, productName: product });
  const rules = [
    ...passwordRules(password, policy).map(({ rule, count, met }) => ({ text: t(`password.${rule}`, { count }), met })),
    { text: t('password.notGuessable'), met: !guessable },
  ];
  return (
    <div className="g-rules">
      <p>{t('password.policyTitle')}</p>
      <ul>
        {rules.map(({ text, met }) => (
          <li key={text} data-met={met || undefined}>
            <svg
              viewBox="0 0 24 24"
              width="16"
              height="16"
              fill="none"
              stroke="currentColor"
              strokeWidth="2.5"
              strokeLinecap="round"
              aria-hidden="true"
            >
              <circle cx="12" cy="12" r="9.5" />
              {met ? <path d="m7.5 12.5 3 3 6-6.5" /> : null}
            </svg>
            <span>
              {text}
              {met ? <span className="g-hidden"> {t('password.met')}</span> : null}
            </span>
          </li>
        ))}
        <li className="g-rule-note">{t('password.notCommon')}</li>
        {policy.history > 0 ? (
          <li className="g-rule-note">{t('password.history', { count: policy.history })}</li>
        ) : null}
      </ul>
    </div>
  );
}

/** The check of the field: the mistake as a sentence, or nothing. */
export const checkNewPassword =
  (t: Translate, policy: PasswordPolicy | undefined): Check =>
  (value) => {
    if (value === '') return t('password.enter');
    if (!isAcceptablePassword(value)) return t('password.unacceptable');
    return policy && checkPasswordPolicy(value, policy).length > 0 ? t('password.breaksPolicy') : undefined;
  };

export type NewPasswordFieldProps = Omit<PasswordFieldProps, 'autoComplete'> & {
  policy: PasswordPolicy;
  /** Whose password it is: names and ids are refused in it. */
  known: PasswordContext;
};

/** A new password: the rules stand there before the mistake and are ticked off while one types. */
export function NewPasswordField({ policy, known, ...field }: NewPasswordFieldProps) {
  const rules = useId();
  return (
    <div className="g-new-password">
      <PasswordField {...field} required autoComplete="new-password" aria-describedby={rules} />
      <Meter score={useScore(field.value, policy)} />
      <div id={rules}>
        <Rules password={field.value} policy={policy} known={known} />
      </div>
    </div>
  );
}
