import type { Group, GroupName } from '#contract/authentication/groups-fields.ts';
import type { updateGroup } from '#contract/authentication/groups.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { groupMistake } from '../form.ts';

export type GroupChanges = Omit<SentBodyOf<typeof updateGroup>, 'expected'>;

/** What the forms of a group hold. */
export type Draft = {
  name: string;
  description: string;
  tagNames: readonly string[];
  parents: readonly GroupName[];
};

/** What somebody has changed in the forms; the rest follows the server. */
export type Edits = Partial<Draft>;

/** The edits, and what the same fields were when each edit began: others may save meanwhile. */
export type Editing = { edits: Edits; begun: Edits };

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

/** What the fields of `changes` were: what whoever saves expects there, and what undoes them. */
export function beforeOf(changes: GroupChanges, before: Draft): GroupChanges {
  const all: Required<GroupChanges> = {
    name: before.name,
    description: before.description,
    tagNames: [...before.tagNames],
    parentGroupIds: idsOf(before.parents),
  };
  return Object.fromEntries(Object.entries(all).filter(([field]) => field in changes));
}

const fieldOf = { name: 'name', description: 'description', tagNames: 'tagNames', parentGroupIds: 'parents' } as const;

/** The fields of the forms that changes are about. */
export const fieldsOf = (changes: GroupChanges): (keyof Draft)[] =>
  (Object.keys(changes) as (keyof GroupChanges)[]).map((name) => fieldOf[name]);

/** The part of a draft that is about some fields. */
export const partOf = (draft: Edits, fields: readonly string[]): Edits =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => fields.includes(field)));

/**
 * One edit more, of what stands in the forms over `saved`. What was brought back to what it was is edited no longer; a
 * space at its end counts, or nobody could type another word.
 */
export function edited({ edits, begun }: Editing, change: Edits, saved: Draft): Editing {
  const all = { ...edits, ...change };
  const from = { ...partOf(saved, Object.keys(change)), ...begun };
  const fields = (Object.keys(all) as (keyof Draft)[]).filter(
    (field) => JSON.stringify(all[field]) !== JSON.stringify(from[field]),
  );
  return { edits: partOf(all, fields), begun: partOf(from, fields) };
}

/** The fields that both somebody else and whoever edits changed, and not to the same. */
export function conflictsOf({ edits, begun }: Editing, saved: Draft): (keyof Draft)[] {
  const base = { ...saved, ...begun };
  const draft = { ...saved, ...edits };
  const theirs = changesOf(base, saved);
  const still = changesOf(saved, draft);
  return fieldsOf(changesOf(base, draft)).filter((field) =>
    [theirs, still].every((changes) => fieldsOf(changes).includes(field)),
  );
}

/** Whether everything in the forms may be sent. */
export function isValid({ name, description }: Draft): boolean {
  return (
    name.trim() !== '' &&
    groupMistake('name', name) === undefined &&
    groupMistake('description', description) === undefined
  );
}
