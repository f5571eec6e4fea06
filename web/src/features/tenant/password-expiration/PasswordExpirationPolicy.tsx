import { Link } from '@tanstack/react-router';
import { MAX_PASSWORD_EXPIRY_DAYS, MIN_PASSWORD_EXPIRY_DAYS } from '#contract/limits.ts';
import { LearnMore } from '../../../base/guides/LearnMore.tsx';
import { paths } from '../../../base/paths.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertMessage } from '../../../ui/page/AlertArea.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { SettingRow } from '../../../ui/form/SettingRow.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import { PolicyPage } from '../policy/PolicyPage.tsx';
import classes from '../policy/policy.module.css';
import type { PolicyForm } from '../policy/use-policy-form.ts';

const USUAL_DAYS = 180;
const USUAL_NOTICE = 14;
const MOST_NOTICE = 60;

/** The password-expiration policy (spec sections 2 and 3). */
export function PasswordExpirationPolicy() {
  return (
    <PolicyPage height={420}>
      {(form) => {
        const { expiresAfterDays } = form.policy.passwordPolicy;
        return (
          <>
            <Expiry form={form} />
            {expiresAfterDays === null ? null : <Notice form={form} lasts={expiresAfterDays} />}
          </>
        );
      }}
    </PolicyPage>
  );
}

function Expiry({ form: { policy, change, mistake, disabled } }: { form: PolicyForm }) {
  const t = useT();
  const days = policy.passwordPolicy.expiresAfterDays;
  return (
    <SettingsCard
      title={t('policy.expiry')}
      why={
        <>
          {t('policy.expiryWhy')} <LearnMore guide="password-expiration" about={t('policy.expiry')} />
        </>
      }
    >
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

/** A mail ahead of the expiry; there is no time for one where passwords last a day. */
function Notice({ form: { policy, change, mistake, disabled }, lasts }: { form: PolicyForm; lasts: number }) {
  const t = useT();
  const days = policy.passwordExpirationPolicy.noticeDaysBefore;
  const usual = Math.min(USUAL_NOTICE, lasts - 1);
  return (
    <SettingsCard title={t('policy.notice')} why={t('policy.noticeWhy')}>
      <SettingRow
        name={t('policy.noticeOn')}
        consequence={t(days === null ? 'policy.noticeNone' : 'policy.noticeEffect')}
        checked={days !== null}
        disabled={disabled || (days === null && usual < 1)}
        onChange={(checked) => change('passwordExpirationPolicy.noticeDaysBefore', checked ? usual : null)}
      >
        <div className={classes.fields}>
          <NumberBox
            label={t('policy.noticeDaysBefore')}
            help={t('policy.noticeHelp', { most: MOST_NOTICE })}
            least={1}
            most={MOST_NOTICE}
            value={days ?? usual}
            onChange={(value) => change('passwordExpirationPolicy.noticeDaysBefore', value)}
            error={mistake('passwordExpirationPolicy.noticeDaysBefore')}
            disabled={disabled}
          />
        </div>
        <p>
          <Link to={paths.tenant('password-expiration-notice')}>{t('policy.noticeText')}</Link>
        </p>
      </SettingRow>
    </SettingsCard>
  );
}
