import { coerce, coerceOne, entriesOf, onePrimary, ownerOf, put, type Resource, setAt, type Values } from './coerce.ts';
import { type Filter, parseFilter } from './filter.ts';
import { bad } from './refusal.ts';
import { findPlace, type Place, readOnly, subAttribute, withoutUrn } from './schema.ts';

const MAX_OPERATIONS = 100;
/** attribute[filter].sub, behind the URN of a schema. */
const PATH = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;

type Operation = { op: 'add' | 'replace' | 'remove'; path: string | undefined; value: unknown };

/** The operations of a PATCH (RFC 7644 section 3.5.2), whatever the case of names and words. Throws `invalidSyntax`. */
export function operationsOf(body: unknown): Operation[] {
  const given = keyOf(body, 'operations');
  if (!Array.isArray(given) || given.length === 0)
    throw bad('invalidSyntax', `Operations are a list of 1 to ${MAX_OPERATIONS}.`);
  if (given.length > MAX_OPERATIONS) throw bad('tooMany', `Operations are a list of 1 to ${MAX_OPERATIONS}.`);
  return given.map((one) => {
    const word = keyOf(one, 'op');
    const op = typeof word === 'string' ? word.toLowerCase() : '';
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw bad('invalidSyntax', 'An operation is add, replace or remove.');
    const path = keyOf(one, 'path');
    if (path !== undefined && path !== null && typeof path !== 'string') throw bad('invalidPath', 'A path is a text.');
    return { op, path: path || undefined, value: keyOf(one, 'value') };
  });
}

/** A property of an object by its name in lower case. */
export function keyOf(given: unknown, name: string): unknown {
  if (typeof given !== 'object' || given === null) return undefined;
  return Object.entries(given).find(([key]) => key.toLowerCase() === name)?.[1];
}

/** The resource after the operations; the given one stays as it is. */
export function patched(before: Resource, operations: readonly Operation[]): Resource {
  const resource = structuredClone(before);
  for (const operation of operations) apply(resource, operation);
  return resource;
}

function apply(resource: Resource, { op, path, value }: Operation): void {
  if (path === undefined && op === 'remove') throw bad('noTarget', 'What to remove is said by a path.');
  const parts = path === undefined ? entriesOf(value) : [[path, value] as const];
  for (const [key, one] of parts) applyAt(resource, op, key, one);
}

function applyAt(resource: Resource, op: Operation['op'], path: string, value: unknown): void {
  const named = withoutUrn(path);
  if (named.extension && named.rest === '') {
    if (op === 'remove') {
      delete resource[named.extension];
      return;
    }
    for (const [key, one] of entriesOf({ [path]: value })) applyAt(resource, op, key, one);
    return;
  }
  const [, name = '', filter, subName] = PATH.exec(named.rest) ?? [];
  if (readOnly.has(name.toLowerCase())) throw bad('mutability', `${name} is read-only.`);
  const place = findPlace(`${named.extension ? `${named.extension}:` : ''}${name}`);
  const sub = place && subName !== undefined ? subAttribute(place.attribute, subName) : undefined;
  if (!place || (subName !== undefined && !sub)) throw bad('invalidPath', `There is no attribute ${path}.`);
  if (place.attribute.multiValued) inList(resource, op, { ...place, sub }, filter, value);
  else if (filter !== undefined) throw bad('invalidPath', `${name} has one value.`);
  else if (op !== 'remove' && place.attribute.type === 'complex' && !sub && isObject(value)) {
    for (const [key, one] of Object.entries(value))
      if (subAttribute(place.attribute, key)) setAt(resource, `${path}.${key}`, one);
  } else setAt(resource, path, op === 'remove' ? null : value);
}

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function inList(
  resource: Resource,
  op: Operation['op'],
  place: Place,
  filter: string | undefined,
  value: unknown,
): void {
  const { extension, attribute, sub } = place;
  const before = (ownerOf(resource, extension)[attribute.name] ?? []) as Values[];
  const wanted = filter === undefined ? null : parseFilter(filter);
  const meets = (entry: Values) => wanted === null || isMet(wanted, place, entry);
  const set = (entry: Values): Values => {
    if (!sub) return { ...entry, ...((coerceOne(attribute, value) as Values | undefined) ?? {}) };
    return { ...entry, [sub.name]: op === 'remove' ? undefined : coerceOne(sub, value) };
  };
  const without = (entry: Values) => (sub ? filled(set(entry)) : []);
  const after = () => {
    if (filter === undefined && !sub) return wholeList(op, place, before, value);
    if (op === 'remove') return before.flatMap((entry) => (meets(entry) ? without(entry) : [entry]));
    // Entra ID adds to and replaces what is not there yet: it is made.
    if (!before.some(meets)) return [...before, set(wanted === null ? {} : termsOf(wanted, place))];
    const changed = before.map((entry) => (meets(entry) ? set(entry) : entry));
    return primaryLast(changed, before, meets);
  };
  put(resource, extension, attribute.name, coerce(attribute, after()));
}

/** An entry without anything but its kind is none. */
const filled = (entry: Values): Values[] =>
  Object.entries(entry).some(([name, one]) => one !== undefined && name !== 'type' && name !== 'primary')
    ? [entry]
    : [];

/** An entry that becomes primary takes that from the others. */
function primaryLast(changed: Values[], before: readonly Values[], meets: (entry: Values) => boolean): Values[] {
  const now = changed.findIndex(
    (entry, at) => entry.primary === true && before[at]?.primary !== true && meets(before[at] ?? {}),
  );
  return now < 0
    ? changed
    : changed.map((entry, at) => (at !== now && entry.primary ? { ...entry, primary: false } : entry));
}

function wholeList(op: Operation['op'], { attribute }: Place, before: Values[], value: unknown): Values[] {
  const given = (coerce(attribute, value) ?? []) as Values[];
  if (op === 'replace') return given;
  if (op === 'add') {
    const known = new Set(before.map(keyText));
    return onePrimary([...before, ...given.filter((one) => !known.has(keyText(one)))]);
  }
  // Without a value all are removed; with one, those of that value.
  if (value === undefined || value === null) return [];
  return before.filter((entry) => !given.some((one) => one.value === entry.value));
}

/** The same for entries that say the same, in whatever order. */
const keyText = (values: Values): string => JSON.stringify(Object.entries(values).sort());

/** The values that a filter asks to be equal, for an entry that it is to meet. */
function termsOf(filter: Filter, { attribute }: Place): Values {
  if (filter.is === 'and')
    return Object.assign({}, ...filter.parts.map((part) => termsOf(part, { attribute } as Place)));
  if (filter.is !== 'compare' || filter.how !== 'eq') return {};
  const sub = subAttribute(attribute, filter.path);
  return sub ? { [sub.name]: coerceOne(sub, filter.value) } : {};
}

/** Whether an entry of a list meets a filter. Throws `invalidFilter` for an unknown attribute. */
function isMet(filter: Filter, place: Place, entry: Values): boolean {
  switch (filter.is) {
    case 'and':
      return filter.parts.every((part) => isMet(part, place, entry));
    case 'or':
      return filter.parts.some((part) => isMet(part, place, entry));
    case 'not':
      return !isMet(filter.part, place, entry);
    case 'entry':
      throw bad('invalidFilter', 'A filter of values has no other in it.');
    default: {
      const sub = subAttribute(place.attribute, filter.path);
      if (!sub) throw bad('invalidFilter', `There is no attribute ${filter.path}.`);
      const value = entry[sub.name] ?? (sub.type === 'boolean' ? false : undefined);
      if (filter.is === 'present') return value !== undefined;
      return compares(filter.how, value, sub.type === 'boolean' ? coerceOne(sub, filter.value) : filter.value);
    }
  }
}

function compares(how: string, value: unknown, wanted: unknown): boolean {
  const [one, other] = [value, wanted].map((each) => (typeof each === 'string' ? each.toLowerCase() : each));
  if (how === 'eq') return (one ?? null) === (other ?? null);
  if (how === 'ne') return (one ?? null) !== (other ?? null);
  if (typeof one !== 'string' || typeof other !== 'string') return false;
  if (how === 'co') return one.includes(other);
  if (how === 'sw') return one.startsWith(other);
  if (how === 'ew') return one.endsWith(other);
  if (how === 'gt') return one > other;
  if (how === 'ge') return one >= other;
  return how === 'lt' ? one < other : one <= other;
}
