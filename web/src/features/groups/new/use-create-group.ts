import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { createGroup } from '#contract/authentication/groups.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../app/failure.ts';
import { useSayOnArrival } from '../../../app/page-alert.ts';
import { useMe } from '../../../app/session-queries.ts';
import { useAct } from '../../../app/use-act.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import { type Say, useRenewGroups } from '../detail/use-group-acts.ts';
import { type GroupForm, groupFields } from '../form.ts';

/** Makes a group and goes to its page; what the server refuses about a box is given to the box. */
export function useCreateGroup(say: Say) {
  const t = useT();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const renew = useRenewGroups();
  const navigate = useNavigate();
  const sayOnArrival = useSayOnArrival();
  const [refused, setRefused] = useState<Partial<GroupForm>>({});
  const { busy, run } = useAct(say);
  const take = (error: unknown) => {
    const found = fieldMistakes(error, { duplicated_params_groupId: 'groupId' }, groupFields);
    if (found) setRefused(Object.fromEntries(Object.entries(found).map(([field, id]) => [field, t(`errors.${id}`)])));
    return found !== undefined;
  };
  const create = async (body: SentBodyOf<typeof createGroup>) => {
    const path = '/api/auth/tenants/{tenantId}/groups';
    const done = await run(
      () => call<typeof createGroup>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
      take,
    );
    if (!done) return;
    const { uuid, name } = done.answer;
    queryClient.setQueryData(groupQuery(tenantId, uuid).queryKey, done.answer);
    void renew();
    sayOnArrival({ kind: 'success', text: t('groups.added', { name }) });
    await navigate({ to: '/portal/groups/$uuid', params: { uuid }, ignoreBlocker: true });
  };
  /** What was typed anew is not refused any more. */
  const forget = (part: Partial<GroupForm>) =>
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in part))));
  return { busy, refused, forget, create };
}
