import { AccountRow } from '../../guest-kit/AccountRow.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import { FormAlert } from '../../guest-kit/FormAlert.tsx';
import { Spinner } from '../../guest-kit/Spinner.tsx';
import { useAct } from '../../guest-kit/use-act.ts';
import type { LoginState } from './login-state.ts';

export type SelectAccountProps = {
  accounts: Extract<LoginState, { step: 'selectAccounts' }>['accounts'];
  onChoose: (tenantId: string) => Promise<void>;
};

/** The accounts of an address whose password matched; never those whose password did not (decisions.md). */
export function SelectAccount({ accounts, onChoose }: SelectAccountProps) {
  const { t } = useGuest();
  const { run, busy, busyWith, alert } = useAct(onChoose);
  return (
    <>
      <FormAlert alert={alert} />
      <ul className="g-accounts">
        {accounts.map(({ tenantId, tenantName, userId }) => (
          <li key={tenantId}>
            <AccountRow
              name={tenantName}
              detail={t('login.accountIn', { userId, tenant: tenantId })}
              busy={busy}
              onChoose={() => run(tenantId)}
              end={busyWith === tenantId ? <Spinner label={t('login.signingIn')} /> : null}
            />
          </li>
        ))}
      </ul>
    </>
  );
}
