import { useState } from 'react';
import { personName } from '#contract/display.ts';
import type { User } from '#contract/people/users-fields.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type AskedAct, isAskedFirst, type UserAct } from './acts.ts';
import { OneTimePasswordShown } from './OneTimePasswordShown.tsx';
import { type OneTimePassword, useUserActs } from './use-user-acts.ts';

/** The acts of a page about a user, wherever on it they are chosen, with the dialogs that some of them need. */
export function useAskedActs(user: User, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const name = personName(user, useLanguage()) || user.userId;
  const [password, setPassword] = useState<OneTimePassword>();
  const { busy, act } = useUserActs(user, say, setPassword);
  const [asked, setAsked] = useState<AskedAct>();
  const dialogs = (
    <>
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked ? t(`users.act.${asked}`) : ''}
        okLabel={asked ? t(`users.act.${asked}`) : ''}
        // A link takes nothing away: the password works on.
        danger={asked !== 'sendResetLink'}
        busy={busy}
        onOk={() => asked && void act(asked).then(() => setAsked(undefined))}
        onCancel={() => setAsked(undefined)}
      >
        <p>
          <strong>{name}</strong>
        </p>
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
  return { busy, dialogs, choose: (one: UserAct) => (isAskedFirst(one) ? setAsked(one) : void act(one)) };
}
