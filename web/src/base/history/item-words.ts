import { EXTENSION_ATTRIBUTES } from '#contract/limits.ts';
import type { Translate } from '../../i18n/keys.ts';

/** What the tenant calls its own items. */
export type ItemNamesOf = Readonly<Record<string, { name: string } | undefined>>;

/** One of the tenant's own items by its name, or by its number where nobody named it; undefined for other fields. */
export function itemWords(t: Translate, field: string, names: ItemNamesOf = {}): string | undefined {
  const item = EXTENSION_ATTRIBUTES.indexOf(field);
  return item < 0 ? undefined : (names[field]?.name ?? t('users.itemUnnamed', { number: item + 1 }));
}
