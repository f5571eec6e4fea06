import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type {
  deleteOauthClient,
  endPreviousOauthClientSecret,
  rotateOauthClientSecret,
  updateOauthClient,
} from '#contract/apps/oauth-clients.ts';
import type { AnswerOf, SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { bodyOf } from '../../../base/editing/editing.ts';
import { paths } from '../../../base/paths.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type App, appQuery, appsPath, oauthAppsKey } from '../queries.ts';
import { appForm, type Draft, draftOf } from './draft.ts';

export type NewSecret = AnswerOf<typeof rotateOauthClientSecret>;

const path = `${appsPath}/{clientId}` as const;
const pattern = 'powerUser';

/** The acts of an app's menu; what was done, or why not, is said by `say`. */
export function useAppActs(app: App, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { busy, run } = useAct(say);
  const { clientId, name } = app;
  const params = { tenantId, clientId };
  const renew = () => queryClient.invalidateQueries({ queryKey: oauthAppsKey });
  return {
    busy,
    /** A change sends the whole app: nothing of it may have been changed meanwhile. */
    setDisabled: async (disabled: boolean) => {
      const draft = draftOf(app);
      const seen = bodyOf(appForm, draft, Object.keys(draft) as (keyof Draft & string)[]);
      const body = { ...seen, disabled, expected: seen } as SentBodyOf<typeof updateOauthClient>;
      const done = await run(() => call<typeof updateOauthClient>({ method: 'PUT', path, params, body, pattern }));
      await renew();
      if (done) say({ kind: 'success', text: t(disabled ? 'oauthApps.disabled' : 'oauthApps.enabled', { name }) });
    },
    /** The secret to show, once; undefined where there is none. */
    newSecret: async (overlapHours: number): Promise<NewSecret | undefined> => {
      const body = { overlapHours };
      const done = await run(() =>
        call<typeof rotateOauthClientSecret>({ method: 'POST', path: `${path}/secret`, params, body, pattern }),
      );
      await renew();
      return done?.answer;
    },
    endPrevious: async () => {
      const done = await run(() =>
        call<typeof endPreviousOauthClientSecret>({
          method: 'DELETE',
          path: `${path}/secret/previous`,
          params,
          pattern,
        }),
      );
      await renew();
      if (done) say({ kind: 'success', text: t('oauthApps.previousEnded', { name }) });
    },
    remove: async () => {
      const done = await run(() => call<typeof deleteOauthClient>({ method: 'DELETE', path, params, pattern }));
      if (!done) return;
      await navigate({ to: paths.oauthApps, search: {}, ignoreBlocker: true });
      queryClient.removeQueries({ queryKey: appQuery(tenantId, clientId).queryKey });
      await renew();
    },
  };
}
