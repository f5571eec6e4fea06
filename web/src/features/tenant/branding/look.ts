import type { CustomTheme, Logo } from '#contract/tenant/custom-theme.ts';
import type { TextKey, Translate } from '../../../i18n/keys.ts';

/** What the page edits. */
export type Look = Pick<CustomTheme, 'themeColor' | 'logo' | 'logoPlate' | 'headerTitle' | 'headerStyle'>;

export const lookOf = ({ themeColor, logo, logoPlate, headerTitle, headerStyle }: Look): Look => ({
  themeColor,
  logo,
  logoPlate,
  headerTitle,
  headerStyle,
});

export const fieldNames: Record<keyof Look, TextKey> = {
  themeColor: 'tenant.colour',
  logo: 'tenant.logo',
  logoPlate: 'tenant.logoPlate',
  headerTitle: 'tenant.headerTitle',
  headerStyle: 'tenant.headerStyle',
};

/** A value as a person reads it. */
export function valueWords(t: Translate, value: Look[keyof Look]): string {
  if (value === null || value === '') return t('tenant.standard');
  if (typeof value === 'boolean') return t(value ? 'common.on' : 'common.off');
  if (typeof value === 'object') return t('tenant.logoFacts', factsOf(value));
  if (value === 'plain' || value === 'coloured') return t(`tenant.headerStyle_${value}`);
  return value;
}

const typeNames: Record<Logo['mediaType'], string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/svg+xml': 'SVG',
};

export const factsOf = ({ mediaType, width, height }: Logo) => ({ type: typeNames[mediaType], width, height });
