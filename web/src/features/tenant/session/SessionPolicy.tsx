import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { useT } from '../../../i18n/use-t.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { MinutesBox } from '../policy/MinutesBox.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import classes from '../policy/policy.module.css';
import type { PolicyForm } from '../policy/use-policy-form.ts';

const SHORTEST = 5;
const LONGEST = 43_200;
const OLDEST_PROOF = 1_440;

/** The session policy: how long people stay signed in, and when they are asked for their password once more. */
export function SessionPolicy() {
  return (
    <PolicyPage height={420}>
      {(form) => (
        <>
          <Life form={form} />
          <Proof form={form} />
        </>
      )}
    </PolicyPage>
  );
}

function Life({ form }: { form: PolicyForm }) {
  const t = useT();
  const { idleMinutes, absoluteMinutes, administratorIdleMinutes, administratorAbsoluteMinutes } =
    form.policy.sessionPolicy;
  const range = { least: SHORTEST, most: LONGEST };
  return (
    <SettingsCard
      title={t('policy.sessionLife')}
      why={
        <>
          {t('policy.sessionLifeWhy')} <LearnMore guide="sessions" about={t('policy.sessionLife')} />
        </>
      }
    >
      <div className={classes.fields}>
        <MinutesBox
          form={form}
          field="sessionPolicy.idleMinutes"
          label={t('policy.idleMinutes')}
          help={t('policy.idleHelp')}
          value={idleMinutes}
          {...range}
        />
        <MinutesBox
          form={form}
          field="sessionPolicy.absoluteMinutes"
          label={t('policy.absoluteMinutes')}
          help={t('policy.absoluteHelp')}
          value={absoluteMinutes}
          {...range}
        />
        <MinutesBox
          form={form}
          field="sessionPolicy.administratorIdleMinutes"
          label={t('policy.administratorIdleMinutes')}
          help={t('policy.administratorLifeHelp')}
          value={administratorIdleMinutes}
          {...range}
        />
        <MinutesBox
          form={form}
          field="sessionPolicy.administratorAbsoluteMinutes"
          label={t('policy.administratorAbsoluteMinutes')}
          help={t('policy.administratorLifeHelp')}
          value={administratorAbsoluteMinutes}
          {...range}
        />
      </div>
    </SettingsCard>
  );
}

function Proof({ form }: { form: PolicyForm }) {
  const t = useT();
  return (
    <SettingsCard title={t('policy.proof')} why={t('policy.proofWhy')}>
      <div className={classes.fields}>
        <MinutesBox
          form={form}
          field="sessionPolicy.reauthenticationMinutes"
          label={t('policy.reauthenticationMinutes')}
          value={form.policy.sessionPolicy.reauthenticationMinutes}
          least={1}
          most={OLDEST_PROOF}
        />
      </div>
    </SettingsCard>
  );
}
