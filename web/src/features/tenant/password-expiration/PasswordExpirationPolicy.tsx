import { MAX_PASSWORD_EXPIRY_DAYS, MIN_PASSWORD_EXPIRY_DAYS } from '#contract/limits.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/AlertArea.tsx';
import { NumberBox } from '../../../ui/NumberBox.tsx';
import { SettingRow } from '../../../ui/SettingRow.tsx';
import { SettingsCard } from '../../../ui/SettingsCard.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import classes from '../policy/policy.module.css';
import type { PolicyForm } from '../policy/use-policy-form.ts';

const USUAL_DAYS = 180;

/** The password-expiration policy (spec sections 2 and 3). */
export function PasswordExpirationPolicy() {
  return <PolicyPage height={420}>{(form) => <Expiry form={form} />}</PolicyPage>;
}

function Expiry({ form: { policy, change, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const days = policy.passwordPolicy.expiresAfterDays;
  return (
    <SettingsCard title={t('policy.expiry')} why={t('policy.expiryWhy')}>
      <AlertMessage alert={{ kind: 'info', text: t('policy.expiryAdvice') }} />
      <SettingRow
        name={t('policy.expiryOn')}
        consequence={t(days === null ? 'policy.expiryNever' : 'policy.expiryEffect')}
        checked={days !== null}
        disabled={disabled}
        onChange={(checked) => change('passwordPolicy.expiresAfterDays', checked ? USUAL_DAYS : null)}
      >
        <div className={classes.fields}>
          <NumberBox
            label={t('policy.expiresAfterDays')}
            help={t('policy.expiryHelp', { least: MIN_PASSWORD_EXPIRY_DAYS, most: MAX_PASSWORD_EXPIRY_DAYS })}
            least={MIN_PASSWORD_EXPIRY_DAYS}
            most={MAX_PASSWORD_EXPIRY_DAYS}
            value={days ?? USUAL_DAYS}
            onChange={(value) => change('passwordPolicy.expiresAfterDays', value)}
            error={mistake('passwordPolicy.expiresAfterDays')}
            disabled={disabled}
          />
        </div>
      </SettingRow>
    </SettingsCard>
  );
}
