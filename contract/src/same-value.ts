// Without zod, so that pages compare by the same rule as the server.
import { inOneForm, toLower } from './text-forms.ts';

/** Fields that name other things by their ids: another case or order names the same ones. */
const NAMES: ReadonlySet<string> = new Set(['groups', 'parentGroupIds', 'roles', 'tagNames']);

type Fields = Readonly<Record<string, unknown>>;

function keyOf(field: string, value: unknown): string {
  if (Array.isArray(value) && NAMES.has(field)) return JSON.stringify(value.map(nameOf).sort());
  const written = (_: string, part: unknown) => (typeof part === 'string' ? inOneForm(part) : part);
  return JSON.stringify(value ?? '', written);
}

const nameOf = (value: unknown) =>
  toLower(
    inOneForm(
      typeof value === 'object' && value !== null && 'groupId' in value ? String(value.groupId) : String(value),
    ),
  );

/** Whether two values of a field are the same; of text it does not count how its letters are composed. */
export function isSame(field: string, one: unknown, other: unknown): boolean {
  return keyOf(field, one) === keyOf(field, other);
}

const isParts = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields with parts of their own, such as `extensionAttributes`, as a field for each: `extensionAttributes.…`. */
function flat(fields: Fields): Map<string, unknown> {
  const parts = Object.entries(fields).flatMap(([field, value]) =>
    isParts(value)
      ? Object.entries(value).map(([part, one]) => [`${field}.${part}`, one] as const)
      : [[field, value] as const],
  );
  return new Map(parts.filter(([, value]) => value !== undefined));
}

/**
 * The fields that were `expected` to be otherwise than they are `now`. One that is by now as `given` is none of them:
 * nothing that another person saved is lost then. A part that is not there reads as an empty text.
 */
export function conflictingFields(expected: Fields, given: Fields, now: Fields): string[] {
  const [wanted, saved] = [flat(given), flat(now)];
  return [...flat(expected)]
    .filter(([field, value]) => !isSame(field, value, saved.get(field)))
    .filter(([field]) => !wanted.has(field) || !isSame(field, wanted.get(field), saved.get(field)))
    .map(([field]) => field);
}
