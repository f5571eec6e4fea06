// Without zod, so that pages can read it.

/** Actions on accounts. */
export const accountActions = ['activate', 'deactivate', 'signOut', 'delete'] as const;
export type AccountAction = (typeof accountActions)[number];
/** `assignLicense` names a license, `addToGroup` a group. */
export const userBulkActions = [...accountActions, 'assignLicense', 'addToGroup'] as const;
export type UserBulkAction = (typeof userBulkActions)[number];

/** Actions that leave out the caller, so that nobody locks themselves out together with others. */
export const sparesCaller = (action: UserBulkAction): boolean =>
  action === 'deactivate' || action === 'delete' || action === 'signOut';

/** Ended sessions stay ended; seats may be gone by then, so an assignment is undone by removing it. */
export const isUndoneByPreview = (action: UserBulkAction): boolean =>
  action !== 'signOut' && action !== 'assignLicense';

export const userBulkStatuses = ['processing', 'completed', 'canceled', 'error'] as const;
export type UserBulkStatus = (typeof userBulkStatuses)[number];

/** Maximum number of user IDs in a call. */
export const MAX_BULK_USER_IDS = 1000;
/** Maximum number of matches handled within the call; more become a job. */
export const MAX_BULK_USERS_AT_ONCE = 1000;
/** Maximum number of users that a condition may match. */
export const MAX_BULK_USERS = 1_000_000;
