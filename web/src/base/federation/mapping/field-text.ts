import type { TextKey, Translate } from '../../../i18n/keys.ts';
import type { ItemNamesOf } from '../../history/item-words.ts';

const CUSTOM = /^extensionAttribute(\d+)$/;
const words: Readonly<Record<string, TextKey>> = {
  department: 'common.department',
  location: 'common.location',
  description: 'openid.mapDescription',
};

/** The name of a field that can be filled: of a custom field the tenant's own one, or its number without one. */
export function fieldText(t: Translate, field: string, names: ItemNamesOf = {}): string {
  const number = CUSTOM.exec(field)?.[1];
  if (number) return names[field]?.name ?? t('openid.mapCustom', { number });
  const key = words[field];
  return key ? t(key) : field;
}
