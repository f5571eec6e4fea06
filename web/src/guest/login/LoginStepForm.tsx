import { CachedForm } from './CachedForm.tsx';
import { IdentifyForm } from './IdentifyForm.tsx';
import { OtherAccounts } from './OtherAccounts.tsx';
import type { useLogin } from './use-login.ts';

type StepFormProps = { login: ReturnType<typeof useLogin>; tenantId: string };

/** The form of the step a sign-in has come to. */
export function LoginStepForm({ login, tenantId }: StepFormProps) {
  const { state, dispatch } = login;
  switch (state.step) {
    case 'identify':
      return (
        <IdentifyForm
          way={state.way}
          tenantId={state.way === 'userId' ? tenantId : login.tenantId}
          hint={login.hint}
          onNamed={login.setNamed}
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
    default:
      return login.LaterForm ? <login.LaterForm login={login} tenantId={tenantId} /> : null;
  }
}
