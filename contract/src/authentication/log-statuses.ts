/** How an act ended, or that it still runs (spec section 3, "Log entry"). */
export const operationStatuses = ['expired', 'error', 'processing', 'completed', 'success'] as const;
export type OperationStatus = (typeof operationStatuses)[number];
