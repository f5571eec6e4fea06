import type { Group, GroupName } from '#contract/people/groups-fields.ts';
import type { updateGroup } from '#contract/people/groups.ts';
import type { SentBodyOf } from '#contract/route.ts';
import type { FormFields } from '../../../base/editing/editing.ts';
import { groupMistake } from '../form.ts';

export type GroupChanges = Omit<SentBodyOf<typeof updateGroup>, 'expected'>;

/** What the forms of a group hold. */
export type Draft = {
  name: string;
  description: string;
  tagNames: readonly string[];
  parents: readonly GroupName[];
};

export function draftOf({ name, description, tagNames, parents }: Group): Draft {
  return { name, description, tagNames, parents };
}

/** Places are sent by the ids of the groups. */
export const groupForm: FormFields<Draft> = {
  sent: ({ name, description, tagNames, parents }, field) =>
    ({
      name: name.trim(),
      description: description.trim(),
      tagNames: [...tagNames],
      parents: parents.map(({ groupId }) => groupId),
    })[field],
  nameOf: (field) => (field === 'parents' ? 'parentGroupIds' : field),
};

/** Whether everything in the forms may be sent. */
export function isValid({ name, description }: Draft): boolean {
  return (
    name.trim() !== '' &&
    groupMistake('name', name) === undefined &&
    groupMistake('description', description) === undefined
  );
}
