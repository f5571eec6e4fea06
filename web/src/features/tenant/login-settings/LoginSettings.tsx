import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import { Link } from '@tanstack/react-router';
import { siteLoginTypes } from '#contract/login-policy-values.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { paths } from '../../../base/paths.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { ProviderWays } from './ProviderWays.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import type { PolicyForm } from '../policy/use-policy-form.ts';

/** Login settings (spec sections 2 and 3): how users sign in at the portal; devices have a page of their own. */
export function LoginSettings() {
  return (
    <PolicyPage height={720}>
      {(form) => (
        <>
          <Site form={form} />
          <ProviderWays form={form} />
        </>
      )}
    </PolicyPage>
  );
}

function Site({ form: { policy, change, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { siteLoginType, userSelect } = policy.loginPolicy;
  return (
    <SettingsCard
      title={t('loginPolicy.site')}
      why={
        <>
          {t('loginPolicy.siteWhy')} <LearnMore guide="sign-in-methods" about={t('loginPolicy.site')} />
        </>
      }
    >
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
      <p>
        <LearnMore guide="several-organizations" about={t('policy.userSelect')} />
      </p>
      <p>
        <Link to={paths.tenant('device-login-policy')}>{t('loginPolicy.toDeviceSignIn')}</Link>
      </p>
    </SettingsCard>
  );
}
