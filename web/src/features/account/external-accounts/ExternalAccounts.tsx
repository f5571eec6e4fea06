import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { useState } from 'react';
import type { ExternalAccount, unlinkExternalAccount } from '#contract/federation/me-external-accounts.ts';
import { formatDate } from '#contract/display.ts';
import { call } from '../../../api/call.ts';
import { Loaded } from '../../../base/Loaded.tsx';
import { timeZoneOf, useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { SettingsCard } from '../../../ui/form/SettingsCard.tsx';
import classes from '../account.module.css';
import parts from '../../../ui/form/parts.module.css';
import { externalAccountsQuery } from '../queries.ts';
import { LinkCard } from './LinkCard.tsx';
import { leaveToLink, linkableOf } from './linking.ts';
import { useReturn } from './use-return.ts';

/** External service login coordination (spec section 2): the accounts of other services that sign in here. */
export function ExternalAccounts() {
  const t = useT();
  const queryClient = useQueryClient();
  const query = useQuery(externalAccountsQuery);
  const [alert, setAlert] = useState<AlertContent>();
  const [unlinking, setUnlinking] = useState<ExternalAccount>();
  const { busy, run } = useAct(setAlert);
  useReturn(query.data?.accounts, setAlert);
  const unlink = async ({ uuid, displayName }: ExternalAccount) => {
    setUnlinking(undefined);
    const done = await run(() =>
      call<typeof unlinkExternalAccount>({
        method: 'DELETE',
        path: '/api/auth/me/externalAccounts/{uuid}',
        params: { uuid },
      }),
    );
    if (!done) return;
    await queryClient.invalidateQueries({ queryKey: externalAccountsQuery.queryKey });
    setAlert({ kind: 'success', text: t('account.external.unlinked', { name: displayName }) });
  };
  return (
    <>
      <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
      <Loaded query={query} height={220} failedTitle={t('account.external.failedTitle')}>
        {({ accounts, offered }) => {
          const linkable = linkableOf(offered, accounts);
          return (
            <>
              {accounts.length === 0 && linkable.length === 0 ? (
                <div className={classes.plain}>
                  <EmptyState title={t('account.external.emptyTitle')}>{t('account.external.empty')}</EmptyState>
                </div>
              ) : null}
              {accounts.length > 0 ? (
                <SettingsCard title={t('account.external.title')} why={t('account.external.why')}>
                  <ul className={parts.items}>
                    {accounts.map((account) => (
                      <AccountRow
                        key={account.uuid}
                        account={account}
                        busy={busy}
                        onUnlink={() => setUnlinking(account)}
                      />
                    ))}
                  </ul>
                </SettingsCard>
              ) : null}
              {linkable.length > 0 ? (
                <LinkCard
                  providers={linkable}
                  busy={busy}
                  onLink={(provider) => void run(() => leaveToLink(provider))}
                />
              ) : null}
            </>
          );
        }}
      </Loaded>
      <ConfirmDialog
        opened={unlinking !== undefined}
        title={t('account.external.unlinkTitle')}
        okLabel={t('account.external.unlink')}
        danger
        onOk={() => unlinking && void unlink(unlinking)}
        onCancel={() => setUnlinking(undefined)}
      >
        {t('account.external.unlinkEffect', { name: unlinking?.displayName ?? '' })}
      </ConfirmDialog>
    </>
  );
}

function AccountRow({ account, busy, onUnlink }: { account: ExternalAccount; busy: boolean; onUnlink: () => void }) {
  const t = useT();
  const date = formatDate(new Date(account.createdAt), useLanguage(), timeZoneOf(useMe()));
  return (
    <li>
      <div className={parts.item}>
        <IconLink size={22} stroke={1.75} aria-hidden="true" />
        <div className={parts.itemWords}>
          <div className={parts.itemName}>{account.displayName}</div>
          <div className={classes.facts}>
            <span>{account.opId}</span>
            <span>{t('account.external.since', { date })}</span>
          </div>
        </div>
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('account.external.unlinkOne', { name: account.displayName })}
          onClick={onUnlink}
        >
          {t('account.external.unlink')}
        </Button>
      </div>
    </li>
  );
}
