import {
  createTheme as createMantineTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { accentShades } from '#contract/theme/accent.ts';

const gray = [
  '#f7f8fa',
  '#f1f3f5',
  '#e4e7eb',
  '#e4e7eb',
  '#d5dae0',
  '#858d98',
  '#58616c',
  '#454d57',
  '#2b3138',
  '#16191d',
] as const;
const dark = [
  '#e8eaed',
  '#c5cad1',
  '#a0a8b2',
  '#8a939f',
  '#2a2e35',
  '#262a30',
  '#1e2126',
  '#16181c',
  '#0e1013',
  '#08090b',
] as const;

/** Filled buttons wear the checked pairs of tokens.css instead of a guess from one scheme's shade. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const color = input.color ?? input.theme.primaryColor;
  const border = '1px solid transparent';
  if (input.variant === 'filled' && color === input.theme.primaryColor) {
    return { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--accent-contrast)', border };
  }
  if (input.variant === 'filled' && color === 'red') {
    return { background: 'var(--danger)', hover: 'var(--danger-hover)', color: 'var(--danger-contrast)', border };
  }
  return defaultVariantColorsResolver(input);
};

/** Mantine in the clothes of tokens.css: a tenant's colour, neutral surfaces, one radius, a rhythm of 8 pixels. */
export function createTheme(themeColor: string | null | undefined): MantineThemeOverride {
  return createMantineTheme({
    primaryColor: 'tenant',
    primaryShade: { light: 8, dark: 5 },
    autoContrast: true,
    variantColorResolver,
    colors: { tenant: accentShades(themeColor) as unknown as MantineColorsTuple, gray, dark },
    white: '#ffffff',
    black: '#16191d',
    fontFamily: 'var(--font)',
    fontFamilyMonospace: 'var(--font-mono)',
    headings: { fontFamily: 'var(--font)', fontWeight: '650' },
    defaultRadius: 'md',
    radius: { xs: '4px', sm: '6px', md: '8px', lg: '8px', xl: '16px' },
    spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
    // Labels above, help under the field; a mistake stands nearest to what is wrong.
    components: {
      InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] } },
    },
    respectReducedMotion: true,
    cursorType: 'pointer',
  });
}

const neutral: Record<string, string> = {
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-bright': 'var(--text)',
  '--mantine-color-body': 'var(--raised)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-success': 'var(--success)',
  '--mantine-color-placeholder': 'var(--dimmed)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunken)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--line-strong)',
  '--mantine-color-dimmed': 'var(--dimmed)',
  '--mantine-color-disabled': 'var(--sunken)',
  '--mantine-color-disabled-color': 'var(--dimmed)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-contrast': 'var(--accent-contrast)',
  '--mantine-color-tenant-filled': 'var(--accent)',
  '--mantine-color-tenant-filled-hover': 'var(--accent-hover)',
  '--mantine-color-tenant-text': 'var(--accent)',
  '--mantine-color-tenant-outline': 'var(--accent)',
  '--mantine-color-tenant-light': 'var(--accent-soft)',
  '--mantine-color-tenant-light-hover': 'var(--accent-soft)',
  '--mantine-color-tenant-light-color': 'var(--accent)',
};

/** Points Mantine's own variables at the tokens, so that guest pages and portal look alike. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--mantine-line-height': 'var(--line-height)' },
  light: neutral,
  dark: neutral,
});
