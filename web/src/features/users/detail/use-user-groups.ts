import { useQueryClient } from '@tanstack/react-query';
import type { addGroupUsers, removeGroupUsers } from '#contract/authentication/groups-members.ts';
import type { User } from '#contract/authentication/users-fields.ts';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/AlertArea.tsx';
import { usersKey } from '../queries.ts';

type Say = (alert: AlertContent | undefined) => void;
type Group = { uuid: string; name: string };

/**
 * Puts a user into groups and takes the user out, each in one step at the group; resolves to whether it was done.
 * @param say where it is said what was done
 * @param refuse where a refusal is said: the dialog that stays open
 */
export function useUserGroups({ tenantId, userId }: User, say: Say, refuse: Say = say) {
  const t = useT();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(refuse);
  const send = async (way: 'add' | 'remove', group: Group, isUndo = false): Promise<boolean> => {
    const shared = { method: 'POST', params: { tenantId, uuid: group.uuid }, pattern: 'powerUser' } as const;
    const path = '/api/auth/tenants/{tenantId}/groups/{uuid}/operations';
    const body = { userIds: [userId] };
    const done = await run(() =>
      way === 'add'
        ? call<typeof addGroupUsers>({ ...shared, path: `${path}/add/users`, body })
        : call<typeof removeGroupUsers>({ ...shared, path: `${path}/remove/users`, body }),
    );
    await Promise.all([usersKey, ['groups']].map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    if (!done) return false;
    const text = t(way === 'add' ? 'users.putInto' : 'users.takenOut', { userId, group: group.name });
    const back = () => void send(way === 'add' ? 'remove' : 'add', group, true);
    const undo = isUndo || done.answer.changed === 0 ? {} : { action: { label: t('common.undo'), onClick: back } };
    say({ kind: 'success', text, ...undo });
    return true;
  };
  return {
    busy,
    add: (group: Group) => send('add', group),
    remove: (group: Group) => send('remove', group),
  };
}
