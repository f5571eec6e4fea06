// Without zod, so that pages and server compare alike.
import { inOneForm, toLower } from './text-forms.ts';

/** Fields that list IDs of other things: case and order are ignored. */
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

/** True if two values of a field are equal; texts are compared in normalized form. */
export function isSame(field: string, one: unknown, other: unknown): boolean {
  return keyOf(field, one) === keyOf(field, other);
}

const isParts = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Flattens fields with parts, such as `extensionAttributes`, into one per part: `extensionAttributes.…`. */
function flat(fields: Fields): Map<string, unknown> {
  const parts = Object.entries(fields).flatMap(([field, value]) =>
    isParts(value)
      ? Object.entries(value).map(([part, one]) => [`${field}.${part}`, one] as const)
      : [[field, value] as const],
  );
  return new Map(parts.filter(([, value]) => value !== undefined));
}

/**
 * Fields that differ `now` from what was `expected`, except those that already equal `given`, because overwriting them
 * loses nothing. A missing part counts as an empty text.
 */
export function conflictingFields(expected: Fields, given: Fields, now: Fields): string[] {
  const [wanted, saved] = [flat(given), flat(now)];
  return [...flat(expected)]
    .filter(([field, value]) => !isSame(field, value, saved.get(field)))
    .filter(([field]) => !wanted.has(field) || !isSame(field, wanted.get(field), saved.get(field)))
    .map(([field]) => field);
}
