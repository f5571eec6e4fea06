import { Button } from '@mantine/core';
import { useT } from '../../i18n/use-t.tsx';
import { Initial } from '../../ui/text/Initial.tsx';
import { StatusBadge } from '../../ui/text/StatusBadge.tsx';
import classes from './my-accounts.module.css';
import type { MyAccount } from './queries.ts';

type Props = {
  accounts: readonly MyAccount[];
  busy: boolean;
  onOpen: (tenantId: string) => void;
  onDefault: (tenantId: string | null) => void;
};

export function AccountList({ accounts, busy, onOpen, onDefault }: Props) {
  const t = useT();
  return (
    <>
      <ul className={classes.accounts} aria-label={t('portal.accounts.list')}>
        {accounts.map((account) => (
          <li key={account.uuid}>
            <AccountRow
              account={account}
              only={accounts.length === 1}
              busy={busy}
              onOpen={onOpen}
              onDefault={onDefault}
            />
          </li>
        ))}
      </ul>
      <p className={classes.note}>{t(accounts.length === 1 ? 'portal.accounts.onlyOne' : 'portal.accounts.more')}</p>
    </>
  );
}

type RowProps = Omit<Props, 'accounts'> & { account: MyAccount; only: boolean };

function AccountRow({ account, only, busy, onOpen, onDefault }: RowProps) {
  const t = useT();
  const { tenantId, tenantName, userId, isCurrent, isDefault } = account;
  return (
    <div className={classes.account}>
      <Initial name={tenantName} size={36} />
      <div className={classes.words}>
        <div className={classes.name}>
          {tenantName}
          {isCurrent ? <StatusBadge tone="good">{t('portal.accounts.current')}</StatusBadge> : null}
          {isDefault ? <StatusBadge tone="neutral">{t('portal.accounts.default')}</StatusBadge> : null}
        </div>
        <div className={classes.note}>{t('portal.accounts.userIn', { user: userId, tenant: tenantId })}</div>
      </div>
      {only ? null : (
        <div className={classes.buttons}>
          <Button
            variant="subtle"
            disabled={busy}
            aria-label={t(isDefault ? 'portal.accounts.clearDefaultOf' : 'portal.accounts.makeDefaultOf', {
              tenant: tenantName,
            })}
            onClick={() => onDefault(isDefault ? null : tenantId)}
          >
            {t(isDefault ? 'portal.accounts.clearDefault' : 'portal.accounts.makeDefault')}
          </Button>
          {isCurrent ? null : (
            <Button
              disabled={busy}
              aria-label={t('portal.accounts.openOf', { tenant: tenantName })}
              onClick={() => onOpen(tenantId)}
            >
              {t('portal.accounts.open')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
