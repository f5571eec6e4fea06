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
import { patternsOf, wrongPattern } from '../exclusions/patterns.ts';
import { provisioningKey, type Source, sourcePath, sourceQuery } from '../queries.ts';
import { isName } from '../typed-name.ts';

/** What its page changes of a source; whether it is on is changed in the head. */
export type Draft = Pick<
  Source,
  | 'displayName'
  | 'adoption'
  | 'deleteBehavior'
  | 'maxLeaving'
  | 'maxLeavingPercent'
  | 'excludedUsers'
  | 'excludedGroups'
  | 'excludedPatterns'
>;
const draftOf = (source: Source): Draft => ({
  ...{ displayName: source.displayName, adoption: source.adoption, deleteBehavior: source.deleteBehavior },
  ...{ maxLeaving: source.maxLeaving, maxLeavingPercent: source.maxLeavingPercent },
  ...{ excludedUsers: source.excludedUsers, excludedGroups: source.excludedGroups },
  // As lines, while they are typed.
  excludedPatterns: source.excludedPatterns,
});

export const sourceForm: FormFields<Draft> = {
  sent: (draft, field) => {
    if (field === 'displayName') return draft.displayName.trim();
    return field === 'excludedPatterns' ? patternsOf(draft.excludedPatterns) : draft[field];
  },
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
    valid: isName(t, saving.draft.displayName) && !wrongPattern(patternsOf(saving.draft.excludedPatterns)),
    nameError: taken ? t('provisioning.nameTaken') : undefined,
  };
}
