import type { OperationLogEntry } from '#contract/logs/logs-fields.ts';
import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';

type Changes = OperationLogEntry['changes'];
type Fields = Readonly<Record<string, unknown>>;

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/** The same change told with other values; a side that is not there stays away. */
const each = (change: Changes[string], read: (value: unknown) => unknown): Changes[string] =>
  Object.fromEntries(Object.entries(change).map(([side, value]) => [side, read(value)]));

/** The tenant's own items, which are logged as one field, each as a field of its own. */
function itemsOf({ before, after }: Changes[string]): Changes {
  const [had, has] = [fieldsOf(before), fieldsOf(after)];
  const changed = EXTENSION_ATTRIBUTES.filter((item) => had[item] !== has[item]);
  // Of a new user there is no before.
  const beforeOf = (item: string) => (before === undefined ? {} : { before: had[item] ?? '' });
  return Object.fromEntries(changed.map((item) => [item, { ...beforeOf(item), after: has[item] ?? '' }]));
}

/** An authenticator app that a person sets up or removes; administrators' acts are told by how many there were. */
function appState(value: unknown): unknown {
  if (!isObject(value)) return value;
  return value.enabled === false ? 'begun' : 'inUse';
}

/** Ids of hidden applications: `{hiddenNavigation1: 'a,b', …}`. */
const hiddenIds = (value: unknown): string[] =>
  Object.values(fieldsOf(value)).flatMap((ids) => String(ids).split(',').filter(Boolean));

/** A registration URL has no name: people know it by when it was made, which its id (UUIDv7) begins with. */
function urlMade(change: Changes[string]): Changes {
  const ids = Object.values(change).filter((id) => id !== null);
  if (!ids.every((id) => typeof id === 'string' && UUID_V7.test(id))) return { registrationUrl: change };
  const timeOf = (id: unknown) =>
    typeof id === 'string' ? new Date(Number.parseInt(id.slice(0, 13).replace('-', ''), 16)).toISOString() : id;
  return { registrationUrlMade: each(change, timeOf) };
}

/** One of several that came or went alone; a change of it has both sides. */
const cameOrWent = (change: Changes[string]) =>
  change.before === undefined || change.after === undefined ? each(change, (one) => [one]) : change;

/** Licenses that came or went one by one. */
export const licensesAsList = (change: Changes[string]) => each(change, (id) => (typeof id === 'string' ? [id] : id));

/** How fields that are logged as objects read; rows that older versions wrote have `groups` as `{groupId}`. */
const readers: Readonly<Record<string, (change: Changes[string]) => Changes>> = {
  extensionAttributes: itemsOf,
  groups: (change) => ({
    groups: each(change, (ids) =>
      Array.isArray(ids) ? ids.map((id: unknown) => (isObject(id) ? id.groupId : id)) : ids,
    ),
  }),
  totp: (change) => ({ totp: each(change, appState) }),
  sessions: (change) => ({ endedSessions: each(change, (value) => fieldsOf(value).ended ?? value) }),
  externalAccounts: (change) => ({
    externalAccounts: cameOrWent(each(change, (value) => fieldsOf(value).displayName ?? fieldsOf(value).opId ?? value)),
  }),
  onpremiseAccounts: (change) => ({ onpremiseAccounts: cameOrWent(change) }),
  permittedLicenses: (change) => ({ permittedLicenses: licensesAsList(change) }),
  namedInLicenseRule: (change) => ({ namedInLicenseRule: licensesAsList(change) }),
  registrationUrl: urlMade,
  appExtension: (change) => ({ hiddenNavigation: each(change, hiddenIds) }),
};

/** What the log has of a user, as fields of which each can be told by itself. */
export function readChanges(changes: Changes): Changes {
  const read = Object.entries(changes).map(([field, change]): Changes => {
    const reader = Object.hasOwn(readers, field) ? readers[field] : undefined;
    return reader ? reader(change) : { [field]: change };
  });
  return Object.assign({}, ...read);
}
