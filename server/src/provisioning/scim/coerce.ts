import { bad } from './refusal.ts';
import {
  type Attribute,
  type Extension,
  extensions,
  findPlace,
  MAX_ENTRIES,
  MAX_TEXT,
  subAttribute,
  USER,
  wholeExtension,
} from './schema.ts';

/** A user as a source describes one: attributes by their names, those of the extension under its URN. */
export type Resource = Record<string, unknown>;
export type Values = Record<string, unknown>;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0);

/**
 * The value as the schema has it; undefined for none. Clients write booleans as texts (`"False"`), numbers for texts, one
 * entry for a list and a bare text for an object with a `value`. Throws `invalidValue`.
 */
export function coerce(attribute: Attribute, given: unknown): unknown {
  if (given === null || given === undefined) return undefined;
  if (!attribute.multiValued) return coerceOne(attribute, given);
  const list = (Array.isArray(given) ? given : [given]).map((one) => coerceOne(attribute, one));
  const kept = list.filter((one) => !isEmpty(one)) as Values[];
  if (kept.length > MAX_ENTRIES) throw bad('invalidValue', `${attribute.name} has too many values.`);
  return kept.length === 0 ? undefined : onePrimary(kept);
}

/** One value of it. */
export function coerceOne(attribute: Attribute, given: unknown): unknown {
  if (given === null || given === undefined) return undefined;
  if (attribute.type === 'boolean') return coerceBoolean(attribute, given);
  if (attribute.type !== 'complex') return coerceText(attribute, given);
  const object = isObject(given) ? given : { value: given };
  if (!isObject(given) && !subAttribute(attribute, 'value')) throw wrong(attribute);
  const values: Values = {};
  for (const [name, one] of Object.entries(object)) {
    const sub = subAttribute(attribute, name);
    const read = sub && coerceOne(sub, one);
    if (sub && read !== undefined) values[sub.name] = read;
  }
  return isEmpty(values) ? undefined : values;
}

const wrong = ({ name }: Attribute) => bad('invalidValue', `The value of ${name} is of another type.`);

function coerceBoolean(attribute: Attribute, given: unknown): boolean {
  if (typeof given === 'boolean') return given;
  const word = typeof given === 'string' ? given.toLowerCase() : '';
  if (word !== 'true' && word !== 'false') throw wrong(attribute);
  return word === 'true';
}

function coerceText(attribute: Attribute, given: unknown): string | undefined {
  if (typeof given !== 'string' && typeof given !== 'number' && typeof given !== 'boolean') throw wrong(attribute);
  const text = String(given).normalize('NFC').trim();
  if (text.length > MAX_TEXT || text.includes('\0') || !text.isWellFormed())
    throw bad('invalidValue', `The value of ${attribute.name} is too long or has characters that are not allowed.`);
  return text === '' ? undefined : text;
}

/** At most one is primary: the last that says so. */
export function onePrimary(list: readonly Values[]): Values[] {
  const last = list.findLastIndex(({ primary }) => primary === true);
  return list.map((one, at) => (one.primary === true && at !== last ? { ...one, primary: false } : one));
}

/** A resource of what was sent: known attributes alone. Keys may be paths (`name.givenName`) or begin with a URN. */
export function toResource(given: unknown): Resource {
  const resource: Resource = {};
  for (const [path, value] of entriesOf(given)) setAt(resource, path, value);
  return resource;
}

/**
 * The paths and values of an object: the attributes of an extension each by its own path. Unknown ones are left out. Those of
 * the core may be under its URN, once: within it, the URN is no attribute.
 */
export function entriesOf(given: unknown, isUnderUrn = false): [path: string, value: unknown][] {
  if (!isObject(given)) throw bad('invalidSyntax', 'An object is expected.');
  return Object.entries(given).flatMap(([key, value]): [string, unknown][] => {
    if (key.toLowerCase() === USER.toLowerCase()) return isUnderUrn ? [] : entriesOf(value, true);
    const extension = wholeExtension(key);
    if (extension) return entriesOfExtension(extension, value);
    return findPlace(key) ? [[key, value]] : [];
  });
}

const entriesOfExtension = (urn: Extension, value: unknown): [string, unknown][] =>
  value === null
    ? extensions[urn].map(({ name }) => [`${urn}:${name}`, null])
    : entriesOf(
        Object.fromEntries(Object.entries(isObject(value) ? value : {}).map(([name, one]) => [`${urn}:${name}`, one])),
      );

/** The object that has the attribute: the resource, or its extension. */
export function ownerOf(resource: Resource, extension: string | undefined): Values {
  if (!extension) return resource;
  const known = resource[extension];
  if (isObject(known)) return known;
  const made: Values = {};
  resource[extension] = made;
  return made;
}

/** Sets or, with nothing, removes an attribute. */
export function put(resource: Resource, extension: string | undefined, name: string, value: unknown): void {
  const owner = ownerOf(resource, extension);
  if (isEmpty(value)) delete owner[name];
  else owner[name] = value;
  if (extension && isEmpty(owner)) delete resource[extension];
}

/** Sets the attribute of a path whole; of an object, one part of it. */
export function setAt(resource: Resource, path: string, given: unknown): void {
  const place = findPlace(path);
  if (!place) return;
  const { extension, attribute, sub } = place;
  if (!sub) {
    put(resource, extension, attribute.name, coerce(attribute, given));
    return;
  }
  if (attribute.multiValued) return;
  const before = ownerOf(resource, extension)[attribute.name];
  const values: Values = { ...(isObject(before) ? before : {}), [sub.name]: coerceOne(sub, given) };
  if (values[sub.name] === undefined) delete values[sub.name];
  put(resource, extension, attribute.name, values);
}
