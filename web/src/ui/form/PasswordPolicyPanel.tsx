import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { useT } from '../../i18n/use-t.tsx';
import classes from './password.module.css';
import type { PasswordContext } from '#contract/guessable-password.ts';
import { passwordRules, type PanelPolicy } from './password-rules.ts';
import { useGuessable } from './use-guessable.ts';

export type PasswordPolicyPanelProps = {
  policy: PanelPolicy;
  password: string;
  /** Whose password it is: names and ids are refused in it. */
  known?: PasswordContext;
  id?: string;
};

/** The rules a password has to keep, each ticked off while one types (spec section 5, "Password"). */
export function PasswordPolicyPanel({ policy, password, known = {}, id }: PasswordPolicyPanelProps) {
  const t = useT();
  const guessable = useGuessable(password, known);
  const rules = [
    ...passwordRules(password, policy).map(({ rule, count, met }) => ({ text: t(`ui.rule.${rule}`, { count }), met })),
    { text: t('ui.rule.notGuessable'), met: !guessable },
  ];
  return (
    <div className={classes.panel} id={id}>
      <p>{t('ui.policyTitle')}</p>
      <ul>
        {rules.map(({ text, met }) => {
          const Icon = met ? IconCircleCheck : IconCircle;
          return (
            <li key={text} data-met={met || undefined}>
              <Icon size={16} aria-hidden="true" />
              <span>
                {text}
                {met ? <span className="visually-hidden"> {t('ui.ruleMet')}</span> : null}
              </span>
            </li>
          );
        })}
      </ul>
      <p className={classes.note}>{t('ui.rule.notCommon')}</p>
      {policy.history > 0 ? <p className={classes.note}>{t('ui.rule.history', { count: policy.history })}</p> : null}
    </div>
  );
}
