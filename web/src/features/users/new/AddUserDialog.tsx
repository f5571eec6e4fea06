import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isFamilyNameFirst, personName } from '#contract/display.ts';
import { MAX_MAIL_ADDRESS_LENGTH, MAX_USER_ID_LENGTH } from '#contract/limits.ts';
import type { User } from '#contract/people/users-fields.ts';
import type { createUser } from '#contract/people/users.ts';
import { type Role, roles } from '#contract/roles.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { paths } from '../../../base/paths.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useMe } from '../../../base/session-queries.ts';
import { addressOfUser } from '../../../base/thing-address.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { ModalDialog } from '../../../ui/dialog/ModalDialog.tsx';
import { Dropdown } from '../../../ui/form/Dropdown.tsx';
import parts from '../../../ui/form/parts.module.css';
import { TextBox } from '../../../ui/form/TextBox.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { longestOf } from '../detail/draft.ts';
import { useTaken } from '../use-taken.ts';
import { carryToPage } from './carried.ts';
import {
  emptyForm,
  fieldOfError,
  type NewUserField,
  type NewUserForm,
  newUserBody,
  newUserFields,
  newUserMistake,
} from './form.ts';
import { proposeUserId } from './propose.ts';

type Props = { say: (alert: AlertContent | undefined) => void; onClose: () => void };

/** Adds a user by what is needed most; the page has the rest (spec section 2, "User Management": add). */
export default function AddUserDialog({ say, onClose }: Props) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<NewUserForm>(emptyForm);
  const [invites, setInvites] = useState(true);
  const [ownId, setOwnId] = useState(false);
  const [attempt, setAttempt] = useState(1);
  const [refused, setRefused] = useState<Partial<Record<NewUserField, string>>>({});
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const form = ownId ? typed : { ...typed, userId: proposeUserId(typed.loginMailAddress, attempt) };
  const idTaken = useTaken('userId', form.userId);
  const addressTaken = useTaken('mailAddresses', form.loginMailAddress);
  useEffect(() => {
    if (idTaken && !ownId) setAttempt((before) => before + 1);
  }, [idTaken, ownId]);
  const set = (change: Partial<NewUserForm>) => {
    setTyped((before) => ({ ...before, ...change }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };
  const duplicate = { userId: ownId && idTaken, loginMailAddress: addressTaken };
  const box = (field: 'userId' | 'loginMailAddress' | 'familyName' | 'givenName') => ({
    value: form[field],
    validate: (value: string) => {
      const found = newUserMistake(field, value, undefined);
      return found && t(`users.mistake_${found}`, { most: field === 'userId' ? '' : longestOf(field) });
    },
    error:
      refused[field] ??
      (field in duplicate && duplicate[field as keyof typeof duplicate]
        ? t(`errors.duplicated_params_${field as keyof typeof duplicate}`)
        : undefined),
    autoComplete: 'off',
  });
  const isRight = (['userId', 'loginMailAddress', 'familyName', 'givenName'] as const).every((field) => {
    const needed = field === 'userId' || (field === 'loginMailAddress' && invites);
    return form[field].trim() === '' ? !needed : newUserMistake(field, form[field], undefined) === undefined;
  });
  const told = ({ userId, familyName, givenName }: User): AlertContent => {
    const name = personName({ familyName, givenName }, language) || userId;
    const address = form.loginMailAddress.trim();
    const openUser = () =>
      void navigate({ to: '/portal/users/$userId', params: { userId: addressOfUser(userId) }, search: {} });
    return {
      kind: 'success',
      text: invites
        ? t('users.done.createInvited', { userId: name, address })
        : t('users.done.create', { userId: name }),
      action: { label: t('users.dialog.openUser'), onClick: openUser },
    };
  };
  const send = async () => {
    const path = '/api/auth/tenants/{tenantId}/users';
    const body = { ...newUserBody({ ...form, entry: 'invite' }), invite: invites };
    const done = await run(
      () => call<typeof createUser>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
      (error) => {
        const found = fieldMistakes(error, fieldOfError, newUserFields);
        const words = Object.entries(found ?? {}).map(([field, id]) => [field, t(`errors.${id}`)]);
        if (found) setRefused(Object.fromEntries(words));
        return found !== undefined;
      },
    );
    if (!done) return;
    void renewPeople(queryClient);
    onClose();
    say(told(done.answer));
  };
  const toPage = () => {
    carryToPage({ ...form, entry: invites ? 'invite' : 'password' });
    void navigate({ to: paths.newUser });
  };
  const names = isFamilyNameFirst(language)
    ? (['familyName', 'givenName'] as const)
    : (['givenName', 'familyName'] as const);
  return (
    <ModalDialog
      opened
      title={t('users.dialog.title')}
      okLabel={t('users.dialog.title')}
      okDisabled={!isRight || duplicate.userId || duplicate.loginMailAddress}
      busy={busy}
      width={560}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <AlertArea alert={alert} />
      <TextBox
        {...box('loginMailAddress')}
        label={t('common.mailAddress')}
        type="email"
        required={invites}
        maxLength={MAX_MAIL_ADDRESS_LENGTH}
        onChange={(loginMailAddress) => {
          setAttempt(1);
          set({ loginMailAddress });
        }}
        data-autofocus
      />
      <div className={parts.fields}>
        {names.map((field) => (
          <TextBox
            key={field}
            {...box(field)}
            label={t(`common.${field}`)}
            onChange={(value) => set({ [field]: value })}
          />
        ))}
      </div>
      <TextBox
        {...box('userId')}
        label={t('common.userId')}
        help={t('users.dialog.userIdHelp')}
        required
        maxLength={MAX_USER_ID_LENGTH}
        onChange={(userId) => {
          setOwnId(userId !== '');
          set({ userId });
        }}
      />
      <Dropdown
        label={t('common.role')}
        value={form.roles.at(-1) ?? roles[0]}
        choices={roles.map((role) => ({ value: role, label: t(`common.role.${role}`) }))}
        onChange={(role: Role) => set({ roles: role === roles[0] ? [role] : [roles[0], role] })}
      />
      <Checkbox
        label={t('users.dialog.invite')}
        description={t('users.dialog.inviteHelp')}
        checked={invites}
        onChange={(event) => setInvites(event.currentTarget.checked)}
      />
      <div>
        <Button variant="subtle" size="compact-sm" onClick={toPage}>
          {t('users.dialog.more')}
        </Button>
      </div>
    </ModalDialog>
  );
}
