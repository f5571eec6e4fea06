// Without zod, so that pages can read it.

export const userBulkActions = ['activate', 'deactivate', 'signOut', 'delete'] as const;
export type UserBulkAction = (typeof userBulkActions)[number];

export const userBulkStatuses = ['processing', 'completed', 'canceled', 'error'] as const;
export type UserBulkStatus = (typeof userBulkStatuses)[number];

/** Most user ids a call may name. */
export const MAX_BULK_USER_IDS = 1000;
/** Most users that a condition may match to be done at once; more are done by a job. */
export const MAX_BULK_USERS_AT_ONCE = 1000;
/** Most users a call may reach by a condition. */
export const MAX_BULK_USERS = 1_000_000;
