import { useQueryClient } from '@tanstack/react-query';
import type { updateSamlSp } from '#contract/apps/saml-idp.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { useThingForm } from '../../../base/editing/use-thing-form.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useT } from '../../../i18n/use-t.tsx';
import type { AlertContent } from '../../../ui/page/AlertArea.tsx';
import { samlIdpKey, type Sp, spPath, spQuery } from '../queries.ts';
import { draftOf, isSound, spForm } from './draft.ts';

const boxes = ['displayName', 'entityId', 'acsUrl', 'relayState', 'logoutUrl', 'metadataUrl'] as const;
export type SpForm = ReturnType<typeof useSpForm>;

/** What is typed and chosen is kept until it is saved or discarded, whatever tab is open. */
export function useSpForm(sp: Sp, say: (alert: AlertContent | undefined) => void) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const query = spQuery(tenantId, sp.samlSpId);
  const editing = useThingForm({
    ...{ thing: sp, draftOf, form: spForm, boxes, say },
    ...{ queryKey: query.queryKey, staleKey: samlIdpKey },
    renew: () => queryClient.fetchQuery({ ...query, staleTime: 0 }),
    send: (body) =>
      call<typeof updateSamlSp>({
        method: 'PUT',
        path: spPath,
        params: { tenantId, samlSpId: sp.samlSpId },
        body: body as SentBodyOf<typeof updateSamlSp>,
        pattern: 'powerUser',
      }),
    savedText: ({ displayName: name }) => t('samlIdp.saved', { name }),
  });
  return { ...editing, valid: isSound(t, editing.draft) };
}
