import { fail } from '#contract/errors.ts';
import { conflictingFields } from '#contract/same-value.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses a change of a thing that is not as it was expected to be. Call it with the thing as it is `now`, locked until
 * the transaction ends: of two changes at once one is refused then. Throws `conflict` with each field.
 */
export function refuseConflict({ expected, ...given }: Fields & { expected?: Fields | undefined }, now: Fields): void {
  const [field, ...more] = conflictingFields(expected ?? {}, given, now);
  if (field) throw fail('conflict', { field, more: more.map((other) => ({ id: 'conflict', field: other })) });
}
