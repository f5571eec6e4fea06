import { useState } from 'react';
import type { Group } from '#contract/authentication/groups-fields.ts';
import { isApiError } from '../../../api/api-error.ts';
import { useAct } from '../../../app/use-act.ts';
import { withoutSent } from '../../../app/without-sent.ts';
import { useT } from '../../../i18n/use-t.tsx';
import { changesOf, type Draft, draftOf, type Edits, type GroupChanges, isValid, undoOf } from './draft.ts';
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
  const [edits, setEdits] = useState<Edits>({});
  const [mistakes, setMistakes] = useState<FormMistakes>({});
  const { busy, run } = useAct(say);
  const saved = draftOf(group);
  const draft: Draft = { ...saved, ...edits };
  const changes = changesOf(saved, draft);
  const refused = (error: unknown) => {
    const found: FormMistakes = {};
    for (const { message_id, field } of isApiError(error) ? error.entries : []) {
      const place =
        placeOf(field) ?? (message_id === 'cycle_detected' ? { box: 'parents' as const, at: -1 } : undefined);
      if (!place) return false;
      const thing = place.box === 'parents' ? draft.parents[place.at]?.name : undefined;
      const reason = t(`errors.${message_id}`);
      found[place.box] = thing ? t('groups.refusedOne', { name: thing, reason }) : reason;
    }
    setMistakes(found);
    return Object.keys(found).length > 0;
  };
  const save = async () => {
    setMistakes({});
    const done = await run(() => put(changes), refused);
    if (!done) return;
    setEdits((now) => withoutSent(now, edits));
    const back = undoOf(changes, saved);
    say({
      kind: 'success',
      text: t('groups.saved'),
      action: { label: t('common.undo'), onClick: () => void undo(back) },
    });
  };
  // What stands in the boxes meanwhile is not what is undone: it stays, and no refusal belongs to it.
  const undo = async (back: GroupChanges) => {
    if (await run(() => put(back))) say({ kind: 'success', text: t('groups.undone') });
  };
  return {
    draft,
    mistakes,
    busy,
    changed: Object.keys(changes).length > 0,
    valid: isValid(draft),
    change: (change: Edits) => {
      setEdits((before) => ({ ...before, ...change }));
      setMistakes((before) => Object.fromEntries(Object.entries(before).filter(([box]) => !(box in change))));
    },
    save: () => void save(),
    discard: () => {
      setEdits({});
      setMistakes({});
    },
  };
}
