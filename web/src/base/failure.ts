import type { ErrorId } from '#contract/errors.ts';
import { isApiError } from '../api/api-error.ts';
import type { Translate } from '../i18n/keys.ts';
import type { AlertContent } from '../ui/page/AlertArea.tsx';

/** Whether nothing was reached at all: no server has answered a call, or a part of the page did not come. */
export const isOffline = (error: unknown): boolean =>
  isApiError(error)
    ? error.status === 0 && error.entries.some(({ message_id }) => message_id === 'service_unavailable')
    : error instanceof TypeError && /fetch|load|network/i.test(error.message);

/** The words for an error: one sentence for each of its ids. What is no answer of the server is unknown. */
export function failureText(t: Translate, error: unknown): string {
  if (isOffline(error)) return t('ui.offline');
  const ids: ErrorId[] = isApiError(error) ? error.entries.map(({ message_id }) => message_id) : ['unknown_error'];
  return [...new Set(ids)].map((id) => t(`errors.${id}`)).join(' ');
}

/** The id by which a failed call is found in the logs. */
export function requestIdOf(error: unknown): string | undefined {
  return isApiError(error) && error.requestId && !isOffline(error) ? error.requestId : undefined;
}

/** An error as the alert of a page. */
export function failureAlert(t: Translate, error: unknown): AlertContent {
  return { kind: 'failure', text: failureText(t, error), requestId: requestIdOf(error) };
}

/** A query that failed, as a list shows it in place of its rows; undefined while it did not fail. */
export function failedList(
  t: Translate,
  query: { isError: boolean; error: unknown; refetch: () => unknown },
  title: string,
) {
  if (!query.isError) return undefined;
  return {
    title,
    text: failureText(t, query.error),
    requestId: requestIdOf(query.error),
    onRetry: () => void query.refetch(),
  };
}

/** Which field of a form an error id belongs to. */
export type FieldOfError<Field extends string> = Partial<Record<ErrorId, Field>>;

/**
 * The mistakes a server found, by field: first by the error's id, else by the field it names. Undefined where one of
 * them belongs to no field of the form: then the whole goes into the alert.
 */
export function fieldMistakes<Field extends string>(
  error: unknown,
  fieldOf: FieldOfError<Field>,
  fields: readonly Field[] = [],
): Partial<Record<Field, ErrorId>> | undefined {
  if (!isApiError(error) || error.entries.length === 0) return undefined;
  const mistakes: Partial<Record<Field, ErrorId>> = {};
  for (const { message_id, field } of error.entries) {
    const named = fields.find((one) => field === one || field?.startsWith(`${one}.`));
    const place = fieldOf[message_id] ?? named;
    if (!place) return undefined;
    mistakes[place] ??= message_id;
  }
  return mistakes;
}
