import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { TargetDecision } from '#contract/provisioning/target-values.ts';
import type {
  compareTarget,
  decideTargetUsers,
  deleteTarget,
  previewTargetUser,
  testTarget,
  updateTarget,
} from '#contract/provisioning/targets.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Target, targetPath, targetQuery, targetsKey } from '../queries.ts';

/** The acts of the menu. */
export type TargetAct = 'test' | 'switchOn' | 'switchOff' | 'preview' | 'delete';
export type TargetActs = ReturnType<typeof useTargetActs>;

/** The acts on a target; what was done, or why not, is said by `say`. */
export function useTargetActs(target: Target, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { uuid, name } = target;
  const params = { tenantId, uuid };
  const pattern = 'powerUser';
  const renew = () => queryClient.invalidateQueries({ queryKey: targetsKey });
  return {
    busy,
    setActive: async (active: boolean) => {
      const body = { active, expected: { active: target.active } };
      const done = await run(() =>
        call<typeof updateTarget>({ method: 'PUT', path: targetPath, params, body, pattern }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t(active ? 'targets.switchedOn' : 'targets.switchedOff', { name }) });
    },
    remove: async () => {
      const done = await run(() => call<typeof deleteTarget>({ method: 'DELETE', path: targetPath, params, pattern }));
      if (!done) return;
      await navigate({ to: paths.provisioningTargets, search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: targetQuery(tenantId, uuid).queryKey });
      await renew();
    },
    test: async () => {
      const path = `${targetPath}/test` as const;
      const done = await run(
        () => call<typeof testTarget>({ method: 'POST', path, params, body: {}, pattern }),
        (error) => {
          const isTooMuch = hasErrorId(error, 'too_many_requests');
          if (isTooMuch) say({ kind: 'failure', text: t('targets.tooManyTests') });
          return isTooMuch;
        },
      );
      return done?.answer;
    },
    /** What is sent for a user; null: there is no such user, undefined: it failed. */
    preview: async (userId: string) => {
      const path = `${targetPath}/preview` as const;
      let isUnknown = false;
      const done = await run(
        () => call<typeof previewTargetUser>({ method: 'GET', path, params, query: { userId }, pattern }),
        (error) => {
          isUnknown = hasErrorId(error, 'not_found');
          return isUnknown;
        },
      );
      return isUnknown ? null : done?.answer;
    },
    compare: async () => {
      const path = `${targetPath}/comparison` as const;
      await run(
        () => call<typeof compareTarget>({ method: 'POST', path, params, body: {}, pattern }),
        // One that is under way is shown.
        (error) => hasErrorId(error, 'conflict'),
      );
      await renew();
    },
    /** Decides about users: these, or all in the state that the decision is about. */
    decide: async (decision: TargetDecision, users: string[] | null) => {
      const path = `${targetPath}/decisions` as const;
      const done = await run(() =>
        call<typeof decideTargetUsers>({ method: 'POST', path, params, body: { decision, users }, pattern }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t(`targets.decided_${decision}`, { number: done.answer.users }) });
    },
  };
}
