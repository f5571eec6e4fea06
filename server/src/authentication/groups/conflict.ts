import type { GroupChanges } from '#contract/authentication/groups.ts';
import { fail } from '#contract/errors.ts';
import { inOneForm, toLower } from '#contract/text-forms.ts';

type Fields = Omit<GroupChanges, 'expected'>;

/** A value in the form in which two are compared: of names and ids it neither counts how they are written nor where they stand. */
const keyOf = (value: string | readonly string[]): string =>
  typeof value === 'string' ? inOneForm(value) : JSON.stringify(value.map((one) => toLower(inOneForm(one))).sort());

/**
 * Throws `conflict` with the fields that are not what whoever changes the group saw, unless they are what is asked for
 * by now: then nothing of somebody else's is lost.
 */
export function refuseConflict({ expected = {}, ...given }: GroupChanges, now: Required<Fields>): void {
  const fields = (Object.keys(expected) as (keyof Fields)[]).filter((field) =>
    [expected[field], given[field]].every((value) => value === undefined || keyOf(value) !== keyOf(now[field])),
  );
  const [field, ...more] = fields;
  if (field) throw fail('conflict', { field, more: more.map((other) => ({ id: 'conflict', field: other })) });
}
