import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateTarget } from '#contract/provisioning/targets.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { hasErrorId } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Target, targetPath, targetQuery, targetsKey } from '../queries.ts';
import { addressMistake, addressRefused, isAssigned, isSameHost, nameMistake, tokenMistake } from '../typed.ts';

/** What its page changes of a target; whether it is on is changed in the head. */
export type Draft = Pick<
  Target,
  'name' | 'address' | 'assignment' | 'clientId' | 'groups' | 'onRemoval' | 'maxLeavingPercent' | 'mapping'
> & {
  /** Empty: the one there is. */
  token: string;
};

const draftOf = (target: Target): Draft => ({
  ...{ name: target.name, address: target.address, token: '', assignment: target.assignment },
  ...{ clientId: target.clientId, groups: target.groups, onRemoval: target.onRemoval },
  ...{ maxLeavingPercent: target.maxLeavingPercent, mapping: target.mapping },
});

const typed = ['name', 'address', 'token'] as const;
const isTyped = (field: keyof Draft): field is (typeof typed)[number] => typed.some((one) => one === field);

export const targetForm: FormFields<Draft> = {
  sent: (draft, field) => (isTyped(field) ? draft[field].trim() : draft[field]),
};

export type TargetForm = ReturnType<typeof useTargetForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useTargetForm(target: Target, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<'name' | 'address'>();
  const { uuid } = target;
  const query = targetQuery(tenantId, uuid);
  const { run: _, ...saving } = useSaving<Draft, Target>({
    saved: draftOf(target),
    form: targetForm,
    put: async (changes, expected) => {
      // Nobody knows the token that is there.
      const { token: _token, ...known } = (expected ?? {}) as Record<string, unknown>;
      const answer = await call<typeof updateTarget>({
        method: 'PUT',
        path: targetPath,
        params: { tenantId, uuid },
        body: { ...changes, expected: known } as SentBodyOf<typeof updateTarget>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: targetsKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: ({ name }) => t('provisioning.saved', { name }),
    undoneText: t('ui.undone'),
    onRefusal: (error) => {
      const at = hasErrorId(error, 'duplicated')
        ? 'name'
        : hasErrorId(error, 'address_not_allowed')
          ? 'address'
          : undefined;
      setRefused(at);
      return at !== undefined;
    },
  });
  const { draft } = saving;
  const needsToken = !isSameHost(draft.address, target.address) && draft.token.trim() === '';
  return {
    ...saving,
    change: (part: Partial<Draft>) => {
      saving.change(part);
      setRefused(undefined);
    },
    valid:
      draft.name.trim() !== '' &&
      !nameMistake(t, draft.name) &&
      !addressMistake(t, draft.address) &&
      (draft.token.trim() === '' || !tokenMistake(t, draft.token)) &&
      !needsToken &&
      isAssigned(draft),
    nameError: refused === 'name' ? t('targets.nameTaken') : undefined,
    addressError: refused === 'address' ? addressRefused(t, draft.address) : undefined,
    tokenError: needsToken && !addressMistake(t, draft.address) ? t('targets.tokenNeeded') : undefined,
  };
}
