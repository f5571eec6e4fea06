import { useEffect, useState } from 'react';
import { paths } from '../../base/paths.ts';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { finishSignIn, startSignIn } from '../../session/sign-in.ts';

/** One callback is answered once, however often React mounts the page. */
let finishing: ReturnType<typeof finishSignIn> | undefined;

/** `/oauth-callback.html` (spec section 2): trades the code for tokens and goes to the page the sign-in was for. */
export default function OauthCallbackPage() {
  const { t } = useGuest();
  const [failed, setFailed] = useState<{ target: string }>();
  useEffect(() => {
    finishing ??= finishSignIn(new URLSearchParams(location.search));
    // The code is spent; it has no business in the history.
    history.replaceState(null, '', location.pathname);
    void finishing.then((end) => {
      if (!('failure' in end)) return location.replace(end.target);
      // Coming here by "back" or from a bookmark is no failure: the sign-in begins again, and notices circles.
      if (end.failure === 'state' || end.failure === 'invalid_grant') return void startSignIn(end.target);
      if (end.failure === 'server') return setFailed({ target: end.target });
      location.replace(`${paths.error}?error=access_token_error`);
    });
  }, []);
  if (failed) {
    return (
      <GuestPage title={t('login.callbackFailedTitle')} lead={t('guest.unreachable')}>
        <Button onClick={() => void startSignIn(failed.target)}>{t('guest.tryAgain')}</Button>
      </GuestPage>
    );
  }
  return (
    <GuestPage title={t('login.signingIn')}>
      <Spinner label={t('login.signingIn')} />
    </GuestPage>
  );
}
