import { userTextNames } from './user-texts.ts';

/** What of a log entry can be undone; nothing secret is among it, for secrets are in no entry. */

type Changes = Readonly<Record<string, { before?: unknown; after?: unknown }>>;

/** For so many days a change of a user can be undone from the history. */
export const CHANGES_UNDONE_DAYS = 30;

const describing = new Set([
  ...['familyName', 'givenName', ...userTextNames, 'locale', 'timezone'],
  ...['roles', 'groups', 'mailAddresses', 'loginMailAddress', 'nextLoginMailAddress'],
]);

/** Locks, their end and registering are no changes that somebody made. */
const isSwitch = ({ before, after }: Changes[string]) =>
  typeof before === 'string' && typeof after === 'string' && (before === 'inactive') !== (after === 'inactive');

const isUndoable = (field: string, change: Changes[string]): boolean =>
  field === 'status' ? isSwitch(change) : describing.has(field) || /^extensionAttribute\d{1,2}$/.test(field);

/** The changed fields of an entry about a user that can go back, each extension attribute by itself. */
export function undoableChanges(changes: Changes): Record<string, { before: unknown; after: unknown }> {
  const found: Record<string, { before: unknown; after: unknown }> = {};
  for (const [field, change] of Object.entries(changes)) {
    if (!('before' in change && 'after' in change)) continue;
    const { before, after } = change;
    if (field === 'extensionAttributes') {
      const [was, is] = [before, after].map((side) => (side ?? {}) as Record<string, unknown>);
      for (const name of new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])) {
        const values = { before: was?.[name] ?? '', after: is?.[name] ?? '' };
        if (values.before !== values.after) found[name] = values;
      }
    } else if (isUndoable(field, change)) found[field] = { before, after };
  }
  return found;
}

/** Whether the history offers to undo an entry about a user. */
export const canBeUndone = (
  { at, operation, status, changes }: { at: string; operation: string; status: string; changes: Changes },
  now: Date,
): boolean =>
  operation === 'update' &&
  status === 'success' &&
  now.getTime() - new Date(at).getTime() < CHANGES_UNDONE_DAYS * 86_400_000 &&
  Object.keys(undoableChanges(changes)).length > 0;
