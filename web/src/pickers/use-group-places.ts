import { useQueryClient } from '@tanstack/react-query';
import type {
  addGroupDevices,
  addGroupUsers,
  removeGroupDevices,
  removeGroupUsers,
} from '#contract/people/groups-members.ts';
import { call } from '../api/call.ts';
import { renewPeople } from '../base/renewal.ts';
import { useAct } from '../base/use-act.ts';
import { useT } from '../i18n/use-t.tsx';
import type { AlertContent } from '../ui/page/AlertArea.tsx';

type Say = (alert: AlertContent | undefined) => void;
type Group = { uuid: string; name: string };

/** A user or a device that stands in groups. */
export type Placed = { kind: 'users' | 'devices'; tenantId: string; id: string };

const path = '/api/auth/tenants/{tenantId}/groups/{uuid}/operations';
const opposite = { add: 'remove', remove: 'add' } as const;

function send({ kind, tenantId, id }: Placed, way: 'add' | 'remove', uuid: string) {
  const shared = { method: 'POST', params: { tenantId, uuid }, pattern: 'powerUser' } as const;
  if (kind === 'users') {
    const body = { userIds: [id] };
    return way === 'add'
      ? call<typeof addGroupUsers>({ ...shared, path: `${path}/add/users`, body })
      : call<typeof removeGroupUsers>({ ...shared, path: `${path}/remove/users`, body });
  }
  const body = { deviceIds: [id] };
  return way === 'add'
    ? call<typeof addGroupDevices>({ ...shared, path: `${path}/add/devices`, body })
    : call<typeof removeGroupDevices>({ ...shared, path: `${path}/remove/devices`, body });
}

/**
 * Puts a user or a device into groups and takes it out, each in one step at the group; resolves to whether it was done.
 * @param say where it is said what was done
 * @param refuse where a refusal is said: the dialog that stays open; of Undo, which comes when it is closed, by `say`
 */
export function useGroupPlaces(placed: Placed, say: Say, refuse: Say = say) {
  const t = useT();
  const queryClient = useQueryClient();
  const doing = useAct(refuse);
  const undoing = useAct(say);
  const act = async (way: 'add' | 'remove', group: Group, isUndo = false): Promise<boolean> => {
    const done = await (isUndo ? undoing : doing).run(() => send(placed, way, group.uuid));
    await renewPeople(queryClient);
    if (!done) return false;
    const text = t(way === 'add' ? 'common.putInto' : 'common.takenOut', { id: placed.id, group: group.name });
    const back = () => void act(opposite[way], group, true);
    const undo = isUndo || done.answer.changed === 0 ? {} : { action: { label: t('common.undo'), onClick: back } };
    say({ kind: 'success', text, ...undo });
    return true;
  };
  return {
    busy: doing.busy || undoing.busy,
    add: (group: Group) => act('add', group),
    remove: (group: Group) => act('remove', group),
  };
}
