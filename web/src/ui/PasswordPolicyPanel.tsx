import IconCircle from '@tabler/icons-react/dist/esm/icons/IconCircle.mjs';
import IconCircleCheck from '@tabler/icons-react/dist/esm/icons/IconCircleCheckFilled.mjs';
import { useT } from '../i18n/use-t.tsx';
import classes from './password.module.css';
import { passwordRules, type PanelPolicy } from './password-rules.ts';

/** The rules a password has to keep, each ticked off while one types (spec section 5, "Password"). */
export function PasswordPolicyPanel({ policy, password, id }: { policy: PanelPolicy; password: string; id?: string }) {
  const t = useT();
  return (
    <div className={classes.panel} id={id}>
      <p>{t('ui.policyTitle')}</p>
      <ul>
        {passwordRules(password, policy).map(({ rule, count, met }) => {
          const Icon = met ? IconCircleCheck : IconCircle;
          return (
            <li key={rule} data-met={met || undefined}>
              <Icon size={16} aria-hidden="true" />
              <span>
                {t(`ui.rule.${rule}`, { count })}
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
