import { Button } from '@mantine/core';
import IconDotsVertical from '@tabler/icons-react/dist/esm/icons/IconDotsVertical.mjs';
import { useState } from 'react';
import type { User } from '#contract/people/users-fields.ts';
import { personName } from '#contract/display.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { DetailHeader } from '../../../ui/page/DetailHeader.tsx';
import { PopoverButton, PopoverItem } from '../../../ui/dialog/PopoverButton.tsx';
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx';
import parts from '../../../ui/form/parts.module.css';
import { statusTone } from '../words.ts';
import { actsFor, type AskedAct, isAskedFirst, type UserAct } from './acts.ts';
import { OneTimePasswordShown } from './OneTimePasswordShown.tsx';
import { type OneTimePassword, useUserActs } from './use-user-acts.ts';

type Props = { user: User; say: (alert: AlertContent | undefined) => void };

/** Who it is, the state, the id to copy, and the menu of acts. */
export function UserHead({ user, say }: Props) {
  const t = useT();
  const me = useMe();
  const name = personName(user, useLanguage()) || user.userId;
  return (
    <DetailHeader
      name={name}
      id={{ label: t('common.userId'), value: user.userId }}
      status={
        <>
          <StatusBadge tone={statusTone[user.status]}>{t(`common.userStatus.${user.status}`)}</StatusBadge>
          {me.uuid === user.uuid ? <span className={parts.note}>{t('users.yourself')}</span> : null}
        </>
      }
      actions={me.permissions.includes('users:write') ? <Acts user={user} name={name} say={say} /> : null}
    />
  );
}

function Acts({ user, name, say }: Props & { name: string }) {
  const t = useT();
  const [password, setPassword] = useState<OneTimePassword>();
  const { busy, act } = useUserActs(user, say, setPassword);
  const [asked, setAsked] = useState<AskedAct>();
  const choose = (one: UserAct) => (isAskedFirst(one) ? setAsked(one) : void act(one));
  return (
    <>
      <PopoverButton
        label={t('users.acts')}
        target={(properties) => (
          <Button
            {...properties}
            variant="default"
            loading={busy}
            leftSection={<IconDotsVertical size={16} aria-hidden="true" />}
          >
            {t('users.acts')}
          </Button>
        )}
      >
        {actsFor(user).map((one) => (
          <PopoverItem key={one} onClick={() => choose(one)}>
            {one === 'delete' ? <span className={parts.danger}>{t('users.act.delete')}</span> : t(`users.act.${one}`)}
          </PopoverItem>
        ))}
      </PopoverButton>
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked ? t(`users.ask.${asked}`, { name }) : ''}
        okLabel={asked ? t(`users.act.${asked}`) : ''}
        // A link takes nothing away: the password works on.
        danger={asked !== 'sendResetLink'}
        busy={busy}
        onOk={() => asked && void act(asked).then(() => setAsked(undefined))}
        onCancel={() => setAsked(undefined)}
      >
        {asked ? <p>{t(`users.effect.${asked}`)}</p> : null}
        {asked === 'delete' && user.groups.length > 0 ? (
          <p>{t('users.effect.groups', { count: user.groups.length })}</p>
        ) : null}
        {asked && user.openSessions > 0 ? <p>{t('users.effect.sessions', { count: user.openSessions })}</p> : null}
      </ConfirmDialog>
      {password ? (
        <OneTimePasswordShown userId={user.userId} {...password} onClose={() => setPassword(undefined)} />
      ) : null}
    </>
  );
}
