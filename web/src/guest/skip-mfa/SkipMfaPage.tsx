import { useEffect, useState } from 'react';
import { isCancelled } from '../../api/api-error.ts';
import { logOperation } from '../../api/log-operation.ts';
import { paths } from '../../base/paths.ts';
import { ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { fetchMe } from '../../base/me.ts';
import { ownThisTab } from '../../session/own-tab.ts';
import { settingTarget } from '../mfa-authenticator-setting/setting-target.ts';
import { skipping } from './decide.ts';

/** `/skip-mfa.html` (spec section 2): going on without a second factor, for whoever need not have one. Needs a session. */
export default function SkipMfaPage() {
  const { t, data } = useGuest();
  const [asked, setAsked] = useState<{ target: string; setUp: string }>();
  const begin = async () => {
    await ownThisTab();
    const target = settingTarget(new URLSearchParams(location.search), data.allowedReturnOrigins) ?? paths.top;
    const setUp = `${paths.mfaAuthenticatorSetting}${location.search}`;
    const next = skipping(await fetchMe());
    if (next === 'ask') setAsked({ target, setUp });
    else location.replace(next === 'setUp' ? setUp : target);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page wakes up
  useEffect(() => {
    begin().catch((error) => {
      if (isCancelled(error)) return;
      logOperation({ screenName: 'skip-mfa', errorMessage: 'get-me error' });
      location.replace(`${paths.error}?error=unknown_error`);
    });
  }, []);
  return (
    <GuestPage title={t('device.skipTitle')} lead={t('device.skipLead')}>
      {asked ? (
        <div className="g-form">
          <ButtonLink look="primary" href={asked.setUp}>
            {t('device.setUpNow')}
          </ButtonLink>
          <ButtonLink look="quiet" href={asked.target}>
            {t('device.skip')}
          </ButtonLink>
        </div>
      ) : (
        <Spinner label={t('guest.loading')} />
      )}
    </GuestPage>
  );
}
