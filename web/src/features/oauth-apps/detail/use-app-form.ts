import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateOauthClient } from '#contract/apps/oauth-clients.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type App, appQuery, appsPath, oauthAppsKey } from '../queries.ts';
import { appForm, type Draft, draftOf, invalidity } from './draft.ts';

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
type Box = (typeof boxes)[number];
export type AppForm = ReturnType<typeof useAppForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useAppForm(app: App, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Partial<Record<Box, ErrorId>>>({});
  const { clientId } = app;
  const query = appQuery(tenantId, clientId);
  const { run: _, ...saving } = useSaving<Draft, App>({
    saved: draftOf(app),
    form: appForm,
    whole: true,
    put: async (changes, expected) => {
      const answer = await call<typeof updateOauthClient>({
        method: 'PUT',
        path: `${appsPath}/{clientId}`,
        params: { tenantId, clientId },
        body: { ...changes, expected } as SentBodyOf<typeof updateOauthClient>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: oauthAppsKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: ({ name }) => t('oauthApps.saved', { name }),
    undoneText: t('ui.undone'),
    onRefusal: (error) => {
      const found = fieldMistakes(error, {}, boxes);
      if (found) setRefused(found);
      return found !== undefined;
    },
  });
  return {
    ...saving,
    change: (part: Partial<Draft>) => {
      saving.change(part);
      setRefused({});
    },
    invalid: invalidity(t, saving.draft),
    error: (box: Box) => (refused[box] ? t(`errors.${refused[box]}`) : undefined),
  };
}
