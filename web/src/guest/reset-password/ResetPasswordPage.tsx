import { useReducer } from 'react';
import { hasErrorId } from '../../api/api-error.ts';
import { paths } from '../../base/paths.ts';
import { ButtonLink } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { GuestPage } from '../../guest-kit/GuestPage.tsx';
import { LinkSpent, LinkStart } from '../../guest-kit/LinkStart.tsx';
import { TenantLook } from '../../guest-kit/TenantLook.tsx';
import { forgetLink } from '../../guest-kit/mail-link.ts';
import { type ResetAction, resetReducer, type ResetState } from './reset-state.ts';
import { PasswordStep, SecondFactorStep, type UnlessExpired } from './ResetSteps.tsx';

/** `/portal/reset-password.html?exchangeCode=`: a new password by a mailed link, behind the second factor where there is one. */
export default function ResetPasswordPage() {
  const { t } = useGuest();
  const [state, dispatch] = useReducer(resetReducer, { step: 'link' });
  const again = { href: paths.resetPasswordRequest, label: t('registration.requestNewLink') };
  if (state.step === 'spent') return <LinkSpent again={again} />;
  if (state.step === 'link') {
    return (
      <LinkStart
        purpose="resetPassword"
        title={t('registration.resetTitle')}
        lead={t('registration.resetStart')}
        again={again}
        onOpen={(link) => dispatch({ type: 'opened', link })}
      />
    );
  }
  return (
    <TenantLook tenantId={state.link.tenantId}>
      <OpenedReset state={state} dispatch={dispatch} />
    </TenantLook>
  );
}

type OpenedResetProps = {
  state: Exclude<ResetState, { step: 'link' | 'spent' }>;
  dispatch: (action: ResetAction) => void;
};

function OpenedReset({ state, dispatch }: OpenedResetProps) {
  const { t } = useGuest();
  const unlessExpired: UnlessExpired = async (work) => {
    await work.catch((error) => {
      if (!hasErrorId(error, 'revoked_or_expired')) throw error;
      forgetLink();
      dispatch({ type: 'expired' });
    });
  };
  if (state.step === 'secondFactor') {
    const onMethod = (method: (typeof state)['method']) => dispatch({ type: 'methodChosen', method });
    const onProved = (authMfaId: string) => dispatch({ type: 'proved', authMfaId });
    return <SecondFactorStep state={state} unlessExpired={unlessExpired} onMethod={onMethod} onProved={onProved} />;
  }
  if (state.step === 'password') {
    const onChanged = () => {
      forgetLink();
      dispatch({ type: 'changed' });
    };
    return <PasswordStep state={state} unlessExpired={unlessExpired} onChanged={onChanged} />;
  }
  return (
    <GuestPage title={t('registration.resetDoneTitle')} lead={t('registration.resetDone')}>
      <ButtonLink look="primary" href={paths.login}>
        {t('guest.toSignIn')}
      </ButtonLink>
    </GuestPage>
  );
}
