import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateSource } from '#contract/provisioning/sources.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { provisioningKey, type Source, sourcePath, sourceQuery } from '../queries.ts';
import { isName } from '../typed-name.ts';

/** What its page changes of a source; whether it is on is changed in the head. */
export type Draft = Pick<Source, 'displayName' | 'adoption' | 'deleteBehavior' | 'maxLeaving' | 'maxLeavingPercent'>;
const draftOf = ({ displayName, adoption, deleteBehavior, maxLeaving, maxLeavingPercent }: Source): Draft => ({
  ...{ displayName, adoption, deleteBehavior, maxLeaving, maxLeavingPercent },
});

export const sourceForm: FormFields<Draft> = {
  sent: (draft, field) => (field === 'displayName' ? draft.displayName.trim() : draft[field]),
};

export type SourceForm = ReturnType<typeof useSourceForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useSourceForm(source: Source, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [taken, setTaken] = useState(false);
  const { uuid } = source;
  const query = sourceQuery(tenantId, uuid);
  const { run: _, ...saving } = useSaving<Draft, Source>({
    saved: draftOf(source),
    form: sourceForm,
    put: async (changes, expected) => {
      const answer = await call<typeof updateSource>({
        method: 'PUT',
        path: sourcePath,
        params: { tenantId, uuid },
        body: { ...changes, expected } as SentBodyOf<typeof updateSource>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: provisioningKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: ({ displayName: name }) => t('provisioning.saved', { name }),
    undoneText: t('ui.undone'),
    onRefusal: (error) => {
      const found = hasErrorId(error, 'duplicated');
      setTaken(found);
      return found;
    },
  });
  return {
    ...saving,
    change: (part: Partial<Draft>) => {
      saving.change(part);
      setTaken(false);
    },
    valid: isName(t, saving.draft.displayName),
    nameError: taken ? t('provisioning.nameTaken') : undefined,
  };
}
