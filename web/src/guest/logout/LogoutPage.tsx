import { useEffect, useState } from 'react';
import { paths } from '../../base/paths.ts';
import { Alert } from '../../guest-kit/Alert.tsx';
import { Button, ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest, useQuery } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { pagesToTell, signOut } from '../../base/sign-out.ts';
import { tellPages } from './tell-pages.ts';

/** Sends on to the app that asked for the sign-out, if its address is registered. */
const END_SESSION = '/api/auth/oauth/provider/session/end';

type State = 'working' | 'signedOut' | 'failed' | 'kept';

/**
 * `/logout.html` (spec section 2 and 4): signs out on arrival and tells the other services, unless `logout=false` stands
 * in the address; then it asks first.
 */
export default function LogoutPage() {
  const { t } = useGuest();
  const query = useQuery();
  const kept = query?.get('logout') === 'false';
  const [state, setState] = useState<State>('working');
  const leave = async () => {
    setState('working');
    const pages = await pagesToTell();
    try {
      await signOut();
      await tellPages(pages);
      const back = query?.get('url');
      // The server looks at the address of the app once more.
      if (back?.startsWith(`${END_SESSION}?`)) location.replace(back);
      else setState('signedOut');
    } catch {
      setState('failed');
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the address is known
  useEffect(() => {
    if (query === null) return;
    if (kept) setState('kept');
    else void leave();
  }, [query === null]);
  if (state === 'working') {
    return (
      <GuestPage title={t('login.signingOut')}>
        <Spinner label={t('login.signingOut')} />
      </GuestPage>
    );
  }
  if (state === 'signedOut') {
    return (
      <GuestPage title={t('login.signedOutTitle')} lead={t('login.signedOut')}>
        <ButtonLink look="primary" href={paths.login}>
          {t('login.signInAgain')}
        </ButtonLink>
      </GuestPage>
    );
  }
  return (
    <GuestPage title={t('login.signOutTitle')} lead={state === 'kept' ? t('login.signOutAsk') : undefined}>
      {state === 'failed' ? <Alert kind="failure">{t('login.signOutFailed')}</Alert> : null}
      <div className="g-actions">
        <Button onClick={() => void leave()}>{t('login.signOut')}</Button>
        <ButtonLink href={paths.top}>{t('login.staySignedIn')}</ButtonLink>
      </div>
    </GuestPage>
  );
}
