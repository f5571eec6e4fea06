import IconListCheck from '@tabler/icons-react/dist/esm/icons/IconListCheck.mjs';
import { ALWAYS_ACCEPTED_PASSWORD_LENGTH, MAX_PASSWORD_HISTORY, MIN_METER_PASSWORD_LENGTH } from '#contract/limits.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import classes from '../policy/policy.module.css';
import type { PolicyForm } from '../policy/use-policy-form.ts';

const MOST_OF_A_KIND = 10;
const kinds = ['minUppercase', 'minNumeric', 'minSpecial'] as const;

/** The password policy (spec sections 2 and 3). */
export function PasswordPolicy() {
  return (
    <PolicyPage height={640}>
      {(form) => (
        <>
          <Strength form={form} />
          <Common />
          <History form={form} />
        </>
      )}
    </PolicyPage>
  );
}

function Strength({ form: { policy, change, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const { passwordPolicy } = policy;
  return (
    <SettingsCard
      title={t('policy.strength')}
      why={
        <>
          {t('policy.strengthWhy')} <LearnMore guide="password-policy" about={t('policy.strength')} />
        </>
      }
    >
      <div className={classes.fields}>
        <NumberBox
          label={t('policy.minLength')}
          help={t('policy.minLengthHelp', {
            least: MIN_METER_PASSWORD_LENGTH,
            most: ALWAYS_ACCEPTED_PASSWORD_LENGTH,
          })}
          least={MIN_METER_PASSWORD_LENGTH}
          most={ALWAYS_ACCEPTED_PASSWORD_LENGTH}
          value={passwordPolicy.minLength}
          onChange={(value) => change('passwordPolicy.minLength', value)}
          error={mistake('passwordPolicy.minLength')}
          disabled={disabled}
        />
      </div>
      <AlertMessage alert={{ kind: 'info', text: t('policy.compositionAdvice') }} />
      <div className={classes.fields}>
        {kinds.map((kind) => (
          <NumberBox
            key={kind}
            label={t(`policy.${kind}`)}
            help={t('policy.kindHelp', { most: MOST_OF_A_KIND })}
            least={0}
            most={MOST_OF_A_KIND}
            value={passwordPolicy[kind]}
            onChange={(value) => change(`passwordPolicy.${kind}`, value)}
            disabled={disabled}
          />
        ))}
      </div>
    </SettingsCard>
  );
}

function Common() {
  const t = useT();
  return (
    <SettingsCard title={t('policy.common')} why={t('policy.commonWhy')}>
      <div className={classes.always}>
        <IconListCheck size={20} stroke={1.75} aria-hidden="true" />
        <p>{t('policy.commonAlways')}</p>
      </div>
    </SettingsCard>
  );
}

function History({ form: { policy, change, disabled } }: { form: PolicyForm }) {
  const t = useT();
  return (
    <SettingsCard title={t('policy.history')} why={t('policy.historyWhy')}>
      <div className={classes.fields}>
        <NumberBox
          label={t('policy.historyCount')}
          help={t('policy.historyHelp', { most: MAX_PASSWORD_HISTORY })}
          least={0}
          most={MAX_PASSWORD_HISTORY}
          value={policy.passwordPolicy.history}
          onChange={(value) => change('passwordPolicy.history', value)}
          disabled={disabled}
        />
      </div>
    </SettingsCard>
  );
}
