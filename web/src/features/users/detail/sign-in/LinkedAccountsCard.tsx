import { Button } from '@mantine/core';
import IconLink from '@tabler/icons-react/dist/esm/icons/IconLink.mjs';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { removeProviderAccount } from '#contract/federation/user-provider-accounts.ts';
import type { User } from '#contract/people/users-fields.ts';
import { isAdministrator } from '#contract/roles.ts';
import { isAgentId } from '#contract/rules.ts';
import { call } from '../../../../api/call.ts';
import { renewPeople } from '../../../../base/renewal.ts';
import { useMe } from '../../../../base/session-queries.ts';
import { useAct } from '../../../../base/use-act.ts';
import { useT } from '../../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import parts from '../../../../ui/form/parts.module.css';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import type { AlertContent } from '../../../../ui/page/AlertArea.tsx';
import { LinkAccountDialog } from './LinkAccountDialog.tsx';

type Account = User['allowedOpenidProviderAccounts'][number];
type Props = { user: User; mayChange: boolean; say: (alert: AlertContent | undefined) => void };

/** The accounts at identity providers that sign a user in. Administrators prove theirs on the account page. */
export function LinkedAccountsCard({ user, mayChange, say }: Props) {
  const t = useT();
  const me = useMe();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const [adding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<Account>();
  const isOwn = user.uuid === me.uuid;
  const isProvedByOwner = isOwn || isAdministrator(user.roles) || isAgentId(user.userId);
  const done = (words: 'linked' | 'unlinked', provider: string) => {
    say({ kind: 'success', text: t(`users.links.${words}`, { provider, userId: user.userId }) });
    void renewPeople(queryClient);
  };
  const remove = async ({ uuid, displayName }: Account) => {
    setRemoved(undefined);
    const { tenantId, userId } = user;
    const path = '/api/auth/tenants/{tenantId}/users/{userId}/openidProviderAccounts/{uuid}';
    const params = { tenantId, userId, uuid };
    if (await run(() => call<typeof removeProviderAccount>({ method: 'DELETE', path, params, pattern: 'powerUser' })))
      done('unlinked', displayName);
  };
  return (
    <SettingsCard title={t('users.externalAccounts')} why={t('users.links.why')}>
      {user.allowedOpenidProviderAccounts.length === 0 ? <p className={parts.note}>{t('users.links.none')}</p> : null}
      <ul className={parts.items}>
        {user.allowedOpenidProviderAccounts.map((account) => (
          <li key={account.uuid} className={parts.item}>
            <IconLink size={22} stroke={1.75} aria-hidden="true" />
            <div className={parts.itemWords}>
              <div className={parts.itemName}>{account.displayName || account.opId}</div>
              <p className={parts.note}>{account.subjectSubId}</p>
            </div>
            {mayChange && !isOwn ? (
              <Button
                variant="default"
                disabled={busy}
                aria-label={t('users.links.unlinkOne', { provider: account.displayName || account.opId })}
                onClick={() => setRemoved(account)}
              >
                {t('users.links.unlink')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <div className={parts.foot}>
          <span className={parts.note}>{isProvedByOwner ? t('users.links.byOwner') : null}</span>
          <Button variant="default" disabled={busy || isProvedByOwner} onClick={() => setAdding(true)}>
            {t('users.links.link')}
          </Button>
        </div>
      ) : null}
      {adding ? (
        <LinkAccountDialog
          user={user}
          onDone={(provider) => {
            setAdding(false);
            done('linked', provider);
          }}
          onCancel={() => setAdding(false)}
        />
      ) : null}
      <ConfirmDialog
        opened={removed !== undefined}
        title={t('users.links.unlinkTitle')}
        okLabel={t('users.links.unlink')}
        danger
        busy={busy}
        onOk={() => removed && void remove(removed)}
        onCancel={() => setRemoved(undefined)}
      >
        {t('users.links.unlinkEffect', { provider: removed?.displayName || removed?.opId || '' })}
      </ConfirmDialog>
    </SettingsCard>
  );
}
