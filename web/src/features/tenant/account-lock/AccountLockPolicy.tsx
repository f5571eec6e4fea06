import { MAX_FAILURES_BEFORE_STOP, MAX_LOCK_FAILURES, MIN_LOCK_FAILURES } from '#contract/limits.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { MinutesBox } from '../policy/MinutesBox.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import classes from '../policy/policy.module.css';
import type { PolicyForm } from '../policy/use-policy-form.ts';

const LONGEST_WINDOW = 1_440;
const LONGEST_LOCK = 43_200;
const USUAL_LOCK = 15;

/** The account lock policy (spec section 3): after how many failures an account is locked, and for how long. */
export function AccountLockPolicy() {
  return <PolicyPage height={420}>{(form) => <Lock form={form} />}</PolicyPage>;
}

function Lock({ form }: { form: PolicyForm }) {
  const t = useT();
  const { policy, change, disabled } = form;
  const { enabled, failures, withinMinutes } = policy.accountLockPolicy;
  return (
    <SettingsCard
      title={t('policy.lock')}
      why={
        <>
          {t('policy.lockWhy')} <LearnMore guide="account-lock" about={t('policy.lock')} />
        </>
      }
    >
      <SettingRow
        name={t('policy.lockEnabled')}
        consequence={t(enabled ? 'policy.lockOn' : 'policy.lockOff')}
        checked={enabled}
        disabled={disabled}
        onChange={(checked) => change('accountLockPolicy.enabled', checked)}
      >
        <div className={classes.fields}>
          <NumberBox
            label={t('policy.lockFailures')}
            help={t('policy.lockFailuresHelp', { least: MIN_LOCK_FAILURES, most: MAX_LOCK_FAILURES })}
            least={MIN_LOCK_FAILURES}
            most={MAX_LOCK_FAILURES}
            value={failures}
            onChange={(value) => change('accountLockPolicy.failures', value)}
            error={form.mistake('accountLockPolicy.failures')}
            disabled={disabled}
          />
          <MinutesBox
            form={form}
            field="accountLockPolicy.withinMinutes"
            label={t('policy.lockWithinMinutes')}
            value={withinMinutes}
            least={1}
            most={LONGEST_WINDOW}
          />
        </div>
        <LockLength form={form} />
      </SettingRow>
      <AlertMessage alert={{ kind: 'info', text: t('policy.lockAlways', { count: MAX_FAILURES_BEFORE_STOP }) }} />
      <AlertMessage alert={{ kind: 'info', text: t('policy.lockSpares') }} />
    </SettingsCard>
  );
}

/** A lock ends by itself after a time, or waits for an administrator. */
function LockLength({ form }: { form: PolicyForm }) {
  const t = useT();
  const { lockMinutes } = form.policy.accountLockPolicy;
  return (
    <SettingRow
      name={t('policy.lockEnds')}
      consequence={t(lockMinutes === null ? 'policy.lockEndsNot' : 'policy.lockEndsItself')}
      checked={lockMinutes !== null}
      disabled={form.disabled}
      onChange={(checked) => form.change('accountLockPolicy.lockMinutes', checked ? USUAL_LOCK : null)}
    >
      <div className={classes.fields}>
        <MinutesBox
          form={form}
          field="accountLockPolicy.lockMinutes"
          label={t('policy.lockMinutes')}
          value={lockMinutes ?? USUAL_LOCK}
          least={1}
          most={LONGEST_LOCK}
        />
      </div>
    </SettingRow>
  );
}
