import { useState } from 'react';
import type { Group } from '#contract/authentication/groups-fields.ts';
import { withoutSent } from '../../../app/without-sent.ts';
import { changesOf, conflictsOf, type Draft, draftOf, type Edits, edited, type Editing, partOf } from './draft.ts';

const nothing: Editing = { edits: {}, begun: {} };

/** What is edited of a group, over the group as the server has it by now. */
export function useEditing(group: Group) {
  const [editing, setEditing] = useState(nothing);
  const saved = draftOf(group);
  const base: Draft = { ...saved, ...editing.begun };
  const draft: Draft = { ...saved, ...editing.edits };
  const conflicts = conflictsOf(editing, saved);
  const others = (fields: Edits) => Object.keys(fields).filter((field) => !(conflicts as string[]).includes(field));
  return {
    editing,
    saved,
    draft,
    /** What whoever edits began from. */
    base,
    changes: changesOf(base, draft),
    /** The fields that somebody else saved otherwise since. */
    conflicts,
    change: (change: Edits) => setEditing((before) => edited(before, change, saved)),
    discard: () => setEditing(nothing),
    /** Nothing that was sent is still to be saved; what was edited meanwhile goes on from what is saved now. */
    wasSaved: (sent: Edits, answer: Group) =>
      setEditing(({ edits, begun }) => {
        const left = withoutSent(edits, sent);
        const now = partOf(draftOf(answer), Object.keys(sent));
        return { edits: left, begun: partOf({ ...begun, ...now }, Object.keys(left)) };
      }),
    takeTheirs: () =>
      setEditing(({ edits, begun }) => ({ edits: partOf(edits, others(edits)), begun: partOf(begun, others(begun)) })),
    keepMine: () => setEditing(({ edits, begun }) => ({ edits, begun: { ...begun, ...partOf(saved, conflicts) } })),
  };
}
