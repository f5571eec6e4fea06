import type { ErrorId } from '#contract/errors.ts';
import { pageLanguage } from '../i18n/language.ts';
import { uniqueId } from '../session/unique-id.ts';
import { apiError, type ApiErrorEntry, CANCELLED } from './api-error.ts';

export type Sent = {
  method: string;
  /** With the query. */
  url: string;
  body?: unknown;
  signal?: AbortSignal | undefined;
  /** A later request with the same key cancels the earlier one. */
  key?: string | undefined;
  token?: string | undefined;
  pattern?: string | undefined;
  /** The answer may come from the browser's cache. */
  cache?: boolean | undefined;
  /** The answer is a file: resolves to a `SentFile`. */
  file?: boolean | undefined;
};

/** A file that was answered, with the name the server gave it. */
export type SentFile = { blob: Blob; name: string | undefined };

const underWay = new Map<string, AbortController>();

/** One signal for the caller's wish to cancel and for a later request with the same key. */
function cancelable({ key, signal }: Sent): { signal: AbortSignal | undefined; done: () => void } {
  if (key === undefined) return { signal, done: () => {} };
  underWay.get(key)?.abort();
  const controller = new AbortController();
  underWay.set(key, controller);
  const done = () => {
    if (underWay.get(key) === controller) underWay.delete(key);
  };
  return { signal: signal ? AbortSignal.any([signal, controller.signal]) : controller.signal, done };
}

/** The headers every request carries (spec section 7). */
export function headersOf(
  { body, token, pattern, cache, file }: Omit<Sent, 'method' | 'url'>,
  requestId: string,
): Record<string, string> {
  return {
    Accept: file ? '*/*' : 'application/json',
    'Accept-Language': pageLanguage(),
    'X-Unique-Id': uniqueId(),
    'X-Request-Id': requestId,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(token ? { Authorization: `Bearer ${token}`, 'X-Access-Control-Pattern': pattern ?? 'user' } : {}),
    // An old date: nobody between may answer "not modified" (spec section 7).
    ...(cache ? {} : { 'If-Modified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  };
}

/** The id of an answer that is not our error object: a proxy's, or none. */
function idOfStatus(status: number): ErrorId {
  if (status === 429) return 'too_many_requests';
  return status === 0 || (status >= 502 && status <= 504) ? 'service_unavailable' : 'unknown_error';
}

function isEntry(value: unknown): value is ApiErrorEntry {
  return typeof value === 'object' && value !== null && typeof (value as ApiErrorEntry).message_id === 'string';
}

/** The refusal in an answer that is none of success. */
export async function refusalOf(answer: Response, requestId: string) {
  const body: unknown = await answer.json().catch(() => undefined);
  const entries = Array.isArray(body) ? body.filter(isEntry) : [];
  const retryAfter = Number(answer.headers.get('retry-after')) || undefined;
  if (entries.length === 0) entries.push({ message_id: idOfStatus(answer.status), message: '' });
  return apiError(answer.status, entries, answer.headers.get('x-request-id') ?? requestId, retryAfter);
}

/** The name in `Content-Disposition`, the one in all alphabets (RFC 6266) where there are two. */
function fileNameOf(answer: Response): string | undefined {
  const disposition = answer.headers.get('content-disposition') ?? '';
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (extended) return decodeURIComponent(extended);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1];
}

/**
 * Sends one request with the headers every request carries (spec section 7). Resolves to the parsed answer (undefined
 * for 204). Throws an `ApiError`: the server's refusal, 0 `service_unavailable` without an answer, 499 when cancelled.
 */
export async function send(request: Sent): Promise<unknown> {
  const requestId = crypto.randomUUID();
  const { signal, done } = cancelable(request);
  const { method, url, body } = request;
  try {
    const answer = await fetch(url, {
      method,
      headers: headersOf(request, requestId),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
    if (!answer.ok) throw await refusalOf(answer, requestId);
    if (request.file) return { blob: await answer.blob(), name: fileNameOf(answer) };
    return answer.status === 204 ? undefined : await answer.json();
  } catch (error) {
    if (signal?.aborted) throw apiError(CANCELLED, [], requestId);
    if ((error as Error).name === 'ApiError') throw error;
    // Broken JSON is the server's fault; everything else means that it was not reached.
    const id = (error as Error).name === 'SyntaxError' ? 'unknown_error' : 'service_unavailable';
    throw apiError(0, [{ message_id: id, message: '' }], requestId);
  } finally {
    done();
  }
}
