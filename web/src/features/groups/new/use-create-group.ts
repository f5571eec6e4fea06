import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { createGroup } from '#contract/people/groups.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { call } from '../../../api/call.ts';
import { fieldMistakes } from '../../../base/failure.ts';
import { useSayOnArrival } from '../../../base/page-alert.ts';
import { useMe } from '../../../base/session-queries.ts';
import { useAct } from '../../../base/use-act.ts';
import { useLanguage, useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import { type Say, useRenewGroups } from '../detail/use-group-acts.ts';
import { type GroupForm, groupFields } from '../form.ts';
import { goneAlert, goneOf } from '../gone.ts';
import { type Content, sentOf } from './content.ts';

/**
 * Makes a group and goes to its page; what the server refuses about a box is given to the box.
 * @param drop takes back what was chosen and is not there any more, by uuid; who it is, is said
 */
export function useCreateGroup(say: Say, drop: (uuids: ReadonlySet<string>) => void) {
  const t = useT();
  const language = useLanguage();
  const { tenantId } = useMe();
  const queryClient = useQueryClient();
  const renew = useRenewGroups();
  const navigate = useNavigate();
  const sayOnArrival = useSayOnArrival();
  const [refused, setRefused] = useState<Partial<GroupForm>>({});
  const { busy, run } = useAct(say);
  const take = (error: unknown, content: Content) => {
    for (const [thing, sent] of sentOf(t, content, language)) {
      const gone = goneOf(error, thing, sent);
      if (gone.length === 0) continue;
      drop(new Set(gone.map(({ uuid }) => uuid)));
      say(goneAlert(t, thing, gone));
      return true;
    }
    const found = fieldMistakes(error, { duplicated_params_groupId: 'groupId' }, groupFields);
    if (found) setRefused(Object.fromEntries(Object.entries(found).map(([field, id]) => [field, t(`errors.${id}`)])));
    return found !== undefined;
  };
  const create = async (body: SentBodyOf<typeof createGroup>, content: Content) => {
    const path = '/api/auth/tenants/{tenantId}/groups';
    const done = await run(
      () => call<typeof createGroup>({ method: 'POST', path, params: { tenantId }, body, pattern: 'powerUser' }),
      (error) => take(error, content),
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
