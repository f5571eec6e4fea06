/** Result of an operation, or that it is still running (spec section 3, "Log entry"). */
export const operationStatuses = ['expired', 'error', 'processing', 'completed', 'success'] as const;
export type OperationStatus = (typeof operationStatuses)[number];
