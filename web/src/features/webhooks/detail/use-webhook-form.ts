import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateWebhook } from '#contract/logs/webhooks.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Webhook, webhookPath, webhookQuery, webhooksKey } from '../queries.ts';
import { addressRefused, isComplete } from '../typed.ts';

/** What its page changes of a webhook; whether it is on is changed in the head. */
export type Draft = Pick<Webhook, 'name' | 'address' | 'events'>;
const draftOf = ({ name, address, events }: Webhook): Draft => ({ name, address, events });

export const webhookForm: FormFields<Draft> = {
  sent: (draft, field) => (field === 'events' ? draft.events : draft[field].trim()),
};

export type WebhookForm = ReturnType<typeof useWebhookForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useWebhookForm(webhook: Webhook, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const { uuid } = webhook;
  const query = webhookQuery(tenantId, uuid);
  const { run: _, ...saving } = useSaving<Draft, Webhook>({
    saved: draftOf(webhook),
    form: webhookForm,
    put: async (changes, expected) => {
      const answer = await call<typeof updateWebhook>({
        method: 'PUT',
        path: webhookPath,
        params: { tenantId, uuid },
        body: { ...changes, expected } as SentBodyOf<typeof updateWebhook>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: webhooksKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: ({ name }) => t('webhooks.saved', { name }),
    undoneText: t('ui.undone'),
    onRefusal: (error) => {
      const found = hasErrorId(error, 'address_not_allowed');
      setRefused(found);
      return found;
    },
  });
  return {
    ...saving,
    change: (part: Partial<Draft>) => {
      saving.change(part);
      setRefused(false);
    },
    valid: isComplete(t, saving.draft),
    addressError: isRefused ? addressRefused(t, saving.draft.address) : undefined,
  };
}
