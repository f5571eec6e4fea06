import { EXTENSION_ATTRIBUTES, MAX_EXTENSION_ATTRIBUTE_LENGTH } from '../limits.ts';
import { type UserText, userTextNames, userTexts } from '../people/user-texts.ts';
import { codePointLength } from '../rules.ts';
import { isVisibleName } from '../visible-name.ts';

// Without zod: the page shows by it what the server will do.

/** Business constant: values of a connection that are mapped to groups. */
export const MAX_MAPPED_GROUPS = 100;
export const MAX_CLAIM_LENGTH = 200;
export const MAX_CLAIM_VALUE_LENGTH = 256;

/** The fields of users that a connection can fill. */
export const mappableFields: readonly string[] = [...userTextNames, ...EXTENSION_ATTRIBUTES];

/** What a provider says of a user: the values of each claim or attribute. */
export type Said = Readonly<Record<string, readonly string[]>>;

export interface MappedField {
  claim: string;
  field: string;
}
export interface MappedGroup {
  claim: string;
  value: string;
  /** UUID. */
  group: string;
}
export interface Mapping {
  mappedFields: readonly MappedField[];
  mappedGroups: readonly MappedGroup[];
}

/** Whether a value can be kept in a field; others are left out, so that a strange value keeps no user out. */
function fits(field: string, value: string): boolean {
  const text = userTextNames.find((name): name is UserText => name === field);
  const longest = text ? userTexts[text].longest : MAX_EXTENSION_ATTRIBUTE_LENGTH;
  return (
    value !== '' &&
    value.isWellFormed() &&
    codePointLength(value) <= longest &&
    !/\p{Cc}/u.test(value) &&
    (text === undefined || isVisibleName(value))
  );
}

const valuesOf = (said: Said, claim: string): readonly string[] =>
  (Object.hasOwn(said, claim) ? said[claim] : []) ?? [];

/**
 * What a user gets by a mapping: the first value of a claim in a field, and the groups of which a value is named exactly.
 * A claim that is not said leaves its fields as they are.
 */
export function mappedBy({ mappedFields, mappedGroups }: Mapping, said: Said) {
  const fields = mappedFields.flatMap(({ claim, field }) => {
    const value = valuesOf(said, claim)[0]?.trim().normalize('NFC') ?? '';
    return fits(field, value) ? [[field, value] as const] : [];
  });
  const groups = mappedGroups.filter(({ claim, value }) => valuesOf(said, claim).includes(value));
  return { fields: Object.fromEntries(fields), groups: [...new Set(groups.map(({ group }) => group))] };
}
