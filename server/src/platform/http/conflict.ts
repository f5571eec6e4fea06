import { fail } from '#contract/errors.ts';
import { conflictingFields } from '#contract/same-value.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Refuses a change if the object no longer is as `expected`. Call it with the object as it is `now`, locked until the
 * transaction ends, so that of two concurrent changes one is refused. Throws `conflict` for each field that differs.
 */
export function refuseConflict({ expected, ...given }: Fields & { expected?: Fields | undefined }, now: Fields): void {
  const [field, ...more] = conflictingFields(expected ?? {}, given, now);
  if (field) throw fail('conflict', { field, more: more.map((other) => ({ id: 'conflict', field: other })) });
}
