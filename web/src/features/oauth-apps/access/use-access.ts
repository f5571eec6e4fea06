import { useQueryClient } from '@tanstack/react-query';
import type { assignToClient, changeClientAccess, removeFromClient } from '#contract/apps/client-access.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type App, appsPath, oauthAppsKey } from '../queries.ts';

export type Access = App['access'];
export type Say = (alert: AlertContent | undefined) => void;
type Thing = 'users' | 'groups';
type Way = 'add' | 'remove';

const path = `${appsPath}/{clientId}/access` as const;
const opposite = { add: 'remove', remove: 'add' } as const;
const words = { add: 'added', remove: 'removed' } as const;

/**
 * Changes who may use an app; what was done is said by `say`, of assignments with Undo.
 * @param refuse where a refusal is said: the dialog that stays open
 */
export function useAccess({ clientId, name }: App, say: Say, refuse: Say = say) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const doing = useAct(refuse);
  const undoing = useAct(say);
  const params = { tenantId, clientId };
  const shared = { params, pattern: 'powerUser' } as const;
  const renew = () => queryClient.invalidateQueries({ queryKey: oauthAppsKey });
  const send = (thing: Thing, way: Way, ids: readonly string[]) => {
    const body: SentBodyOf<typeof assignToClient> = thing === 'users' ? { userIds: [...ids] } : { groupIds: [...ids] };
    return way === 'add'
      ? call<typeof assignToClient>({ ...shared, method: 'POST', path: `${path}/add`, body })
      : call<typeof removeFromClient>({ ...shared, method: 'POST', path: `${path}/remove`, body });
  };
  const tell = (thing: Thing, way: Way, count: number, undo?: () => void) =>
    say({
      kind: 'success',
      text: t(`oauthApps.${words[way]}_${thing}`, { count, name }),
      ...(undo && count > 0 && { action: { label: t('common.undo'), onClick: undo } }),
    });
  return {
    busy: doing.busy || undoing.busy,
    /** `seen`: what it was when it was chosen. Resolves to whether it was done. */
    setAccess: async (access: Access, seen: Access): Promise<boolean> => {
      const body = { access, expected: { access: seen } };
      const done = await doing.run(() => call<typeof changeClientAccess>({ ...shared, method: 'PUT', path, body }));
      await renew();
      if (done) say({ kind: 'success', text: t(`oauthApps.accessSaved_${access}`, { name }) });
      return done !== undefined;
    },
    /** Resolves to whether it was done. */
    change: async (thing: Thing, way: Way, ids: readonly string[]): Promise<boolean> => {
      const done = await doing.run(() => send(thing, way, ids));
      await renew();
      if (!done) return false;
      const { matched, changed } = done.answer;
      const undo = async () => {
        const undone = await undoing.run(() => send(thing, opposite[way], ids));
        await renew();
        if (undone) tell(thing, opposite[way], undone.answer.changed);
      };
      // What was so before is not taken back.
      tell(thing, way, changed, changed === matched ? () => void undo() : undefined);
      return true;
    },
  };
}
