import { isUndoneByPreview, userBulkActions } from './users-bulk-fields.ts';
import { userTextNames } from './user-texts.ts';

/** The part of a log entry that can be undone. Entries contain no secrets. */

type Changes = Readonly<Record<string, { before?: unknown; after?: unknown }>>;

/** Days during which a change of a user can be undone from the history. */
export const CHANGES_UNDONE_DAYS = 30;

const describing = new Set([
  ...['familyName', 'givenName', ...userTextNames, 'locale', 'timezone'],
  ...['roles', 'groups', 'mailAddresses', 'loginMailAddress', 'nextLoginMailAddress'],
]);

/** True for a change from or to inactive: administrators make these, but not locks, their end or registrations. */
const isSwitch = ({ before, after }: Changes[string]) =>
  typeof before === 'string' && typeof after === 'string' && (before === 'inactive') !== (after === 'inactive');

const isUndoable = (field: string, change: Changes[string]): boolean =>
  field === 'status' ? isSwitch(change) : describing.has(field) || /^extensionAttribute\d{1,2}$/.test(field);

/** The changed fields of an entry about a user that can be restored, each extension attribute on its own. */
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

interface Entry {
  at: string;
  operation: string;
  status: string;
  changes: Changes;
}

const isRecent = ({ at }: Pick<Entry, 'at'>, now: Date) =>
  now.getTime() - new Date(at).getTime() < CHANGES_UNDONE_DAYS * 86_400_000;

/** True if the history offers to undo an entry about a user. */
export const canBeUndone = (entry: Entry, now: Date): boolean =>
  entry.operation === 'update' &&
  entry.status === 'success' &&
  isRecent(entry, now) &&
  Object.keys(undoableChanges(entry.changes)).length > 0;

/** The call that prepares the undo: `undoUserChange`, `undoUserImport` or `undoUserBulk`. */
export type UndoOfEntry =
  | { call: 'undoUserChange'; userUuid: string; entryId: string }
  | { call: 'undoUserImport'; importId: string }
  | { call: 'undoUserBulk'; bulkId: string };

/** Rows of older versions have no numbers: then only the preview shows whether anything was done. */
function didSomething({ changes }: Entry, counted: readonly string[]): boolean {
  const action = userBulkActions.find((one) => one === changes.action?.after);
  if (action && !isUndoneByPreview(action)) return false;
  const tells = action !== undefined || Object.keys(changes).length > 0;
  return !tells || counted.some((what) => changes[what] !== undefined);
}

/**
 * The call that undoes a row of the operation log, the same as from the history of a user, an import or a bulk action;
 * null if it cannot be undone. The preview shows what is left to undo.
 */
export function undoOfEntry(
  entry: Entry & { id: string; type: string | null; targetType: string | null; targetId: string | null },
  now: Date,
): UndoOfEntry | null {
  const { id, type, targetType, targetId } = entry;
  if (targetId === null || !isRecent(entry, now)) return null;
  if (targetType === 'user')
    return canBeUndone(entry, now) ? { call: 'undoUserChange', userUuid: targetId, entryId: id } : null;
  // A stopped or failed one has changed some users.
  if (type === 'userImport.ended' && didSomething(entry, ['created', 'restored', 'changed', 'deleted']))
    return { call: 'undoUserImport', importId: targetId };
  if (type === 'userBulk.ended' && didSomething(entry, ['changed'])) return { call: 'undoUserBulk', bulkId: targetId };
  return null;
}
