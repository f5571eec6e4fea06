import IconId from '@tabler/icons-react/dist/esm/icons/IconId.mjs';
import IconPassword from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import { cardLoginModes } from '#contract/login-policy-values.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import { CardsCard } from './CardsCard.tsx';
import { DeviceWays } from './DeviceWays.tsx';
import { PinsCard } from './PinsCard.tsx';
import type { PolicyForm } from '../policy/use-policy-form.ts';

/**
 * Signing in at devices (spec sections 2 and 3): the ways that are offered, PINs and cards, who sets them up, and what a
 * card alone opens.
 */
export function DeviceLoginPolicy() {
  return (
    <PolicyPage height={1200}>
      {(form) => (
        <>
          <DeviceWays form={form} />
          <PinsCard form={form} />
          <CardsCard form={form} />
          <Entry form={form} />
          <Reader form={form} />
        </>
      )}
    </PolicyPage>
  );
}

function Entry({ form: { policy, change, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { userCode, onpremiseId } = policy.loginPolicy;
  return (
    <SettingsCard title={t('loginPolicy.entry')} why={t('loginPolicy.entryWhy')}>
      <SettingRow
        icon={IconPassword}
        name={t('policy.userCodeAllowUserEntry')}
        consequence={t(userCode.enabled ? 'loginPolicy.pinEntryConsequence' : 'loginPolicy.pinsOffHere')}
        checked={userCode.allowUserEntry}
        onChange={(checked) => change('loginPolicy.userCode.allowUserEntry', checked)}
        disabled={disabled || !userCode.enabled}
      />
      <SettingRow
        icon={IconId}
        name={t('policy.allowCardEntry')}
        consequence={t(onpremiseId.enabled ? 'loginPolicy.cardEntryConsequence' : 'loginPolicy.cardsOffHere')}
        checked={onpremiseId.allowCardEntry}
        onChange={(checked) => change('loginPolicy.onpremiseId.allowCardEntry', checked)}
        disabled={disabled || !onpremiseId.enabled}
      />
    </SettingsCard>
  );
}

function Reader({ form: { policy, change, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { userCode, onpremiseId } = policy.loginPolicy;
  const { enabled, cardLoginMode } = onpremiseId;
  return (
    <SettingsCard title={t('loginPolicy.reader')} why={t('loginPolicy.readerWhy')}>
      <Dropdown
        label={t('policy.cardLoginMode')}
        help={t(enabled ? 'loginPolicy.modeHelp' : 'loginPolicy.cardsOffHere')}
        value={cardLoginMode}
        choices={cardLoginModes.map((value) => ({
          value,
          label: t(`loginPolicy.mode_${value}`),
          disabled: value === 'cardAndUserCode' && !userCode.enabled && cardLoginMode !== value,
        }))}
        onChange={(value) => change('loginPolicy.onpremiseId.cardLoginMode', value)}
        error={mistake('loginPolicy.onpremiseId.cardLoginMode')}
        disabled={disabled || !enabled}
      />
    </SettingsCard>
  );
}
