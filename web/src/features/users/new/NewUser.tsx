import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { User } from '#contract/people/users-fields.ts';
import type { createUser } from '#contract/people/users.ts';
import { SubPageTitle } from '../../../base/SubPageTitle.tsx';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { LeaveGuard } from '../../../base/LeaveGuard.tsx';
import { useSayOnArrival } from '../../../base/page-alert.ts';
import { paths } from '../../../base/paths.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { newcomerSeatsQuery } from '../../../base/seats/query.ts';
import { SeatForecast } from '../../../base/seats/SeatForecast.tsx';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { AlertArea, type AlertContent } from '../../../ui/page/AlertArea.tsx';
import { CheckedForm } from '../../../ui/form/CheckedForm.tsx';
import { addressOfUser } from '../../../base/thing-address.ts';
import { passwordPolicyQuery, userQuery } from '../queries.ts';
import { useTaken } from '../use-taken.ts';
import parts from '../../../ui/form/parts.module.css';
import { carriedForm, carryToPage } from './carried.ts';
import { EntryCard } from './EntryCard.tsx';
import {
  emptyForm,
  fieldOfError,
  isComplete,
  isNeeded,
  mayHavePassword,
  newUserBody,
  type NewUserField,
  newUserFields,
  type NewUserForm,
  newUserMistake,
} from './form.ts';
import { NewGroupsCard } from './NewGroupsCard.tsx';
import { NewPersonCard, NewRolesCard } from './NewPersonCard.tsx';
import { PasswordShown } from './PasswordShown.tsx';
import { longestOf } from '../detail/draft.ts';

type Refused = Partial<Record<NewUserField, string>>;

/** Adds a user (spec section 2, "User Management": add). */
export function NewUser() {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const sayOnArrival = useSayOnArrival();
  const { data: policy } = useQuery(passwordPolicyQuery);
  const [filled, setForm] = useState(carriedForm);
  const passwordOpen = mayHavePassword(filled.roles, policy);
  const form: NewUserForm = passwordOpen ? filled : { ...filled, entry: 'invite' };
  const [refused, setRefused] = useState<Refused>({});
  const [made, setMade] = useState<User>();
  const [alert, setAlert] = useState<AlertContent>();
  const { busy, run } = useAct(setAlert);
  const taken = {
    userId: useTaken('userId', form.userId),
    loginMailAddress: useTaken('mailAddresses', form.loginMailAddress),
  };
  const set = (change: Partial<NewUserForm>) => {
    setForm((before) => ({ ...before, ...change }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
  };
  const duplicate = (field: NewUserField) =>
    (field === 'userId' || field === 'loginMailAddress') && taken[field]
      ? t(`errors.duplicated_params_${field}`)
      : undefined;
  const box = (field: NewUserField) => ({
    value: form[field],
    onChange: (value: string) => set({ [field]: value }),
    validate: (value: string) => {
      const found = newUserMistake(field, value, policy);
      if (!found) return undefined;
      return t(`users.mistake_${found}`, { most: field === 'userId' || field === 'password' ? '' : longestOf(field) });
    },
    error: refused[field] ?? duplicate(field),
    required: isNeeded(field, form.entry),
  });
  const complete = isComplete(form, policy) && !taken.userId && !taken.loginMailAddress;
  const open = ({ userId }: User) => {
    const address = form.loginMailAddress.trim();
    const text =
      form.entry === 'invite' ? t('users.done.createInvited', { userId, address }) : t('users.done.create', { userId });
    sayOnArrival({ kind: 'success', text });
    void navigate({ to: '/portal/users/$userId', params: { userId: addressOfUser(userId) }, ignoreBlocker: true });
  };
  const send = async () => {
    const body = newUserBody(form);
    const path = '/api/auth/tenants/{tenantId}/users';
    const done = await run(
      () => call<typeof createUser>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
      (error) => {
        const found = fieldMistakes(error, fieldOfError, newUserFields);
        if (found)
          setRefused(Object.fromEntries(Object.entries(found).map(([field, id]) => [field, t(`errors.${id}`)])));
        return found !== undefined;
      },
    );
    if (!done) return;
    void renewPeople(queryClient);
    queryClient.setQueryData(userQuery(tenantId, done.answer.userId).queryKey, done.answer);
    if (form.entry === 'password') setMade(done.answer);
    else open(done.answer);
  };
  useEffect(() => carryToPage({}), []);
  const changed = JSON.stringify(form) !== JSON.stringify(emptyForm);
  return (
    <>
      <SubPageTitle title={t('users.add')}>{t('users.addLead')}</SubPageTitle>
      <CheckedForm isRight={complete} busy={busy} onSend={send}>
        <NewPersonCard box={box} />
        <EntryCard form={form} set={set} box={box} policy={policy} passwordOpen={passwordOpen} />
        <NewRolesCard form={form} set={set} />
        <NewGroupsCard form={form} set={set} />
        <div className={parts.beforeButtons}>
          <SeatForecast query={newcomerSeatsQuery(tenantId, { count: 1, roles: form.roles })} />
        </div>
        <AlertArea alert={alert} onClose={() => setAlert(undefined)} />
        <div className={parts.buttons}>
          <Button type="submit" loading={busy}>
            {t(form.entry === 'invite' ? 'users.addAndInvite' : 'users.addNow')}
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.users} />}>
            {t('common.cancel')}
          </Button>
        </div>
      </CheckedForm>
      {made ? <PasswordShown userId={made.userId} password={form.password} onClose={() => open(made)} /> : null}
      <LeaveGuard changed={changed && !busy} />
    </>
  );
}
