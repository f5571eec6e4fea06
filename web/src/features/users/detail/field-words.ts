import { type ItemNamesOf, itemWords } from '../../../base/history/item-words.ts';
import { userHistory } from '../../../base/history/user-words.ts';
import { fieldName, namedValue } from '../../../base/history/words.ts';
import type { Translate } from '../../../i18n/keys.ts';

/** A field of a user in words; one without words keeps the name it has in calls. */
export function fieldWords(t: Translate, field: string, names?: ItemNamesOf): string {
  if (field === 'operation') return t('users.operation');
  return fieldName(t, { ...userHistory, nameOf: (say, name) => itemWords(say, name, names) }, field);
}

/** A value of a field, as a person reads it; a list whole. */
export function valueWords(t: Translate, field: string, value: unknown): string {
  const names = userHistory.values && Object.hasOwn(userHistory.values, field) ? userHistory.values[field] : undefined;
  const words = (one: unknown) => namedValue(t, names, one);
  if (value === null || value === undefined || value === '') return t('history.nothing');
  if (!Array.isArray(value)) return words(value);
  return value.length === 0 ? t('history.nothing') : value.map(words).join(', ');
}
