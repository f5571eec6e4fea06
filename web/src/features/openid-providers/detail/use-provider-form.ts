import { useQueryClient } from '@tanstack/react-query';
import type { updateOpenidConnection } from '#contract/federation/openid-connections.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useThingForm } from '../../../base/editing/use-thing-form.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Provider, providerPath, providerQuery, providersKey } from '../queries.ts';
import { draftOf, isSound, providerForm } from './draft.ts';

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
export type ProviderForm = ReturnType<typeof useProviderForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useProviderForm(provider: Provider, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const query = providerQuery(tenantId, provider.opId);
  const editing = useThingForm({
    ...{ thing: provider, draftOf, form: providerForm, boxes, say },
    ...{ queryKey: query.queryKey, staleKey: providersKey },
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    send: (body) =>
      call<typeof updateOpenidConnection>({
        method: 'PUT',
        path: providerPath,
        params: { tenantId, id: provider.opId },
        body: body as SentBodyOf<typeof updateOpenidConnection>,
        pattern: 'powerUser',
      }),
    savedText: ({ displayName: name }) => t('openid.saved', { name }),
  });
  return { ...editing, valid: isSound(t, provider, editing.draft) };
}
