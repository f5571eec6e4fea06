import type { TextKey, Translate } from '../../../i18n/keys.ts';

const CUSTOM = /^extensionAttribute(\d+)$/;
const words: Readonly<Record<string, TextKey>> = {
  department: 'common.department',
  location: 'common.location',
  description: 'openid.mapDescription',
};

/** The name of a field that can be filled. */
export function fieldText(t: Translate, field: string): string {
  const number = CUSTOM.exec(field)?.[1];
  if (number) return t('openid.mapCustom', { number });
  const key = words[field];
  return key ? t(key) : field;
}
