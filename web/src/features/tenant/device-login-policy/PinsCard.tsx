import IconPassword from '@tabler/icons-react/dist/esm/icons/IconPassword.mjs';
import { MIN_PIN_LENGTH } from '#contract/limits.ts';
import { LONGEST_POLICY_PIN, pinCharacters } from '#contract/login-policy-values.ts';
import { pinMinLength } from '#contract/rules.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../policy/policy.module.css';
import type { PolicyForm } from '../policy/use-policy-form.ts';
import { switchPins } from './device-ways.ts';

/** PINs: whether there are any, and the rules for new ones. */
export function PinsCard({ form }: { form: PolicyForm }) {
  const t = useT();
  const { policy, changeAll, disabled } = form;
  const { loginPolicy } = policy;
  return (
    <SettingsCard
      title={t('loginPolicy.pins')}
      why={
        <>
          {t('loginPolicy.pinsWhy')} <LearnMore guide="pins" about={t('loginPolicy.pins')} />
        </>
      }
    >
      <SettingRow
        icon={IconPassword}
        name={t('loginPolicy.usePins')}
        consequence={t('loginPolicy.pinsConsequence')}
        checked={loginPolicy.userCode.enabled}
        onChange={(checked) => changeAll(switchPins(loginPolicy, checked))}
        disabled={disabled}
      >
        <PinRules form={form} />
      </SettingRow>
    </SettingsCard>
  );
}

function PinRules({ form: { policy, change, mistake, users, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { characters, minLength, maxLength } = policy.loginPolicy.userCode;
  const most = LONGEST_POLICY_PIN;
  return (
    <>
      <Dropdown
        label={t('policy.userCodeCharacters')}
        value={characters}
        choices={pinCharacters.map((value) => ({ value, label: t(`loginPolicy.characters_${value}`) }))}
        onChange={(value) => change('loginPolicy.userCode.characters', value)}
        disabled={disabled}
      />
      <div className={classes.fields}>
        <NumberBox
          label={t('policy.userCodeMinLength')}
          help={t('loginPolicy.pinShortestHelp', { least: pinMinLength(users), most, count: users })}
          least={MIN_PIN_LENGTH}
          most={most}
          value={minLength}
          onChange={(value) => change('loginPolicy.userCode.minLength', value)}
          error={mistake('loginPolicy.userCode.minLength')}
          disabled={disabled}
        />
        <NumberBox
          label={t('policy.userCodeMaxLength')}
          help={t('loginPolicy.pinLongestHelp', { most })}
          least={MIN_PIN_LENGTH}
          most={most}
          value={maxLength}
          onChange={(value) => change('loginPolicy.userCode.maxLength', value)}
          error={mistake('loginPolicy.userCode.maxLength')}
          disabled={disabled}
        />
      </div>
    </>
  );
}
