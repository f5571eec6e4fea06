import { useGuest } from '../../guest-kit/context.tsx';
import { NewPasswordForm } from '../../guest-kit/NewPasswordForm.tsx';
import { SecondFactorForm } from '../../guest-kit/SecondFactorForm.tsx';
import { CachedForm } from './CachedForm.tsx';
import { IdentifyForm } from './IdentifyForm.tsx';
import { OtherAccounts } from './OtherAccounts.tsx';
import { SelectAccount } from './SelectAccount.tsx';
import type { useLogin } from './use-login.ts';

/** The form of the step a sign-in has come to. */
export function LoginStepForm({ login, tenantId }: { login: ReturnType<typeof useLogin>; tenantId: string }) {
  const { t } = useGuest();
  const { state, dispatch } = login;
  switch (state.step) {
    case 'identify':
      return (
        <IdentifyForm
          way={state.way}
          tenantId={state.way === 'userId' ? tenantId : login.tenantId}
          hint={login.hint}
          onSubmit={login.identify}
        />
      );
    case 'cached':
      return (
        <CachedForm
          account={state.account}
          onSubmit={login.identify}
          onOther={() => dispatch({ type: 'otherAccounts' })}
        />
      );
    case 'accounts':
      return (
        <OtherAccounts
          accounts={state.remembered}
          onChoose={(account) => dispatch({ type: 'accountChosen', account })}
          onForget={login.forget}
          onOther={() => dispatch({ type: 'otherPerson' })}
        />
      );
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
  }
}
