import { Button } from '@mantine/core';
import IconAddressBook from '@tabler/icons-react/dist/esm/icons/IconAddressBook.mjs';
import IconCreditCard from '@tabler/icons-react/dist/esm/icons/IconCreditCard.mjs';
import { useState } from 'react';
import { formatDate } from '#contract/display.ts';
import { timeZoneOf, useMe } from '../../../../base/session-queries.ts';
import { useAct } from '../../../../base/use-act.ts';
import { useLanguage, useT } from '../../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx';
import { SettingsCard } from '../../../../ui/form/SettingsCard.tsx';
import parts from '../../../../ui/form/parts.module.css';
import { AccountDialog } from './AccountDialog.tsx';
import { roomFor } from './account-room.ts';
import { type DeviceAccount, type DeviceCardProps, useDeviceCalls } from './use-device-acts.ts';

type Opened = { dialog: 'add' } | { dialog: 'replace' | 'remove'; account: DeviceAccount };

/** The cards and the entries of address books by which devices know a user. */
export function AccountsCard({ user, known, mayChange, say }: DeviceCardProps) {
  const t = useT();
  const { busy, run } = useAct(say);
  const calls = useDeviceCalls(user);
  const [opened, setOpened] = useState<Opened>();
  const room = roomFor(known);
  const close = () => setOpened(undefined);
  const done = (words: 'added' | 'replaced' | 'removed') => {
    close();
    say({ kind: 'success', text: t(`users.device.${words}`, { userId: user.userId }) });
    void calls.renew();
  };
  const remove = async ({ uuid }: DeviceAccount) => {
    close();
    if (await run(() => calls.remove(uuid))) done('removed');
  };
  const account = opened?.dialog === 'remove' ? opened.account : undefined;
  return (
    <SettingsCard title={t('users.device.accounts')} why={t('users.device.accountsWhy')}>
      {known.onpremiseEnabled ? null : <p className={parts.note}>{t('users.device.accountsOff')}</p>}
      {known.accounts.length === 0 ? <p className={parts.note}>{t('users.device.accountsNone')}</p> : null}
      <ul className={parts.items}>
        {known.accounts.map((one) => (
          <AccountRow
            key={one.uuid}
            account={one}
            busy={busy}
            onReplace={
              mayChange && known.onpremiseEnabled ? () => setOpened({ dialog: 'replace', account: one }) : undefined
            }
            onRemove={mayChange ? () => setOpened({ dialog: 'remove', account: one }) : undefined}
          />
        ))}
      </ul>
      {mayChange && known.onpremiseEnabled ? (
        <div className={parts.foot}>
          <span className={parts.note}>{t('users.device.accountsLimit', { most: known.maxCardsPerDeviceType })}</span>
          <Button variant="default" disabled={busy || room.length === 0} onClick={() => setOpened({ dialog: 'add' })}>
            {t('users.device.add')}
          </Button>
        </div>
      ) : null}
      {opened?.dialog === 'add' ? (
        <AccountDialog room={room} send={calls.add} onDone={() => done('added')} onCancel={close} />
      ) : null}
      {opened?.dialog === 'replace' ? (
        <AccountDialog
          room={room}
          replaced={opened.account}
          send={({ number }) => calls.replace(opened.account.uuid, number)}
          onDone={() => done('replaced')}
          onCancel={close}
        />
      ) : null}
      <ConfirmDialog
        opened={account !== undefined}
        title={t(`users.device.removeTitle_${account?.type === 'card' ? 'card' : 'entry'}`)}
        okLabel={t('common.remove')}
        danger
        onOk={() => account && void remove(account)}
        onCancel={close}
      >
        {t('users.device.removeEffect', { hint: account?.hint ?? '', deviceType: account?.deviceType ?? '' })}
      </ConfirmDialog>
    </SettingsCard>
  );
}

type RowProps = {
  account: DeviceAccount;
  busy: boolean;
  onReplace: (() => void) | undefined;
  onRemove: (() => void) | undefined;
};

function AccountRow({ account, busy, onReplace, onRemove }: RowProps) {
  const t = useT();
  const { type, hint, deviceType, index, createdAt } = account;
  const since = formatDate(new Date(createdAt), useLanguage(), timeZoneOf(useMe()));
  const Icon = type === 'card' ? IconCreditCard : IconAddressBook;
  return (
    <li className={parts.item}>
      <Icon size={22} stroke={1.75} aria-hidden="true" />
      <div className={parts.itemWords}>
        <div className={parts.itemName}>
          {t(`users.device.endsWith_${type === 'card' ? 'card' : 'entry'}`, { hint })}
        </div>
        <p className={parts.note}>{t('users.device.place', { deviceType, number: index, date: since })}</p>
      </div>
      {onReplace ? (
        <Button
          variant="default"
          disabled={busy}
          aria-label={t('users.device.replaceOne', { hint })}
          onClick={onReplace}
        >
          {t('users.device.replace')}
        </Button>
      ) : null}
      {onRemove ? (
        <Button variant="default" disabled={busy} aria-label={t('users.device.removeOne', { hint })} onClick={onRemove}>
          {t('common.remove')}
        </Button>
      ) : null}
    </li>
  );
}
