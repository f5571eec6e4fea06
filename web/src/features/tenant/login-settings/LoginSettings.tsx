import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { siteLoginTypes } from '#contract/login-policy-values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import type { PolicyForm } from '../policy/use-policy-form.ts';
import { CardsCard } from './CardsCard.tsx';
import { offerWays, possibleWays } from './device-ways.ts';
import { PinsCard } from './PinsCard.tsx';

/** Login settings (spec sections 2 and 3): how people sign in at the portal and at devices. */
export function LoginSettings() {
  return (
    <PolicyPage height={960}>
      {(form) => (
        <>
          <Site form={form} />
          <Devices form={form} />
          <PinsCard form={form} />
          <CardsCard form={form} />
        </>
      )}
    </PolicyPage>
  );
}

function Site({ form: { policy, change, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { siteLoginType, userSelect } = policy.loginPolicy;
  return (
    <SettingsCard title={t('loginPolicy.site')} why={t('loginPolicy.siteWhy')}>
      <Dropdown
        label={t('policy.siteLoginType')}
        help={t('loginPolicy.siteLoginTypeHelp')}
        value={siteLoginType}
        choices={siteLoginTypes.map((value) => ({ value, label: t(`loginPolicy.way_${value}`) }))}
        onChange={(value) => change('loginPolicy.siteLoginType', value)}
        disabled={disabled}
      />
      <SettingRow
        icon={IconUsers}
        name={t('policy.userSelect')}
        consequence={t('loginPolicy.userSelectConsequence')}
        checked={userSelect}
        onChange={(checked) => change('loginPolicy.userSelect', checked)}
        disabled={disabled}
      />
    </SettingsCard>
  );
}

function Devices({ form: { policy, change, changeAll, mistake, disabled } }: { form: PolicyForm }) {
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
