import type { ErrorId } from '#contract/errors.ts';

export type ApiErrorEntry = {
  message_id: ErrorId;
  /** The server's words in the page's language; empty where the answer came from nobody. */
  message: string;
  field?: string;
};

/** A refused, failed or cancelled call. `status` is 499 when it was cancelled and 0 when there was no answer at all. */
export type ApiError = Error & {
  readonly status: number;
  /** At least one, unless cancelled. */
  readonly entries: readonly ApiErrorEntry[];
  readonly requestId: string;
  /** Seconds after which trying again makes sense. */
  readonly retryAfter?: number;
};

export const CANCELLED = 499;

export function apiError(
  status: number,
  entries: readonly ApiErrorEntry[],
  requestId: string,
  retryAfter?: number,
): ApiError {
  const message = entries.map(({ message_id }) => message_id).join(', ') || `HTTP ${status}`;
  return Object.assign(new Error(message), {
    name: 'ApiError',
    status,
    entries,
    requestId,
    ...(retryAfter ? { retryAfter } : {}),
  });
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** A cancelled call is ignored silently (spec section 7). */
export function isCancelled(error: unknown): boolean {
  return isApiError(error) && error.status === CANCELLED;
}

/** Whether a save was refused because what it was based on has changed since (`expectedRevision`). */
export const isStale = (error: unknown): boolean =>
  isApiError(error) && error.entries.some(({ field }) => field === 'expectedRevision');

/** Whether an error carries an id. */
export function hasErrorId(error: unknown, id: ErrorId): boolean {
  return isApiError(error) && error.entries.some((entry) => entry.message_id === id);
}
