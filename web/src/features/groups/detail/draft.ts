import type { Group, GroupName } from '#contract/authentication/groups-fields.ts';
import type { updateGroup } from '#contract/authentication/groups.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { groupMistake } from '../form.ts';

export type GroupChanges = SentBodyOf<typeof updateGroup>;

/** What the forms of a group hold. */
export type Draft = {
  name: string;
  description: string;
  tagNames: readonly string[];
  parents: readonly GroupName[];
};

/** What somebody has changed in the forms; the rest follows the server. */
export type Edits = Partial<Draft>;

export function draftOf({ name, description, tagNames, parents }: Group): Draft {
  return { name, description, tagNames, parents };
}

const same = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join('\n') === [...other].sort().join('\n');
const idsOf = (groups: readonly GroupName[]) => groups.map(({ groupId }) => groupId);

/** What has to be sent to get from `saved` to the form: only what differs. Empty when nothing does. */
export function changesOf(saved: Draft, draft: Draft): GroupChanges {
  const changes: GroupChanges = {};
  if (draft.name.trim() !== saved.name) changes.name = draft.name.trim();
  if (draft.description.trim() !== saved.description) changes.description = draft.description.trim();
  if (!same(draft.tagNames, saved.tagNames)) changes.tagNames = [...draft.tagNames];
  if (!same(idsOf(draft.parents), idsOf(saved.parents))) changes.parentGroupIds = idsOf(draft.parents);
  return changes;
}

/** What has to be sent to undo `changes`. */
export function undoOf(changes: GroupChanges, before: Draft): GroupChanges {
  const back: Required<GroupChanges> = {
    name: before.name,
    description: before.description,
    tagNames: [...before.tagNames],
    parentGroupIds: idsOf(before.parents),
  };
  return Object.fromEntries(Object.entries(back).filter(([field]) => field in changes));
}

/** Whether everything in the forms may be sent. */
export function isValid({ name, description }: Draft): boolean {
  return (
    name.trim() !== '' &&
    groupMistake('name', name) === undefined &&
    groupMistake('description', description) === undefined
  );
}
