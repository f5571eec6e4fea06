import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Group } from '#contract/authentication/groups-fields.ts';
import { hasErrorId, isApiError } from '../../../api/api-error.ts';
import { failureAlert } from '../../../app/failure.ts';
import { useAct } from '../../../app/use-act.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { groupQuery } from '../../../pickers/queries.ts';
import {
  beforeOf,
  conflictsOf,
  type Draft,
  draftOf,
  type Editing,
  type Edits,
  type GroupChanges,
  isValid,
} from './draft.ts';
import { useEditing } from './use-editing.ts';
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

/** What is typed and chosen is kept until it is saved or discarded: one save for the whole page. */
export function useGroupForm(group: Group, say: Say) {
  const t = useT();
  const put = usePutGroup(group);
  const editing = useEditing(group);
  const [mistakes, setMistakes] = useState<FormMistakes>({});
  const [met, setMet] = useState(false);
  const { busy, run } = useAct(say);
  const meet = useMeetOthers(group, say);
  const { draft, base, changes } = editing;
  const refused = (error: unknown) => {
    if (hasErrorId(error, 'conflict')) return meet(error, editing.editing, () => setMet(true));
    const found = mistakesOf(t, error, draft);
    setMistakes(found ?? {});
    return found !== undefined;
  };
  const save = async () => {
    setMistakes({});
    const sent = editing.editing.edits;
    const done = await run(() => put(changes, beforeOf(changes, base)), refused);
    if (!done) return;
    setMet(false);
    editing.wasSaved(sent, done.answer);
    const undo = { label: t('common.undo'), onClick: () => void putBack(beforeOf(changes, base), changes) };
    say({ kind: 'success', text: t('groups.saved'), action: undo });
  };
  // What stands in the boxes meanwhile is not what is undone: it stays, and no refusal belongs to it.
  const putBack = async (back: GroupChanges, from: GroupChanges) => {
    if (await run(() => put(back, from))) say({ kind: 'success', text: t('groups.undone') });
  };
  const without = (act: () => void) => () => {
    setMistakes({});
    setMet(false);
    act();
  };
  return {
    draft,
    mistakes,
    busy,
    changed: Object.keys(changes).length > 0,
    valid: isValid(draft),
    change: (change: Edits) => {
      editing.change(change);
      setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([box]) => !(box in change))));
    },
    save: () => void save(),
    discard: without(editing.discard),
    /** What somebody else saved meanwhile of what is edited here; nothing before saving met it. */
    conflicts: met ? editing.conflicts : [],
    theirs: editing.saved,
    takeTheirs: without(editing.takeTheirs),
    keepMine: without(editing.keepMine),
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

/** Reads the group as others saved it; where nothing edited is otherwise now, the refusal is said as it is. */
function useMeetOthers({ tenantId, uuid }: Group, say: Say) {
  const t = useT();
  const queryClient = useQueryClient();
  return (error: unknown, editing: Editing, onMet: () => void): true => {
    const read = queryClient.fetchQuery({ ...groupQuery(tenantId, uuid), staleTime: 0 });
    const meet = (now: Group) =>
      conflictsOf(editing, draftOf(now)).length > 0 ? onMet() : say(failureAlert(t, error));
    void read.then(meet, (reason: unknown) => say(failureAlert(t, reason)));
    return true;
  };
}
