import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ErrorId } from '#contract/errors.ts';
import type { updateSamlConnection } from '#contract/federation/saml-connections.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Connection, connectionPath, connectionQuery, connectionsKey } from '../queries.ts';
import { attributeFields, connectionForm, type Draft, draftOf, isSound } from './draft.ts';

const boxes = [
  'displayName',
  'entityId',
  'ssoUrl',
  'sloUrl',
  'trustedOrigin',
  'metadataUrl',
  ...attributeFields,
] as const;
type Box = (typeof boxes)[number];
export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useConnectionForm(connection: Connection, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const [refused, setRefused] = useState<Partial<Record<Box, ErrorId>>>({});
  const { samlId } = connection;
  const query = connectionQuery(tenantId, samlId);
  const { run: _, ...saving } = useSaving<Draft, Connection>({
    saved: draftOf(connection),
    form: connectionForm,
    whole: true,
    put: async (changes, expected) => {
      const answer = await call<typeof updateSamlConnection>({
        method: 'PUT',
        path: connectionPath,
        params: { tenantId, samlId },
        body: { ...changes, expected } as SentBodyOf<typeof updateSamlConnection>,
        pattern: 'powerUser',
      });
      queryClient.setQueryData(query.queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: connectionsKey });
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
    valid: isSound(t, saving.draft),
    error: (box: Box) => (refused[box] ? t(`errors.${refused[box]}`) : undefined),
  };
}
