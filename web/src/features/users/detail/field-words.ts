import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import { namedValue } from '../../../app/history/words.ts';
import type { Translate } from '../../../i18n/keys.ts';
import { historyWords } from './history-words.ts';

/** What the tenant calls its own items. */
export type ItemNamesOf = Readonly<Record<string, { name: string } | undefined>>;

/** One of the tenant's own items by its name, or by its number where nobody named it; undefined for other fields. */
export function itemWords(t: Translate, field: string, names: ItemNamesOf = {}): string | undefined {
  const item = EXTENSION_ATTRIBUTES.indexOf(field);
  return item < 0 ? undefined : (names[field]?.name ?? t('users.itemUnnamed', { number: item + 1 }));
}

/** A field of a user in words; one without words keeps the name it has in calls. */
export function fieldWords(t: Translate, field: string, names?: ItemNamesOf): string {
  if (field === 'operation') return t('users.operation');
  const key = Object.hasOwn(historyWords.fields, field) ? historyWords.fields[field] : undefined;
  return itemWords(t, field, names) ?? (key ? t(key) : field);
}

/** A value of a field, as a person reads it; a list whole. */
export function valueWords(t: Translate, field: string, value: unknown): string {
  const names =
    historyWords.values && Object.hasOwn(historyWords.values, field) ? historyWords.values[field] : undefined;
  const words = (one: unknown) => namedValue(t, names, one);
  if (value === null || value === undefined || value === '') return t('history.nothing');
  if (!Array.isArray(value)) return words(value);
  return value.length === 0 ? t('history.nothing') : value.map(words).join(', ');
}
