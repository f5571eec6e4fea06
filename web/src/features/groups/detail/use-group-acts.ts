import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Group } from '#contract/people/groups-fields.ts';
import type { deleteGroup, updateGroup } from '#contract/people/groups.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { useSayOnArrival } from '../../../base/page-alert.ts';
import { paths } from '../../../base/paths.ts';
import { renewPeople } from '../../../base/renewal.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import type { PickableGroup } from '../../../pickers/GroupRows.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import type { GroupChanges } from './draft.ts';

export type Say = (alert: AlertContent | undefined) => void;

/** What each tab of a group's page gets. */
export type TabProps = { group: Group; mayChange: boolean; say: Say };

/** Has everything asked for anew that shows groups, or people and devices by their groups. */
export function useRenewGroups(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => renewPeople(queryClient);
}

/**
 * Sends changes of a group and shows the group as the server answered; everything else is asked for anew. Refused
 * (`conflict`) where a field is not as `expected` any more: somebody else saved it meanwhile.
 */
export function usePutGroup(group: Group) {
  const queryClient = useQueryClient();
  const renew = useRenewGroups();
  const { tenantId, uuid } = group;
  return async (changes: GroupChanges, expected: GroupChanges): Promise<Group> => {
    const path = '/api/auth/tenants/{tenantId}/groups/{uuid}';
    const params = { tenantId, uuid };
    const body = { ...changes, expected };
    const answer = await call<typeof updateGroup>({ method: 'PUT', path, params, body, pattern: 'powerUser' });
    queryClient.setQueryData(groupQuery(tenantId, uuid).queryKey, answer);
    void renew();
    return answer;
  };
}

/**
 * The acts of a group's menu; each resolves to whether it was done.
 * @param say where it is said what was done
 * @param refuse where a refusal is said: the dialog that stays open; of Undo, which comes when it is closed, by `say`
 */
export function useGroupActs(group: Group, say: Say, refuse: Say = say) {
  const t = useT();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const renew = useRenewGroups();
  const put = usePutGroup(group);
  const sayOnArrival = useSayOnArrival();
  const { busy, run } = useAct(refuse);
  const undoing = useAct(say);
  const { tenantId, uuid, name } = group;
  // What somebody else made of its place or of what is in it meanwhile is shown behind the refusal.
  const refused = (error: unknown) => {
    if (hasErrorId(error, 'conflict') || hasErrorId(error, 'cycle_detected')) void renew();
    return false;
  };
  const undo = async (parentGroupIds: string[], from: string[]) => {
    const done = await undoing.run(() => put({ parentGroupIds }, { parentGroupIds: from }), refused);
    if (done) say({ kind: 'success', text: t('groups.undone') });
  };
  const place = async (parentGroupIds: string[], text: string, before?: string[]): Promise<boolean> => {
    const done = await run(() => put({ parentGroupIds }, before ? { parentGroupIds: before } : {}), refused);
    if (!done) return false;
    const back = before && { label: t('common.undo'), onClick: () => void undo(before, parentGroupIds) };
    say({ kind: 'success', text, ...(back ? { action: back } : {}) });
    return true;
  };
  const remove = async (): Promise<boolean> => {
    const path = '/api/auth/tenants/{tenantId}/groups/{uuid}';
    const params = { tenantId, uuid };
    const done = await run(() => call<typeof deleteGroup>({ method: 'DELETE', path, params, pattern: 'powerUser' }));
    if (!done) return false;
    sayOnArrival({ kind: 'success', text: t('groups.deleted', { name }) });
    await navigate({ to: paths.groups, search: {}, ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: groupQuery(tenantId, uuid).queryKey });
    await renew();
    return true;
  };
  return {
    busy,
    remove,
    /** To another parent in place of all there are; the empty group is the top. Undone where the parents are all known. */
    move: (parent: PickableGroup) => {
      const before =
        group.parentCount === group.parents.length ? group.parents.map(({ groupId }) => groupId) : undefined;
      const [ids, text] = parent.uuid
        ? [[parent.groupId], t('groups.moved', { name, parent: parent.name })]
        : [[], t('groups.movedToTop', { name })];
      return place(ids, text, before);
    },
  };
}
