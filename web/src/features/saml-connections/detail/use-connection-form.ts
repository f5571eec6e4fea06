import { useQueryClient } from '@tanstack/react-query';
import type { updateSamlConnection } from '#contract/federation/saml-connections.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useThingForm } from '../../../base/editing/use-thing-form.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { type Connection, connectionPath, connectionQuery, connectionsKey } from '../queries.ts';
import { attributeFields, connectionForm, draftOf, isSound } from './draft.ts';

const boxes = [
  'displayName',
  'entityId',
  'ssoUrl',
  'sloUrl',
  'trustedOrigin',
  'metadataUrl',
  ...attributeFields,
] as const;
export type ConnectionForm = ReturnType<typeof useConnectionForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useConnectionForm(connection: Connection, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const query = connectionQuery(tenantId, connection.samlId);
  const editing = useThingForm({
    ...{ thing: connection, draftOf, form: connectionForm, boxes, say },
    ...{ queryKey: query.queryKey, staleKey: connectionsKey },
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    send: (body) =>
      call<typeof updateSamlConnection>({
        method: 'PUT',
        path: connectionPath,
        params: { tenantId, samlId: connection.samlId },
        body: body as SentBodyOf<typeof updateSamlConnection>,
        pattern: 'powerUser',
      }),
    savedText: ({ displayName: name }) => t('openid.saved', { name }),
  });
  return { ...editing, valid: isSound(t, editing.draft) };
}
