import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { User } from '#contract/people/users-fields.ts';
import { userTextNames } from '#contract/people/user-texts.ts';
import type { updateUser } from '#contract/people/users.ts';
import { call } from '../../../api/call.ts';
import type { Body } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe, useRenewMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { userQuery } from '../queries.ts';
import { type Draft, draftOf, isAddressNeeded, isValid, undoOf, userForm } from './draft.ts';
import { useTakeUser } from './use-user-acts.ts';

const formFields = ['familyName', 'givenName', ...userTextNames, 'loginMailAddress', 'mailAddresses'] as const;
export type FormMistakes = Partial<Record<(typeof formFields)[number], string>>;

/** Sends changes of a user and shows the user as the server answered. */
function usePutUser(user: User) {
  const { tenantId, userId, uuid, nextLoginMailAddress } = user;
  const me = useMe();
  const renewMe = useRenewMe();
  const take = useTakeUser();
  return async (changes: Body, expected: Body): Promise<User> => {
    const path = '/api/auth/tenants/{tenantId}/users/{userId}';
    const params = { tenantId, userId };
    // A new address takes the place of one that waits.
    const waiting = changes.loginMailAddress === undefined ? {} : { nextLoginMailAddress };
    // The field may have shown the one that waits.
    const address =
      isAddressNeeded(user) && expected.loginMailAddress === nextLoginMailAddress ? { loginMailAddress: null } : {};
    const body = { ...changes, expected: { ...waiting, ...expected, ...address } };
    const answer = await call<typeof updateUser>({ method: 'PUT', path, params, body, pattern: 'powerUser' });
    take(answer);
    if (uuid === me.uuid) await renewMe();
    return answer;
  };
}

export type UserForm = ReturnType<typeof useUserForm>;

/** What is typed on any tab is kept until it is saved or discarded: one save for the whole page. */
export function useUserForm(user: User, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const queryClient = useQueryClient();
  const put = usePutUser(user);
  const [mistakes, setMistakes] = useState<FormMistakes>({});
  const { run, ...saving } = useSaving<Draft, User>({
    saved: draftOf(user),
    form: userForm,
    put,
    draftOf,
    renew: () => queryClient.fetchQuery({ ...userQuery(user.tenantId, user.userId), staleTime: 0 }),
    say,
    savedText: ({ nextLoginMailAddress: address }, { loginMailAddress }) =>
      loginMailAddress && address ? t('users.savedWaiting', { address }) : t('users.saved'),
    undoneText: t('users.undone'),
    onRefusal: (error) => {
      const found = fieldMistakes(error, { duplicated_params_loginMailAddress: 'loginMailAddress' }, formFields);
      const texts = Object.entries(found ?? {}).map(([field, id]) => [field, t(`errors.${id}`)]);
      setMistakes(Object.fromEntries(texts));
      return found !== undefined;
    },
    undoOf: (undo, answer) => undoOf(undo, user, answer),
  });
  const { nextLoginMailAddress } = user;
  /** The address that was discarded comes back as it came: with a new link mailed to it. */
  const giveAgain = async (address: string) => {
    const done = await run(() => put({ loginMailAddress: address }, { nextLoginMailAddress: null }));
    if (done) say({ kind: 'success', text: t('users.savedWaiting', { address }) });
  };
  const giveUp = async () => {
    if (nextLoginMailAddress === null) return;
    const done = await run(() => put({ nextLoginMailAddress: null }, { nextLoginMailAddress }));
    const action = { label: t('common.undo'), onClick: () => void giveAgain(nextLoginMailAddress) };
    if (done) say({ kind: 'success', text: t('users.givenUp', { address: nextLoginMailAddress }), action });
  };
  const fresh = (act: () => void) => () => {
    setMistakes({});
    act();
  };
  return {
    ...saving,
    mistakes,
    valid: isValid(saving.draft) && (!isAddressNeeded(user) || saving.draft.loginMailAddress.trim() !== ''),
    change: (change: Partial<Draft>) => {
      saving.change(change);
      setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
    },
    save: fresh(saving.save),
    discard: fresh(saving.discard),
    giveUp: () => void giveUp(),
  };
}
