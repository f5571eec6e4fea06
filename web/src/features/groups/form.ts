import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '#contract/limits.ts';
import { codePointLength, isGroupId } from '#contract/rules.ts';
import { isVisibleName } from '#contract/visible-name.ts';

export const groupFields = ['groupId', 'name', 'description'] as const;
export type GroupField = (typeof groupFields)[number];
export type GroupForm = Record<GroupField, string>;

export const emptyForm: GroupForm = { groupId: '', name: '', description: '' };

export const longest: Record<'name' | 'description', number> = {
  name: MAX_NAME_LENGTH,
  description: MAX_DESCRIPTION_LENGTH,
};

export type GroupMistake = 'groupId' | 'unseen' | 'tooLong';

/** What is wrong with a field that is not empty (spec section 5). */
export function groupMistake(field: GroupField, value: string): GroupMistake | undefined {
  const given = value.trim();
  if (field === 'groupId') return isGroupId(given) ? undefined : 'groupId';
  if (field === 'name' && !isVisibleName(given)) return 'unseen';
  return codePointLength(given) > longest[field] ? 'tooLong' : undefined;
}

/** Whether the form may be sent: the id and the name are needed. */
export function isComplete(form: GroupForm): boolean {
  return groupFields.every((field) =>
    form[field].trim() === '' ? field === 'description' : groupMistake(field, form[field]) === undefined,
  );
}
