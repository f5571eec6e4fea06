import { useState } from 'react';
import type { DeletedUser } from '#contract/people/deleted-users.ts';
import { MAX_MAIL_ADDRESS_LENGTH } from '#contract/limits.ts';
import { isAdministrator } from '#contract/roles.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import type { Mistakes, Names, Wish } from './use-deleted-acts.ts';

type Props = {
  user: DeletedUser;
  name: string;
  busy: boolean;
  /** What somebody else has meanwhile, as the server found: asked for then. */
  mistakes: Mistakes;
  onRestore: (wish: Wish) => void;
  onCancel: () => void;
};

/** Asks before a user is restored, and for another user ID or address where these were taken. */
export function RestoreDialog({ user, name, busy, mistakes, onRestore, onCancel }: Props) {
  const t = useT();
  const [typed, type] = useState<Partial<Record<Names, string>>>({});
  /** What was tried and refused: its mistake is shown until something else is typed. */
  const [tried, setTried] = useState<Partial<Record<Names, string>>>({});
  const valueIn = (field: Names) => typed[field] ?? user[field] ?? '';
  const asked = (field: Names) => field in mistakes || field in typed;
  const errorOf = (field: Names) => {
    const id = mistakes[field];
    return id && tried[field] === valueIn(field) ? t(`errors.${id}`) : undefined;
  };
  const box = (field: Names) => ({
    ...{ value: valueIn(field), error: errorOf(field), autoComplete: 'off' },
    onChange: (value: string) => type({ ...typed, [field]: value }),
  });
  const restore = () => {
    setTried({ userId: valueIn('userId'), loginMailAddress: valueIn('loginMailAddress') });
    const address = valueIn('loginMailAddress').trim();
    onRestore({
      ...(asked('userId') ? { userId: valueIn('userId').trim() } : {}),
      ...(asked('loginMailAddress') ? { loginMailAddress: address === '' ? null : address } : {}),
    });
  };
  return (
    <ModalDialog
      opened
      title={t('users.deleted.restoreTitle', { name })}
      okLabel={t('users.deleted.restore')}
      okDisabled={asked('userId') && valueIn('userId').trim() === ''}
      busy={busy}
      onOk={restore}
      onCancel={onCancel}
    >
      <p>{t('users.deleted.restoreEffect')}</p>
      {isAdministrator(user.roles) ? <p>{t('users.deleted.restoreAdministrator')}</p> : null}
      {asked('userId') ? <TextBox {...box('userId')} label={t('common.userId')} required data-autofocus /> : null}
      {asked('loginMailAddress') ? (
        <TextBox
          {...box('loginMailAddress')}
          label={t('users.loginMailAddress')}
          help={t('users.deleted.addressHelp')}
          type="email"
          maxLength={MAX_MAIL_ADDRESS_LENGTH}
        />
      ) : null}
    </ModalDialog>
  );
}
