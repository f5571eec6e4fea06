import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorId } from '#contract/errors.ts';
import type { updateOpenidConnection } from '#contract/federation/openid-connections.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Provider, providerPath, providerQuery, providersKey } from '../queries.ts';
import { type Draft, draftOf, isSound, providerForm } from './draft.ts';

const boxes = [
  'displayName',
  'clientId',
  'directoryIds',
  'enabledDomains',
  'disabledDomains',
  'subdomain',
  'recordApp',
  'recordScopes',
] as const;
type Box = (typeof boxes)[number];
export type ProviderForm = ReturnType<typeof useProviderForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useProviderForm(provider: Provider, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Partial<Record<Box, ErrorId>>>({});
  const { opId: id } = provider;
  const query = providerQuery(tenantId, id);
  const { run: _, ...saving } = useSaving<Draft, Provider>({
    saved: draftOf(provider),
    form: providerForm,
    whole: true,
    put: async (changes, expected) => {
      const answer = await call<typeof updateOpenidConnection>({
        method: 'PUT',
        path: providerPath,
        params: { tenantId, id },
        body: { ...changes, expected } as SentBodyOf<typeof updateOpenidConnection>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: providersKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: ({ displayName: name }) => t('openid.saved', { name }),
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
    valid: isSound(t, provider, saving.draft),
    error: (box: Box) => (refused[box] ? t(`errors.${refused[box]}`) : undefined),
  };
}
