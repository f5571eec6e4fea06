import { useQueryClient } from '@tanstack/react-query';
import type { updateOauthClient } from '#contract/apps/oauth-clients.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useThingForm } from '../../../base/editing/use-thing-form.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type App, appQuery, appsPath, oauthAppsKey } from '../queries.ts';
import { appForm, draftOf, invalidity } from './draft.ts';

const boxes = [
  'name',
  'homepageUri',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'frontchannelLogoutUri',
  'jwks',
  'jwksUri',
] as const;
export type AppForm = ReturnType<typeof useAppForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useAppForm(app: App, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const query = appQuery(tenantId, app.clientId);
  const editing = useThingForm({
    ...{ thing: app, draftOf, form: appForm, boxes, say },
    ...{ queryKey: query.queryKey, staleKey: oauthAppsKey },
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    send: (body) =>
      call<typeof updateOauthClient>({
        method: 'PUT',
        path: `${appsPath}/{clientId}`,
        params: { tenantId, clientId: app.clientId },
        body: body as SentBodyOf<typeof updateOauthClient>,
        pattern: 'powerUser',
      }),
    savedText: ({ name }) => t('oauthApps.saved', { name }),
  });
  return { ...editing, invalid: invalidity(t, editing.draft) };
}
