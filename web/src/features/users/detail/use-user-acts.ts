import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { User } from '#contract/people/users-fields.ts';
import type { bulkSendMail } from '#contract/joining/bulk-mails.ts';
import type { setOneTimePassword as oneTimeRoute } from '#contract/people/users-actions.ts';
import type { deleteUser } from '#contract/people/users.ts';
import { call } from '../../../api/call.ts';
import { jobsKey } from '../../../base/jobs/job-queries.ts';
import { useSayOnArrival } from '../../../base/page-alert.ts';
import { lastSearch } from '../../../base/last-search.ts';
import { paths } from '../../../base/paths.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { userQuery } from '../queries.ts';
import { type ActRoute, isMailAct, type MailAct, mailActs, type UserAct } from './acts.ts';

const opposite: Partial<Record<UserAct, 'activate' | 'deactivate'>> = {
  deactivate: 'activate',
  activate: 'deactivate',
};

/** Puts the user as the server answered in place of the one shown, and has everything else asked for anew. */
export function useTakeUser(): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    const { queryKey } = userQuery(user.tenantId, user.userId);
    queryClient.setQueryData(queryKey, user);
    void renewPeople(queryClient, queryKey);
  };
}

/** What is shown once. */
export type OneTimePassword = { password: string; expiresAt: string };

/**
 * Does an act to a user and says what it did; that somebody was deleted is said by the list. Deactivating and activating
 * can be undone.
 */
export function useUserActs(
  user: User,
  say: (alert: AlertContent | undefined) => void,
  onPassword: (password: OneTimePassword) => void,
) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const take = useTakeUser();
  const sayOnArrival = useSayOnArrival();
  const { busy, run } = useAct(say);
  const { tenantId, userId } = user;
  const params = { tenantId, userId };
  const remove = async () => {
    const path = '/api/auth/tenants/{tenantId}/users/{userId}';
    const done = await run(() => call<typeof deleteUser>({ method: 'DELETE', path, params, pattern: 'powerUser' }));
    if (!done) return;
    sayOnArrival({ kind: 'success', text: t('users.done.delete', { userId }) });
    await navigate({ to: paths.users, search: lastSearch(paths.users), ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: userQuery(tenantId, userId).queryKey });
    void renewPeople(queryClient);
  };
  const mail = async (act: MailAct) => {
    const body = { sendType: mailActs[act], userIds: [userId] };
    const path = '/api/portal/bulkSendMail';
    const done = await run(() => call<typeof bulkSendMail>({ method: 'POST', path, body, pattern: 'powerUser' }));
    if (!done) return;
    const { sendId } = done.answer;
    const show = () => void navigate({ to: paths.registration('sendings'), search: { sendId } });
    const action = { label: t('users.mail.progress'), onClick: show };
    say({ kind: 'success', text: t(`users.done.${act}`, { userId }), action });
    // The history shows it, and a PIN is there, once it has left: the tray sees the sending end.
    void queryClient.invalidateQueries({ queryKey: jobsKey });
  };
  const send = async (act: Exclude<UserAct, 'delete' | 'oneTimePassword' | MailAct>, isUndo = false): Promise<void> => {
    const path = `/api/auth/tenants/{tenantId}/users/{userId}/${act}` as const;
    const done = await run(() => call<ActRoute>({ method: 'POST', path, params, pattern: 'powerUser' }));
    if (!done) return;
    take(done.answer);
    const back = isUndo ? undefined : opposite[act];
    const undo = back ? { action: { label: t('common.undo'), onClick: () => void send(back, true) } } : {};
    say({ kind: 'success', text: t(`users.done.${act}`, { userId }), ...undo });
  };
  const setOneTimePassword = async () => {
    const path = '/api/auth/tenants/{tenantId}/users/{userId}/oneTimePassword';
    const done = await run(() => call<typeof oneTimeRoute>({ method: 'POST', path, params, pattern: 'powerUser' }));
    if (!done) return;
    const { user: changed, ...password } = done.answer;
    take(changed);
    onPassword(password);
  };
  const act = (one: UserAct) => {
    if (one === 'delete') return remove();
    if (one === 'oneTimePassword') return setOneTimePassword();
    return isMailAct(one) ? mail(one) : send(one);
  };
  return { busy, act };
}
