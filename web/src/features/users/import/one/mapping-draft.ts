import { becomesOf, directoryFields, makesUserIds, toldBy } from '#contract/people/user-imports-fields.ts';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import type { ItemNamesOf } from '../../../../base/history/item-words.ts';

/** Column → field; an empty field: the column is not imported. */
export type MappingDraft = Readonly<Record<string, string>>;

/** What is sent: only the columns that become something. */
export function mappingOf(draft: MappingDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(draft).filter(([, field]) => directoryFields.includes(field)));
}

/** What can be chosen: of the tenant's own items those with a name, and whatever is chosen already. */
export function offeredFields(draft: MappingDraft, names: ItemNamesOf = {}): string[] {
  const chosen = Object.values(draft);
  return directoryFields.filter(
    (field) => !EXTENSION_ATTRIBUTES.includes(field) || names[field] !== undefined || chosen.includes(field),
  );
}

/** The fields that more than one column is to tell. */
export function twiceIn(draft: MappingDraft): string[] {
  const fields = Object.values(mappingOf(draft)).flatMap(toldBy);
  return [...new Set(fields.filter((field, place) => fields.indexOf(field) !== place))];
}

/** Whether another column tells what this one is to tell. */
export function isTwice(draft: MappingDraft, column: string): boolean {
  const twice = twiceIn(draft);
  return toldBy(becomesOf(draft, column) ?? '').some((field) => twice.includes(field));
}

/** The column of mail addresses that user ids are made of. */
export const addressColumn = (draft: MappingDraft): string | undefined =>
  Object.keys(draft).find((column) => makesUserIds(draft[column]));

export type MappingMistake = 'noUserId' | 'twice';

/** What keeps a mapping from being used: users need ids, and a field has one column. */
export function mappingMistake(draft: MappingDraft): MappingMistake | undefined {
  if (twiceIn(draft).length > 0) return 'twice';
  return Object.values(draft).flatMap(toldBy).includes('userId') ? undefined : 'noUserId';
}
