import { type ApiError, isApiError } from '../api/api-error.ts';
import type { Translate } from '../i18n/keys.ts';

/** Which box an error belongs to, by its id or by the field the server names; undefined: to none. */
export type FieldOf<Name extends string> = (entry: { message_id: string; field?: string }) => Name | undefined;

/** What is said of an error where the server's sentence does not fit the page; undefined: the server's. */
export type WordsFor = (entry: { message_id: string }) => string | undefined;

export type Problem<Name extends string> = {
  /** What is wrong with a box. */
  fields: Partial<Record<Name, string>>;
  /** What belongs to no box. */
  alert?: { text: string; requestId?: string };
};

/** An error in words: the server's, which come in the page's language, else our own for a server out of reach. */
export function wordsOf(entry: ApiError['entries'][number] | undefined, t: Translate): string {
  if (entry?.message) return entry.message;
  return t(entry?.message_id === 'service_unavailable' ? 'guest.unreachable' : 'guest.unknownError');
}

/** Sorts the entries of an error to the boxes of a form; the rest becomes its alert. */
export function problemOf<Name extends string>(
  error: unknown,
  t: Translate,
  fieldOf: FieldOf<Name>,
  wordsFor: WordsFor = () => undefined,
): Problem<Name> {
  const entries = isApiError(error) ? error.entries : [];
  const fields: Problem<Name>['fields'] = {};
  const rest = entries.filter((entry) => {
    const name = fieldOf(entry);
    if (name === undefined) return true;
    fields[name] ??= wordsFor(entry) ?? wordsOf(entry, t);
    return false;
  });
  if (rest.length === 0 && entries.length > 0) return { fields };
  // The id helps only where somebody has to look into the logs.
  const requestId = isApiError(error) && (error.status >= 500 || error.status === 0) ? error.requestId : undefined;
  return { fields, alert: { text: wordsOf(rest[0], t), ...(requestId ? { requestId } : {}) } };
}
