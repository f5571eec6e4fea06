import type { Group, GroupName } from '#contract/authentication/groups-fields.ts';
import type {
  addGroupGroups,
  addGroupUsers,
  removeGroupGroups,
  removeGroupUsers,
} from '#contract/authentication/groups-members.ts';
import { call } from '../../../api/call.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { type Say, useRenewGroups } from './use-group-acts.ts';

type Way = 'add' | 'remove';
const opposite = { add: 'remove', remove: 'add' } as const;

/**
 * Puts users and groups into a group and takes them out; each resolves to whether it was done.
 * @param say where it is said what was done; with Undo where every one of them was changed
 * @param refuse where a refusal is said: the dialog that stays open
 */
export function useMembers(group: Group, say: Say, refuse: Say = say) {
  const t = useT();
  const renew = useRenewGroups();
  const { busy, run } = useAct(refuse);
  const params = { tenantId: group.tenantId, uuid: group.uuid };
  const shared = { method: 'POST', params, pattern: 'powerUser' } as const;
  const path = '/api/auth/tenants/{tenantId}/groups/{uuid}/operations';
  const tell = (way: Way, things: 'users' | 'groups', { matched, changed }: Counts, undo?: () => void) => {
    const same = matched - changed;
    const action = undo && same === 0 ? { action: { label: t('common.undo'), onClick: undo } } : {};
    const text = (
      <>
        <p>{t(`groups.${way}Done_${things}`, { count: changed })}</p>
        {same > 0 ? <p>{t(`groups.${way}Same_${things}`, { count: same })}</p> : null}
      </>
    );
    say({ kind: 'success', text, ...action });
  };
  const users = async (way: Way, userIds: string[], isUndo = false): Promise<boolean> => {
    const body = { userIds };
    const done = await run(() =>
      way === 'add'
        ? call<typeof addGroupUsers>({ ...shared, path: `${path}/add/users`, body })
        : call<typeof removeGroupUsers>({ ...shared, path: `${path}/remove/users`, body }),
    );
    await renew();
    if (done) tell(way, 'users', done.answer, isUndo ? undefined : () => void users(opposite[way], userIds, true));
    return done !== undefined;
  };
  const groups = async (way: Way, groupIds: string[], isUndo = false): Promise<boolean> => {
    const body = { groupIds };
    const done = await run(() =>
      way === 'add'
        ? call<typeof addGroupGroups>({ ...shared, path: `${path}/add/groups`, body })
        : call<typeof removeGroupGroups>({ ...shared, path: `${path}/remove/groups`, body }),
    );
    await renew();
    if (done) tell(way, 'groups', done.answer, isUndo ? undefined : () => void groups(opposite[way], groupIds, true));
    return done !== undefined;
  };
  return {
    busy,
    users,
    groups: (way: Way, chosen: readonly GroupName[]) =>
      groups(
        way,
        chosen.map(({ groupId }) => groupId),
      ),
  };
}

type Counts = { matched: number; changed: number };
