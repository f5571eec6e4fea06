// Without zod, so that pages can read it.

export const userBulkActions = ['activate', 'deactivate', 'signOut', 'delete'] as const;
export type UserBulkAction = (typeof userBulkActions)[number];

export const userBulkStatuses = ['processing', 'completed', 'canceled', 'error'] as const;
export type UserBulkStatus = (typeof userBulkStatuses)[number];

/** Maximum number of user IDs in a call. */
export const MAX_BULK_USER_IDS = 1000;
/** Maximum number of matches handled within the call; more become a job. */
export const MAX_BULK_USERS_AT_ONCE = 1000;
/** Maximum number of users that a condition may match. */
export const MAX_BULK_USERS = 1_000_000;
