import { readable, textOn } from './contrast.ts';
import { fromOklch, parseHex, toHex, toOklch } from './oklch.ts';

/** The accent color of tenants without one. */
export const DEFAULT_THEME_COLOR = '#3056d3';

/** Backgrounds that the accent color must be readable on; equal to tokens.css (a test compares them). */
export const surfaces = {
  light: ['#ffffff', '#f7f8fa', '#f1f3f5'],
  dark: ['#16181c', '#0e1013', '#1e2126'],
} as const;

/** Custom properties with a tenant's color; all others in tokens.css are neutral. */
export type AccentTokens = Record<
  | '--brand'
  | '--brand-contrast'
  | '--accent-light'
  | '--accent-dark'
  | '--accent-hover-light'
  | '--accent-hover-dark'
  | '--accent-contrast-light'
  | '--accent-contrast-dark'
  | '--accent-soft-light'
  | '--accent-soft-dark'
  | '--ground-tint-light'
  | '--ground-tint-dark',
  string
>;

function shade(colour: string, lightness: number, chroma?: number): string {
  const base = toOklch(parseHex(colour)!);
  return toHex(fromOklch({ ...base, lightness, chroma: Math.min(base.chroma, chroma ?? base.chroma) }));
}

function moved(colour: string, by: number): string {
  return shade(colour, Math.min(0.98, Math.max(0.05, toOklch(parseHex(colour)!).lightness + by)));
}

/** The color if it is `#rgb` or `#rrggbb`, otherwise the default: a broken setting must not break a page. */
export function themeColorOrDefault(themeColor: string | null | undefined): string {
  return themeColor && parseHex(themeColor) ? themeColor.trim() : DEFAULT_THEME_COLOR;
}

/**
 * Colors that a page derives from a tenant's color, each pair checked for 4.5:1 in its color scheme. `brand` is the
 * color itself, for bands and marks; `accent` is for buttons, links and focus rings.
 */
export function accentTokens(themeColor: string | null | undefined): AccentTokens {
  const brand = themeColorOrDefault(themeColor);
  const softLight = shade(brand, 0.955, 0.03);
  const softDark = shade(brand, 0.29, 0.05);
  const light = readable(brand, [...surfaces.light, softLight], 'dark');
  const dark = readable(brand, [...surfaces.dark, softDark], 'light');
  const hoverDark = moved(dark, 0.05);
  return {
    '--brand': brand,
    '--brand-contrast': textOn(brand),
    '--accent-light': light,
    '--accent-dark': dark,
    '--accent-hover-light': moved(light, -0.05),
    '--accent-hover-dark': hoverDark,
    '--accent-contrast-light': textOn(light),
    '--accent-contrast-dark': textOn(dark),
    '--accent-soft-light': softLight,
    '--accent-soft-dark': softDark,
    '--ground-tint-light': shade(brand, 0.965, 0.012),
    '--ground-tint-dark': shade(brand, 0.17, 0.018),
  };
}

/** Ten shades, light to dark, for Mantine: 8 is the accent of the light scheme, 5 that of the dark one. */
export function accentShades(themeColor: string | null | undefined): string[] {
  const tokens = accentTokens(themeColor);
  const lightness = (hex: string) => toOklch(parseHex(hex)!).lightness;
  const five = lightness(tokens['--accent-dark']);
  const eight = lightness(tokens['--accent-light']);
  const between = (from: number, to: number, part: number) => from + (to - from) * part;
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((index) => {
    if (index === 0) return tokens['--accent-soft-light'];
    if (index === 5) return tokens['--accent-dark'];
    if (index === 6) return tokens['--accent-hover-dark'];
    if (index === 8) return tokens['--accent-light'];
    if (index === 9) return tokens['--accent-hover-light'];
    const at = index < 5 ? between(0.95, five, index / 5) : between(five, eight, 2 / 3);
    return shade(tokens['--brand'], at, index === 1 ? 0.05 : undefined);
  });
}
