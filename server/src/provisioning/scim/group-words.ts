import { coerceOne } from './coerce.ts';
import { type Filter, parseFilter } from './filter.ts';
import { keyOf, operationsOf } from './patch.ts';
import { bad } from './refusal.ts';
import type { Attribute } from './schema.ts';

/** What clients say of groups: whole ones, and changes in either dialect, as a list of what to do. */

export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const displayName: Attribute = {
  ...{ name: 'displayName', type: 'string', required: true },
  description: 'How the source names the group. Unique in the source.',
};
const externalId: Attribute = { name: 'externalId', type: 'string', description: 'The ID that the source gives.' };

export const groupAttributes: readonly Attribute[] = [
  displayName,
  {
    ...{
      name: 'members',
      type: 'complex',
      multiValued: true,
      description: 'Users of the source who are in the group.',
    },
    sub: [
      { name: 'value', type: 'string', description: 'The ID of the user.' },
      { name: 'display', type: 'string', description: 'The userName of the user.' },
      { name: 'type', type: 'string', description: 'The kind of the member, always User.' },
    ],
  },
];

export type GroupChange =
  | { is: 'displayName'; value: string }
  | { is: 'externalId'; value: string | null }
  /** `all`: whoever is in it. */
  | { is: 'members'; how: 'add' | 'remove' | 'replace'; ids: string[] | 'all' };

/** Names are in indexes, which take no long ones. */
const MAX_NAME = 256;
const MAX_MEMBERS = 10_000;
/** name[filter].part, behind the URN of the schema. */
const PATH = /^([A-Za-z$][\w$-]*)(?:\[(.*)\])?(?:\.([A-Za-z$][\w$-]*))?$/s;
const ofServer = new Set(['id', 'meta', 'schemas']);

/** Without the URN of the schema before it. */
export const withoutGroupUrn = (path: string): string =>
  /^:/.test(path.slice(GROUP.length)) && path.toLowerCase().startsWith(GROUP.toLowerCase())
    ? path.slice(GROUP.length + 1)
    : path;

/** A whole group. What is left out keeps its value, except the external ID. Throws `invalidValue`. */
export function toGroupChanges(body: unknown): GroupChange[] {
  const changes = partsOf(body).flatMap(([path, value]) => changeAt('replace', path, value, false));
  if (!changes.some(({ is }) => is === 'displayName')) throw bad('invalidValue', 'A group needs a displayName.');
  return changes.some(({ is }) => is === 'externalId') ? changes : [...changes, { is: 'externalId', value: null }];
}

/** The changes of a PATCH, in their order. Throws `invalidPath`, `invalidValue`, `noTarget`, `mutability`. */
export const groupChangesOf = (body: unknown): GroupChange[] =>
  operationsOf(body).flatMap(({ op, path, value }) => {
    if (path !== undefined) return changeAt(op, path, value, true);
    if (op === 'remove') throw bad('noTarget', 'What to remove is said by a path.');
    return partsOf(value).flatMap(([key, one]) => changeAt(op, key, one, false));
  });

function partsOf(given: unknown): [string, unknown][] {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw bad('invalidSyntax', 'An object is expected.');
  return Object.entries(given);
}

/** `isNamed`: by a path, where what is not there is refused instead of left out. */
function changeAt(op: 'add' | 'replace' | 'remove', path: string, value: unknown, isNamed: boolean): GroupChange[] {
  const [, named = '', filter, part] = PATH.exec(withoutGroupUrn(path)) ?? [];
  const name = named.toLowerCase();
  if (isNamed && ofServer.has(name)) throw bad('mutability', `${named} is read-only.`);
  if (name === 'members') return [membersAt(op, filter, part, value)];
  const isPlain = filter === undefined && part === undefined;
  if (name === 'displayname' && isPlain) {
    if (op === 'remove') throw bad('invalidValue', 'A group needs a displayName.');
    return [{ is: 'displayName', value: nameOf(value) }];
  }
  if (name === 'externalid' && isPlain) {
    const id = op === 'remove' ? undefined : coerceOne(externalId, value);
    if (typeof id === 'string' && id.length > MAX_NAME)
      throw bad('invalidValue', `An externalId has at most ${MAX_NAME} characters.`);
    return [{ is: 'externalId', value: typeof id === 'string' ? id : null }];
  }
  if (isNamed) throw bad('invalidPath', `There is no attribute ${path}.`);
  return [];
}

function nameOf(value: unknown): string {
  const name = coerceOne(displayName, value);
  if (typeof name !== 'string' || name.length > MAX_NAME)
    throw bad('invalidValue', `A group needs a displayName of at most ${MAX_NAME} characters.`);
  return name;
}

function membersAt(
  op: 'add' | 'replace' | 'remove',
  filter: string | undefined,
  part: string | undefined,
  value: unknown,
): GroupChange {
  if (part !== undefined) throw bad('invalidPath', 'Members are added and removed whole.');
  if (filter !== undefined) {
    if (op !== 'remove') throw bad('noTarget', 'Members are added by their value.');
    return { is: 'members', how: 'remove', ids: idsOfFilter(parseFilter(filter)) };
  }
  // Nothing at all names everybody; an empty list, nobody.
  if (op === 'remove' && (value === undefined || value === null)) return { is: 'members', how: op, ids: 'all' };
  const ids = idsOf(value);
  if (op !== 'remove' && new Set(ids).size < ids.length) throw bad('invalidValue', 'A member is there twice.');
  return { is: 'members', how: op, ids };
}

/** The members of a filter: `value eq "…"`, several joined by `or`. Throws `invalidFilter`. */
export function idsOfFilter(filter: Filter): string[] {
  if (filter.is === 'or') return filter.parts.flatMap(idsOfFilter);
  if (filter.is === 'compare' && filter.how === 'eq' && filter.path.toLowerCase() === 'value')
    return [String(filter.value).toLowerCase()];
  throw bad('invalidFilter', 'Members are found by their value.');
}

function idsOf(given: unknown): string[] {
  if (given === null || given === undefined) return [];
  const list = Array.isArray(given) ? given : [given];
  if (list.length > MAX_MEMBERS) throw bad('tooMany', `A call has at most ${MAX_MEMBERS} members.`);
  return list.map((one) => {
    const value = typeof one === 'string' ? one : keyOf(one, 'value');
    const type = keyOf(one, 'type');
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw bad('invalidValue', 'Members of a group are users.');
    if (typeof value !== 'string') throw bad('invalidValue', 'A member has a value.');
    return value.toLowerCase();
  });
}
