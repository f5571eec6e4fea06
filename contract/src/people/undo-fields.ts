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

interface Entry {
  at: string;
  operation: string;
  status: string;
  changes: Changes;
}

const isRecent = ({ at }: Pick<Entry, 'at'>, now: Date) =>
  now.getTime() - new Date(at).getTime() < CHANGES_UNDONE_DAYS * 86_400_000;

/** Whether the history offers to undo an entry about a user. */
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

/**
 * How a row of the operation log is undone, by the same calls as from the history of a user, an import or a bulk
 * operation; null if it cannot be. The preview shows what is left to undo: a bulk operation that ended sessions is
 * refused (`conflict`).
 */
export function undoOfEntry(
  entry: Entry & { id: string; type: string | null; targetType: string | null; targetId: string | null },
  now: Date,
): UndoOfEntry | null {
  const { id, type, targetType, targetId } = entry;
  if (targetId === null || !isRecent(entry, now)) return null;
  if (targetType === 'user')
    return canBeUndone(entry, now) ? { call: 'undoUserChange', userUuid: targetId, entryId: id } : null;
  // One that was stopped or failed has done a part.
  if (type === 'userImport.ended') return { call: 'undoUserImport', importId: targetId };
  if (type === 'userBulk.ended') return { call: 'undoUserBulk', bulkId: targetId };
  return null;
}
