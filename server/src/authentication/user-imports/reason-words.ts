import { makesUserIds } from '#contract/authentication/user-imports-fields.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';
import type { Reason } from '../../db/schema.ts';
import type { ImportRow } from './queries.ts';

/** What is wrong with a row in words: those for the field, else those for a row of a file, else the error's own. */
export function reasonWords({ mapping }: Pick<ImportRow, 'mapping'>, language: string, { id, field }: Reason): string {
  const { texts } = loadCatalog(language);
  const isMade = field === 'userId' && Object.values(mapping).some(makesUserIds);
  const items = [...(isMade ? ['madeUserId'] : []), field?.replace(/\d+$/, '')];
  const keys = [...items.map((item) => `transfer.reason.${id}.${item}`), `transfer.reason.${id}`];
  return textIn(language)(keys.find((key) => key in texts) ?? `errors.${id}`);
}
