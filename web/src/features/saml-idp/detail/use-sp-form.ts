import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { updateSamlSp } from '#contract/apps/saml-idp.ts';
import type { ErrorId } from '#contract/errors.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { samlIdpKey, type Sp, spPath, spQuery } from '../queries.ts';
import { type Draft, draftOf, isSound, spForm } from './draft.ts';

const boxes = ['displayName', 'entityId', 'acsUrl', 'relayState', 'logoutUrl', 'metadataUrl'] as const;
type Box = (typeof boxes)[number];
export type SpForm = ReturnType<typeof useSpForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useSpForm(sp: Sp, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Partial<Record<Box, ErrorId>>>({});
  const { samlSpId } = sp;
  const query = spQuery(tenantId, samlSpId);
  const { run: _, ...saving } = useSaving<Draft, Sp>({
    saved: draftOf(sp),
    form: spForm,
    whole: true,
    put: async (changes, expected) => {
      const answer = await call<typeof updateSamlSp>({
        method: 'PUT',
        path: spPath,
        params: { tenantId, samlSpId },
        body: { ...changes, expected } as SentBodyOf<typeof updateSamlSp>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: samlIdpKey });
      return answer;
    },
    draftOf,
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    say,
    savedText: ({ displayName: name }) => t('samlIdp.saved', { name }),
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
    valid: isSound(t, saving.draft),
    error: (box: Box) => (refused[box] ? t(`errors.${refused[box]}`) : undefined),
  };
}
