import type { Dispatch } from 'react';
import { useGuest } from '../../guest-kit/context.tsx';
import { NewPasswordForm } from '../../guest-kit/NewPasswordForm.tsx';
import { SecondFactorForm } from '../../guest-kit/SecondFactorForm.tsx';
import type { SecondFactor } from './login-calls.ts';
import type { LoginAction, LoginState } from './login-state.ts';
import { SelectAccount } from './SelectAccount.tsx';

export type LaterStepProps = {
  login: {
    state: LoginState;
    dispatch: Dispatch<LoginAction>;
    giveSecondFactor: (factor: SecondFactor) => Promise<void>;
    giveNewPassword: (password: string) => Promise<void>;
    chooseAccount: (tenantId: string) => Promise<void>;
  };
  tenantId: string;
};

/** The form of a step behind the password: loaded while the password is looked at (use-login.ts). */
export function LaterStepForm({ login, tenantId }: LaterStepProps) {
  const { t } = useGuest();
  const { state, dispatch } = login;
  switch (state.step) {
    case 'secondFactor': {
      const otherMethod = state.methods.find((method) => method !== state.method);
      return (
        <SecondFactorForm
          key={state.method}
          method={state.method}
          onOtherMethod={otherMethod && (() => dispatch({ type: 'methodChosen', method: otherMethod }))}
          onSubmit={login.giveSecondFactor}
          button={t('login.signIn')}
        />
      );
    }
    case 'newPassword':
      return (
        <NewPasswordForm
          policy={state.policy}
          username={state.credentials}
          tenantId={tenantId}
          button={t('login.setPassword')}
          onSubmit={login.giveNewPassword}
        />
      );
    case 'selectAccount':
      return <SelectAccount accounts={state.accounts} onChoose={login.chooseAccount} />;
    default:
      return null;
  }
}
