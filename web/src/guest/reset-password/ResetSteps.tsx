import { useState } from 'react';
import { Checkbox } from '../../guest-kit/Checkbox.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { NewPasswordForm } from '../../guest-kit/NewPasswordForm.tsx';
import { SecondFactorForm } from '../../guest-kit/SecondFactorForm.tsx';
import { proveSecondFactor, removeSecondFactor, setPassword } from './reset-calls.ts';
import type { Method, ResetState } from './reset-state.ts';

type Of<Step extends ResetState['step']> = Extract<ResetState, { step: Step }>;

/** Ends the page's work when the code has expired meanwhile; other errors are the form's to show. */
export type UnlessExpired = (work: Promise<void>) => Promise<void>;

type SecondFactorStepProps = {
  state: Of<'secondFactor'>;
  unlessExpired: UnlessExpired;
  onMethod: (method: Method) => void;
  onProved: (authMfaId: string) => void;
};

/** The second factor comes before the new password where the account has one. */
export function SecondFactorStep({
  state: { link, method },
  unlessExpired,
  onMethod,
  onProved,
}: SecondFactorStepProps) {
  const { t } = useGuest();
  const other = link.mfaMethods.find((candidate) => candidate !== method);
  return (
    <GuestPage
      title={t('registration.secondFactorTitle')}
      lead={t('registration.accountIn', { userId: link.userId, tenantId: link.tenantId })}
    >
      <SecondFactorForm
        key={method}
        method={method}
        onOtherMethod={other && (() => onMethod(other))}
        onSubmit={(factor) => unlessExpired(proveSecondFactor(link, factor).then(onProved))}
        button={t('guest.continue')}
      />
    </GuestPage>
  );
}

type PasswordStepProps = { state: Of<'password'>; unlessExpired: UnlessExpired; onChanged: () => void };

/** The new password. Who came in by a recovery code may have lost the app: it can be removed at once. */
export function PasswordStep({
  state: { link, authMfaId, byRecoveryCode },
  unlessExpired,
  onChanged,
}: PasswordStepProps) {
  const { t } = useGuest();
  const [appLost, setAppLost] = useState(false);
  const change = async (password: string) => {
    if (appLost && authMfaId) await removeSecondFactor(link, authMfaId);
    await setPassword(link, password, authMfaId);
    onChanged();
  };
  return (
    <GuestPage
      title={t('registration.newPasswordTitle')}
      lead={t('registration.accountIn', { userId: link.userId, tenantId: link.tenantId })}
    >
      <NewPasswordForm
        policy={link.passwordPolicy}
        username={link.userId}
        tenantId={link.tenantId}
        button={t('registration.setPassword')}
        onSubmit={(password) => unlessExpired(change(password))}
      >
        {byRecoveryCode ? (
          <Checkbox checked={appLost} onChange={setAppLost}>
            {t('registration.appLost')}
          </Checkbox>
        ) : null}
      </NewPasswordForm>
    </GuestPage>
  );
}
