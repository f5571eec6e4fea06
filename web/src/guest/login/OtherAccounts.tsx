import { AccountRow } from '../../guest-kit/AccountRow.tsx';
import { Button } from '../../guest-kit/Button.tsx';
import { useGuest } from '../../guest-kit/context.tsx';
import type { RememberedAccount } from '../../session/accounts.ts';

export type OtherAccountsProps = {
  accounts: readonly RememberedAccount[];
  onChoose: (account: RememberedAccount) => void;
  onForget: (account: RememberedAccount) => void;
  onOther: () => void;
};

/** The accounts this device remembers, and the way to one it does not (spec section 2, "other accounts"). */
export function OtherAccounts({ accounts, onChoose, onForget, onOther }: OtherAccountsProps) {
  const { t } = useGuest();
  return (
    <>
      <ul className="g-accounts">
        {accounts.map((account) => (
          <li key={`${account.tenantId}/${account.userId}`}>
            <AccountRow
              name={account.displayName}
              detail={t('login.accountIn', { userId: account.userId, tenant: account.tenantName })}
              onChoose={() => onChoose(account)}
              end={
                <button
                  type="button"
                  className="g-text-button"
                  aria-label={t('login.forgetAccount', { name: account.displayName })}
                  onClick={() => onForget(account)}
                >
                  {t('login.forget')}
                </button>
              }
            />
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={onOther}>
        {t('login.otherAccount')}
      </Button>
    </>
  );
}
