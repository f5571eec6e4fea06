import type { bulkUsers } from '#contract/people/users-bulk.ts';
import {
  type AccountAction,
  MAX_BULK_USER_IDS,
  MAX_BULK_USERS,
  sparesCaller,
} from '#contract/people/users-bulk-fields.ts';
import type { UserCondition } from '#contract/people/users-search.ts';
import { EXACT_TOTAL } from '#contract/limits.ts';
import type { SentBodyOf } from '#contract/route.ts';
import { TYPED_CONFIRMATION_ABOVE } from '../../ui/dialog/ConfirmDialog.tsx';
import type { ListSelection } from '../../ui/list/list-types.ts';

export type BulkBody = SentBodyOf<typeof bulkUsers>;
/** Of an act on accounts. */
export type AccountBody = BulkBody & { action: AccountAction };

/** The users an act is for: those named, or all that match, as many as the administrator was shown. */
export type BulkTarget = { userIds: readonly string[] } | { condition: UserCondition; expectedCount: number };

export function targetOf(selection: ListSelection, condition: UserCondition, totalResults: number): BulkTarget {
  return selection.all ? { condition, expectedCount: totalResults } : { userIds: [...selection.ids] };
}

/**
 * Whom an act that would cost them their own access leaves out: the administrator, where they are named. Of "all that
 * match" nobody knows whether they are among them, and the server leaves them out.
 */
export function withoutSelf(action: AccountAction, target: BulkTarget, self: string): BulkTarget {
  if (!sparesCaller(action) || !('userIds' in target)) return target;
  return { userIds: target.userIds.filter((userId) => userId.toLowerCase() !== self.toLowerCase()) };
}

/** Whether the administrator may be among them. */
export function mayHoldSelf(action: AccountAction, target: BulkTarget, self: string): boolean {
  if (!sparesCaller(action)) return false;
  return !('userIds' in target) || target.userIds.some((userId) => userId.toLowerCase() === self.toLowerCase());
}

/** Named users, or a condition, for calls that take either. */
export const wanted = (target: BulkTarget) =>
  'userIds' in target
    ? { userIds: [...target.userIds] }
    : { condition: target.condition, expectedCount: target.expectedCount };

/** The same as a search. */
export const conditionOfTarget = (target: BulkTarget): UserCondition =>
  'userIds' in target ? { userIds: [...target.userIds] } : target.condition;

/** How many users an act is for. */
export function affectedBy(target: BulkTarget): number {
  return 'userIds' in target ? target.userIds.length : target.expectedCount;
}

/** Whether the list may have shown an estimate, so that the users have to be counted before the administrator is asked. */
export function mustBeCounted(target: BulkTarget): target is Extract<BulkTarget, { condition: UserCondition }> {
  return 'condition' in target && target.expectedCount > EXACT_TOTAL;
}

/** Why an act cannot be done to so many at once; nothing when it can. */
export function tooMany(target: BulkTarget): { most: number } | undefined {
  const most = 'userIds' in target ? MAX_BULK_USER_IDS : MAX_BULK_USERS;
  return affectedBy(target) > most ? { most } : undefined;
}

/** The call. A deletion above 100 carries the number, which the dialog has made the administrator type. */
export function bulkBody(action: AccountAction, target: BulkTarget): AccountBody {
  const affected = affectedBy(target);
  const confirmed = action === 'delete' && affected > TYPED_CONFIRMATION_ABOVE ? { confirmCount: affected } : {};
  return { action, ...wanted(target), ...confirmed };
}

export type BulkOutcome = { changed: number; unchanged: number; failed: number };

const opposite: Partial<Record<AccountAction, AccountAction>> = { deactivate: 'activate', activate: 'deactivate' };

/** The call that undoes an act; only where every one of the users named was changed by it. */
export function undoBody(
  { action, userIds }: AccountBody,
  { unchanged, failed }: BulkOutcome,
): AccountBody | undefined {
  const back = opposite[action];
  return back && userIds && unchanged === 0 && failed === 0 ? { action: back, userIds } : undefined;
}
