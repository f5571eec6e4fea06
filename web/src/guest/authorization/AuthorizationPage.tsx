import { useEffect, useState } from 'react';
import { hasErrorId, isCancelled } from '../../api/api-error.ts';
import { paths } from '../../base/paths.ts';
import { Alert } from '../../guest-kit/Alert.tsx';
import { ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { UserCodeAlert } from '../../guest-kit/UserCodeAlert.tsx';
import { fetchMe } from '../../base/me.ts';
import { ownThisTab } from '../../session/own-tab.ts';
import { hereAsTarget } from '../../session/return-target.ts';
import { ConfirmDevice } from './ConfirmDevice.tsx';
import type { DeviceRequest } from './device-calls.ts';
import { UserCodeForm } from './UserCodeForm.tsx';

type State =
  | { step: 'enter'; failed: boolean }
  | { step: 'confirm'; userCode: string; device: DeviceRequest }
  | { step: 'accepted' }
  | { step: 'refused' };

/** Errors that mean that the code is not, or no longer, one of a waiting device. */
function isCodeRefused(error: unknown): boolean {
  return hasErrorId(error, 'wrong_user_code') || hasErrorId(error, 'user_code_expired');
}

/** A feature that is off has no page; whoever must set up a second factor first does. */
function goElsewhere(error: unknown): boolean {
  if (hasErrorId(error, 'not_found')) location.replace(paths.notFound);
  else if (hasErrorId(error, 'mfa_not_authenticated')) {
    location.replace(`${paths.mfaAuthenticatorSetting}?url=${encodeURIComponent(hereAsTarget())}`);
  } else return false;
  return true;
}

/** `/portal/authorization`: a person lets a device in by the code it shows (spec section 2 and 8, RFC 8628). */
export default function AuthorizationPage() {
  const { t } = useGuest();
  const [state, setState] = useState<State>({ step: 'enter', failed: false });
  const [account, setAccount] = useState<string>();
  useEffect(() => {
    // Without a session this leaves for the sign-in and comes back.
    ownThisTab()
      .then(() => fetchMe())
      .then((me) => setAccount(t('registration.accountIn', { userId: me.userId, tenantId: me.tenantId })))
      .catch((error) => isCancelled(error) || location.replace(`${paths.error}?error=unknown_error`));
  }, [t]);
  const guarded = async (work: Promise<void>) => {
    await work.catch((error) => {
      if (isCodeRefused(error)) setState({ step: 'enter', failed: true });
      else if (!goElsewhere(error)) throw error;
    });
  };
  if (state.step === 'accepted') {
    return (
      <GuestPage title={t('device.acceptedTitle')}>
        <UserCodeAlert outcome="success" />
        <ButtonLink href={paths.top}>{t('guest.toTop')}</ButtonLink>
      </GuestPage>
    );
  }
  if (state.step === 'confirm') {
    const { userCode, device } = state;
    return (
      <ConfirmDevice
        userCode={userCode}
        device={device}
        account={account}
        guarded={guarded}
        onEnd={(accepted) => setState({ step: accepted ? 'accepted' : 'refused' })}
      />
    );
  }
  return (
    <GuestPage title={t('device.enterTitle')} lead={t('device.enterLead')}>
      {state.step === 'refused' ? <Alert kind="info">{t('device.refused')}</Alert> : null}
      {state.step === 'enter' && state.failed ? <UserCodeAlert outcome="failure" /> : null}
      <UserCodeForm
        account={account}
        guarded={guarded}
        onFound={(userCode, device) => setState({ step: 'confirm', userCode, device })}
      />
    </GuestPage>
  );
}
