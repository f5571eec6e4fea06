import { useReducer, useState } from 'react';
import type { User } from '#contract/authentication/users-fields.ts';
import type { updateUser } from '#contract/authentication/users.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../app/failure.ts';
import { useMe, useRenewMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { type Changes, changesOf, type DraftEvent, draftOf, isValid, reduceEdits, undoOf, withEdits } from './draft.ts';
import { useTakeUser } from './use-user-acts.ts';

const formFields = [
  'familyName',
  'givenName',
  'department',
  'location',
  'description',
  'loginMailAddress',
  'mailAddresses',
] as const;
export type FormMistakes = Partial<Record<(typeof formFields)[number], string>>;

/** Sends changes of a user and shows the user as the server answered. */
function usePutUser({ tenantId, userId, uuid }: User) {
  const me = useMe();
  const renewMe = useRenewMe();
  const take = useTakeUser();
  return async (body: Changes): Promise<User> => {
    const path = '/api/auth/tenants/{tenantId}/users/{userId}';
    const params = { tenantId, userId };
    const answer = await call<typeof updateUser>({ method: 'PUT', path, params, body, pattern: 'powerUser' });
    take(answer);
    if (uuid === me.uuid) await renewMe();
    return answer;
  };
}

/** What is typed on any tab is kept until it is saved or discarded: one save for the whole page. */
export function useUserForm(user: User, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const put = usePutUser(user);
  const [edits, change] = useReducer(reduceEdits, {});
  const [mistakes, setMistakes] = useState<FormMistakes>({});
  const { busy, run } = useAct(say);
  const saved = draftOf(user);
  const draft = withEdits(saved, edits);
  const changes = changesOf(saved, draft);
  const refused = (error: unknown) => {
    const found = fieldMistakes(error, { duplicated_params_loginMailAddress: 'loginMailAddress' }, formFields);
    if (found) setMistakes(Object.fromEntries(Object.entries(found).map(([field, id]) => [field, t(`errors.${id}`)])));
    return found !== undefined;
  };
  const save = async () => {
    setMistakes({});
    const done = await run(() => put(changes), refused);
    if (!done) return;
    change({ type: 'saved', sent: edits });
    const next = done.answer.nextLoginMailAddress;
    const text = changes.loginMailAddress && next ? t('users.savedWaiting', { address: next }) : t('users.saved');
    const back = undoOf(changes, user);
    const undo = back && { label: t('common.undo'), onClick: () => void putBack(back, 'users.undone') };
    say({ kind: 'success', text, ...(undo ? { action: undo } : {}) });
  };
  // What stands in the boxes meanwhile is not what is put back: it stays, and no refusal belongs to it.
  const putBack = async (back: Changes, words: 'users.saved' | 'users.undone') => {
    if (await run(() => put(back))) say({ kind: 'success', text: t(words) });
  };
  const set = (event: DraftEvent) => {
    if (event.type === 'set') setMistakes(({ [event.field as keyof FormMistakes]: _, ...others }) => others);
    else setMistakes({});
    change(event);
  };
  return {
    draft,
    mistakes,
    busy,
    changed: Object.keys(changes).length > 0,
    valid: isValid(draft),
    change: set,
    save: () => void save(),
    /** The address that waits could only come back by a new confirmation: no Undo. */
    giveUp: () => void putBack({ nextLoginMailAddress: null }, 'users.saved'),
    discard: () => set({ type: 'reset' }),
  };
}
