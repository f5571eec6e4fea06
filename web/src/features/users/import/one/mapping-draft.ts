import { directoryFields } from '#contract/authentication/user-imports-fields.ts';

/** Column → field; an empty field: the column is not imported. */
export type MappingDraft = Readonly<Record<string, string>>;

/** What is sent: only the columns that become something. */
export function mappingOf(draft: MappingDraft): Record<string, string> {
  return Object.fromEntries(Object.entries(draft).filter(([, field]) => directoryFields.includes(field)));
}

/** The fields that more than one column is to become. */
export function twiceIn(draft: MappingDraft): string[] {
  const fields = Object.values(mappingOf(draft));
  return [...new Set(fields.filter((field, place) => fields.indexOf(field) !== place))];
}

export type MappingMistake = 'noUserId' | 'twice';

/** What keeps a mapping from being used: users are found by their ids, and a field has one column. */
export function mappingMistake(draft: MappingDraft): MappingMistake | undefined {
  if (twiceIn(draft).length > 0) return 'twice';
  return Object.values(draft).includes('userId') ? undefined : 'noUserId';
}
