import type { Group, GroupName } from '#contract/people/groups-fields.ts';
import type {
  addGroupDevices,
  addGroupGroups,
  addGroupUsers,
  removeGroupDevices,
  removeGroupGroups,
  removeGroupUsers,
} from '#contract/people/groups-members.ts';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { type Say, useRenewGroups } from './use-group-acts.ts';

type Thing = 'users' | 'devices' | 'groups';
type Way = 'add' | 'remove';
const opposite = { add: 'remove', remove: 'add' } as const;

const path = '/api/auth/tenants/{tenantId}/groups/{uuid}/operations';

function send({ tenantId, uuid }: Group, thing: Thing, way: Way, ids: string[]) {
  const shared = { method: 'POST', params: { tenantId, uuid }, pattern: 'powerUser' } as const;
  if (thing === 'users') {
    const body = { userIds: ids };
    return way === 'add'
      ? call<typeof addGroupUsers>({ ...shared, path: `${path}/add/users`, body })
      : call<typeof removeGroupUsers>({ ...shared, path: `${path}/remove/users`, body });
  }
  if (thing === 'devices') {
    const body = { deviceIds: ids };
    return way === 'add'
      ? call<typeof addGroupDevices>({ ...shared, path: `${path}/add/devices`, body })
      : call<typeof removeGroupDevices>({ ...shared, path: `${path}/remove/devices`, body });
  }
  const body = { groupIds: ids };
  return way === 'add'
    ? call<typeof addGroupGroups>({ ...shared, path: `${path}/add/groups`, body })
    : call<typeof removeGroupGroups>({ ...shared, path: `${path}/remove/groups`, body });
}

/**
 * Puts users, devices and groups into a group and takes them out; each resolves to whether it was done.
 * @param say where it is said what was done; with Undo where every one of them was changed
 * @param refuse where a refusal is said: the dialog that stays open; of Undo, which comes when it is closed, by `say`
 */
export function useMembers(group: Group, say: Say, refuse: Say = say) {
  const t = useT();
  const renew = useRenewGroups();
  const doing = useAct(refuse);
  const undoing = useAct(say);
  const tell = (way: Way, thing: Thing, { matched, changed }: Counts, undo?: () => void) => {
    const same = matched - changed;
    const action = undo && same === 0 ? { action: { label: t('common.undo'), onClick: undo } } : {};
    const text = (
      <>
        <p>{t(`groups.${way}Done_${thing}`, { count: changed })}</p>
        {same > 0 ? <p>{t(`groups.${way}Same_${thing}`, { count: same })}</p> : null}
      </>
    );
    say({ kind: 'success', text, ...action });
  };
  const undo = async (thing: Thing, way: Way, ids: string[]) => {
    const done = await undoing.run(() => send(group, thing, way, ids));
    await renew();
    if (done) tell(way, thing, done.answer);
  };
  const change = async (
    thing: Thing,
    way: Way,
    ids: string[],
    onRefusal?: (error: unknown) => boolean,
  ): Promise<boolean> => {
    const done = await doing.run(() => send(group, thing, way, ids), onRefusal);
    await renew();
    if (done) tell(way, thing, done.answer, () => void undo(thing, opposite[way], ids));
    return done !== undefined;
  };
  return {
    busy: doing.busy || undoing.busy,
    change,
    groups: (way: Way, chosen: readonly GroupName[]) =>
      change(
        'groups',
        way,
        chosen.map(({ groupId }) => groupId),
      ),
  };
}

type Counts = { matched: number; changed: number };
