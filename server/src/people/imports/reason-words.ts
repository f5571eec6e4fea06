import { makesUserIds } from '#contract/people/user-imports-fields.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';
import type { Reason } from '../../platform/db/schema.ts';
import type { ImportRow } from './queries.ts';

/** What is wrong with a row in words: those of an undo, else those for the field, else those for a row of a file, else the error's own. */
export function reasonWords(
  { kind, mapping }: Pick<ImportRow, 'kind' | 'mapping'>,
  language: string,
  { id, field }: Reason,
): string {
  const { texts } = loadCatalog(language);
  const isMade = field === 'userId' && Object.values(mapping).some(makesUserIds);
  const items = [...(isMade ? ['madeUserId'] : []), field?.replace(/\d+$/, '')];
  // What a source keeps is refused in the words for it, whatever would change it.
  const isKept = id === 'forbidden' && field !== 'userId';
  const ofUndo = kind === 'undo' && !isKept ? [`transfer.undoReason.${id}`] : [];
  const keys = [...ofUndo, ...items.map((item) => `transfer.reason.${id}.${item}`), `transfer.reason.${id}`];
  return textIn(language)(keys.find((key) => key in texts) ?? `errors.${id}`);
}
