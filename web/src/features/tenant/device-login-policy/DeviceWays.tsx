import { useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import type { PolicyForm } from '../policy/use-policy-form.ts';
import { offerWays, possibleWays } from './device-ways.ts';

/** The ways to sign in that devices offer. */
export function DeviceWays({ form: { policy, change, changeAll, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { loginPolicy } = policy;
  const { mfpLoginTypeOption: offered, defaultMfpLoginType: first } = loginPolicy;
  // What is chosen stays in the list, also where it contradicts: there it can be taken out.
  const ways = [...new Set([...possibleWays(loginPolicy), ...offered])];
  const choices = (values: typeof ways) => values.map((value) => ({ value, label: t(`loginPolicy.way_${value}`) }));
  return (
    <SettingsCard title={t('loginPolicy.devices')} why={t('loginPolicy.devicesWhy')}>
      <CheckboxSet
        label={t('policy.mfpLoginTypeOption')}
        help={t('loginPolicy.devicesHelp')}
        choices={choices(ways)}
        value={offered}
        onChange={(value) => changeAll(offerWays(loginPolicy, value))}
        error={mistake('loginPolicy.mfpLoginTypeOption')}
        disabled={disabled}
      />
      <Dropdown
        label={t('policy.defaultMfpLoginType')}
        help={t('loginPolicy.defaultHelp')}
        value={first}
        choices={choices([...new Set([...offered, first])])}
        onChange={(value) => change('loginPolicy.defaultMfpLoginType', value)}
        error={mistake('loginPolicy.defaultMfpLoginType')}
        disabled={disabled}
      />
    </SettingsCard>
  );
}
