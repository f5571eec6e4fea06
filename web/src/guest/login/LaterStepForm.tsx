import { useGuest } from '../../guest-kit/context.tsx';
import { NewPasswordForm } from '../../guest-kit/NewPasswordForm.tsx';
import { SecondFactorForm } from '../../guest-kit/SecondFactorForm.tsx';
import type { StepFormProps } from './LoginStepForm.tsx';
import { SelectAccount } from './SelectAccount.tsx';

/** The form of a step behind the password: loaded while the password is looked at (use-login.ts). */
export function LaterStepForm({ login, tenantId }: StepFormProps) {
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
