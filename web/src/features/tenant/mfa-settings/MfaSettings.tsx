import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs';
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs';
import IconShieldLock from '@tabler/icons-react/dist/esm/icons/IconShieldLock.mjs';
import { enforcedAccounts } from '#contract/login-policy-values.ts';
import { roles } from '#contract/roles.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { CheckboxSet } from '../../../ui/form/CheckboxSet.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import type { PolicyForm } from '../policy/use-policy-form.ts';

/** MFA settings (spec sections 2 and 3): whether there is a second factor, and who must have one. */
export function MfaSettings() {
  return (
    <PolicyPage height={640}>
      {(form) => (
        <>
          <SecondFactor form={form} />
          <Enforcement form={form} />
        </>
      )}
    </PolicyPage>
  );
}

function SecondFactor({ form: { policy, change, changeAll, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { mfa } = policy.loginPolicy;
  const wrong = mistake('loginPolicy.mfa.totp');
  // Turned off, nobody can be made to have one: that is turned off with it, before everybody's eyes.
  const turn = (on: boolean) =>
    changeAll({
      'loginPolicy.mfa.enabled': on,
      ...(on ? {} : { 'loginPolicy.mfa.siteEnforceMfa.enabled': false }),
    });
  return (
    <SettingsCard
      title={t('loginPolicy.mfa')}
      why={
        <>
          {t('loginPolicy.mfaWhy')} <LearnMore guide="mfa" about={t('loginPolicy.mfa')} />
        </>
      }
    >
      <SettingRow
        icon={IconShieldLock}
        name={t('loginPolicy.useMfa')}
        consequence={t('loginPolicy.mfaConsequence')}
        checked={mfa.enabled}
        onChange={turn}
        disabled={disabled}
      >
        <SettingRow
          icon={IconDeviceMobile}
          name={t('policy.mfaTotp')}
          consequence={t('loginPolicy.totpConsequence')}
          checked={mfa.totp}
          onChange={(checked) => change('loginPolicy.mfa.totp', checked)}
          disabled={disabled}
        />
        {wrong ? (
          <div role="alert">
            <AlertMessage alert={{ kind: 'failure', text: wrong }} />
          </div>
        ) : null}
        <SettingRow
          icon={IconPrinter}
          name={t('policy.skipMfaFromMfp')}
          consequence={t('loginPolicy.skipConsequence')}
          checked={mfa.skipMfaFromMfp}
          onChange={(checked) => change('loginPolicy.mfa.skipMfaFromMfp', checked)}
          disabled={disabled}
        />
        <SettingRow
          icon={IconLink}
          name={t('policy.mfaFederated')}
          consequence={t('loginPolicy.federatedConsequence')}
          checked={mfa.federated}
          onChange={(checked) => change('loginPolicy.mfa.federated', checked)}
          disabled={disabled}
        />
      </SettingRow>
    </SettingsCard>
  );
}

function Enforcement({ form: { policy, change, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { enabled: offered, siteEnforceMfa } = policy.loginPolicy.mfa;
  return (
    <SettingsCard title={t('loginPolicy.enforce')} why={t('loginPolicy.enforceWhy')}>
      <SettingRow
        icon={IconShieldCheck}
        name={t('policy.enforceMfa')}
        consequence={t(offered ? 'loginPolicy.enforceConsequence' : 'loginPolicy.mfaOffHere')}
        checked={siteEnforceMfa.enabled}
        onChange={(checked) => change('loginPolicy.mfa.siteEnforceMfa.enabled', checked)}
        disabled={disabled || (!offered && !siteEnforceMfa.enabled)}
      >
        <CheckboxSet
          label={t('policy.enforceMfaRoles')}
          choices={roles.map((value) => ({ value, label: t(`common.role.${value}`) }))}
          value={siteEnforceMfa.roles}
          onChange={(value) => change('loginPolicy.mfa.siteEnforceMfa.roles', value)}
          error={mistake('loginPolicy.mfa.siteEnforceMfa.roles') ?? mistake('loginPolicy.mfa.siteEnforceMfa.enabled')}
          disabled={disabled}
        />
        <Dropdown
          label={t('policy.enforceMfaAccounts')}
          help={t('loginPolicy.accountsHelp')}
          value={siteEnforceMfa.accounts}
          choices={enforcedAccounts.map((value) => ({ value, label: t(`loginPolicy.accounts_${value}`) }))}
          onChange={(value) => change('loginPolicy.mfa.siteEnforceMfa.accounts', value)}
          disabled={disabled}
        />
      </SettingRow>
    </SettingsCard>
  );
}
