import type { ErrorId } from '#contract/errors.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';

/** What is wrong with a row in words: those for the field, else those for a row of a file, else the error's own. */
export function reasonWords(language: string, id: ErrorId, field?: string | null): string {
  const { texts } = loadCatalog(language);
  const item = field?.replace(/\d+$/, '');
  const keys = [`transfer.reason.${id}.${item}`, `transfer.reason.${id}`, `errors.${id}`];
  return textIn(language)(keys.find((key) => key in texts) ?? `errors.${id}`);
}
