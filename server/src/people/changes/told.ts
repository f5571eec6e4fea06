import { undoableChanges } from '#contract/people/undo-fields.ts';
import type { Changes } from '../../platform/events/write.ts';

const asIds = (value: unknown) =>
  Array.isArray(value) ? value.map((id) => (typeof id === 'string' ? id.toLowerCase() : id)).sort() : value;
const asRoles = (value: unknown) => (Array.isArray(value) ? [...value].sort() : value);
const isSame = (one: unknown, other: string | null) =>
  typeof one === 'string' && one.toLowerCase() === other?.toLowerCase();

/**
 * Converts the changes of a log entry to the form of staged rows (`doneByChange`): lists sorted, and a new address, logged
 * as pending, as the given one. `signsInWith`: the present sign-in address.
 */
export function toldBy(changes: Changes, signsInWith: string | null): Changes {
  const { nextLoginMailAddress: next, loginMailAddress: login, groups, roles, ...plain } = undoableChanges(changes);
  const both = ({ before, after }: { before: unknown; after: unknown }, read: (value: unknown) => unknown) => ({
    ...{ before: read(before), after: read(after) },
  });
  return {
    ...plain,
    ...(groups && { groups: both(groups, asIds) }),
    ...(roles && { roles: both(roles, asRoles) }),
    ...addressTold(login, next, signsInWith),
  };
}

type Change = { before: unknown; after: unknown } | undefined;

function addressTold(login: Change, next: Change, signsInWith: string | null): Changes {
  if (login) return { loginMailAddress: login };
  if (!next) return {};
  // The pending address was dropped.
  if (next.after === null) return { nextLoginMailAddress: next };
  // Confirmed since, which is a separate change.
  if (isSame(next.after, signsInWith)) return {};
  return { loginMailAddress: { before: signsInWith ?? next.before, after: next.after } };
}
