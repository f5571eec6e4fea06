import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#contract/people/groups-fields.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useSaving } from '../../../base/editing/use-saving.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import { type Draft, draftOf, groupForm, isValid } from './draft.ts';
import { type Say, usePutGroup } from './use-group-acts.ts';

/** The boxes a refusal can belong to. */
export type FormMistakes = Partial<Record<keyof Draft, string>>;

const boxes: Record<string, keyof Draft> = { parentGroupIds: 'parents' };
const fields: readonly string[] = ['name', 'description', 'tagNames', 'parents'] satisfies (keyof Draft)[];

/** Where a refusal belongs, and which of the things sent it is about (`parentGroupIds.2` is the third). */
function placeOf(field: string | undefined): { box: keyof Draft; at: number } | undefined {
  const [name = '', at] = field?.split('.') ?? [];
  const box = boxes[name] ?? (fields.includes(name) ? (name as keyof Draft) : undefined);
  return box && { box, at: Number(at) };
}

export type GroupForm = ReturnType<typeof useGroupForm>;

/** What the cards of the profile get. */
export type ProfileProps = { group: Group; form: GroupForm; mayChange: boolean };

/** What is typed and chosen is kept until it is saved or discarded: one save for the whole page. */
export function useGroupForm(group: Group, say: Say) {
  const t = useT();
  const queryClient = useQueryClient();
  const put = usePutGroup(group);
  const [mistakes, setMistakes] = useState<FormMistakes>({});
  const { tenantId, uuid } = group;
  const { run: _, ...saving } = useSaving<Draft, Group>({
    saved: draftOf(group),
    form: groupForm,
    put,
    draftOf,
    renew: () => queryClient.fetchQuery({ ...groupQuery(tenantId, uuid), staleTime: 0 }),
    say,
    savedText: () => t('groups.saved'),
    undoneText: t('groups.undone'),
    onRefusal: (error) => {
      const found = mistakesOf(t, error, saving.draft);
      setMistakes(found ?? {});
      return found !== undefined;
    },
  });
  const fresh = (act: () => void) => () => {
    setMistakes({});
    act();
  };
  return {
    ...saving,
    mistakes,
    valid: isValid(saving.draft),
    change: (change: Partial<Draft>) => {
      saving.change(change);
      setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([box]) => !(box in change))));
    },
    save: fresh(saving.save),
    discard: fresh(saving.discard),
  };
}

/** The mistakes by their boxes; undefined where one of them belongs to none. */
function mistakesOf(t: Translate, error: unknown, draft: Draft): FormMistakes | undefined {
  const found: FormMistakes = {};
  for (const { message_id, field } of isApiError(error) ? error.entries : []) {
    const place = placeOf(field) ?? (message_id === 'cycle_detected' ? { box: 'parents' as const, at: -1 } : undefined);
    if (!place) return undefined;
    const thing = place.box === 'parents' ? draft.parents[place.at]?.name : undefined;
    const reason = t(`errors.${message_id}`);
    found[place.box] = thing ? t('groups.refusedOne', { name: thing, reason }) : reason;
  }
  return Object.keys(found).length > 0 ? found : undefined;
}
