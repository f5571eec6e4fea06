import type { Dispatch } from 'react';
import { useGuest } from '../../guest-kit/context.tsx';
import { NewPasswordForm } from '../../guest-kit/NewPasswordForm.tsx';
import { SecondFactorForm } from '../../guest-kit/SecondFactorForm.tsx';
import type { AnswerStep } from './login-calls.ts';
import type { LoginAction, LoginState } from './login-state.ts';
import { SelectAccount } from './SelectAccount.tsx';

export type LaterStepProps = {
  login: {
    state: LoginState;
    dispatch: Dispatch<LoginAction>;
    answer: AnswerStep;
  };
  tenantId: string;
};

/** The form of a step behind the password: loaded while the password is looked at (use-login.ts). */
export function LaterStepForm({ login, tenantId }: LaterStepProps) {
  const { t } = useGuest();
  const { state, dispatch } = login;
  switch (state.step) {
    case 'mfa': {
      const otherMethod = state.methods.find((method) => method !== state.method);
      return (
        <SecondFactorForm
          key={state.method}
          method={state.method}
          onOtherMethod={otherMethod && (() => dispatch({ type: 'methodChosen', method: otherMethod }))}
          onSubmit={(factor) => login.answer('mfa', factor)}
          button={t('login.signIn')}
        />
      );
    }
    case 'password':
      return (
        <NewPasswordForm
          policy={state.policy}
          username={state.credentials}
          tenantId={tenantId}
          button={t('login.setPassword')}
          onSubmit={(password) => login.answer('password', password)}
        />
      );
    case 'selectAccounts':
      return <SelectAccount accounts={state.accounts} onChoose={(chosen) => login.answer('selectAccounts', chosen)} />;
    default:
      return null;
  }
}
