import { fromOklch, parseHex, toHex, toLinear, toOklch, type Rgb } from './oklch.ts';

/** Minimum contrast of text (WCAG 2.2, 1.4.3 AA). */
export const TEXT_CONTRAST = 4.5;

function luminance(rgb: Rgb): number {
  return 0.2126 * toLinear(rgb[0]) + 0.7152 * toLinear(rgb[1]) + 0.0722 * toLinear(rgb[2]);
}

function rgbOf(hex: string): Rgb {
  const rgb = parseHex(hex);
  if (!rgb) throw new TypeError(`not a colour: ${hex}`);
  return rgb;
}

/** Contrast ratio of two hex colors, 1 to 21 (WCAG 2.2 definition). */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(rgbOf(one)), luminance(rgbOf(other))].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** Black or white, whichever is more readable on the color. One of the two always reaches 4.5:1. */
export function textOn(background: string): '#ffffff' | '#000000' {
  return contrastRatio(background, '#ffffff') >= contrastRatio(background, '#000000') ? '#ffffff' : '#000000';
}

/**
 * Corrects a color that is hard to read: keeps its hue and moves its lightness away from the backgrounds in small steps
 * until it reaches `ratio` against each of them.
 * @param towards `dark` for light backgrounds, `light` for dark ones
 */
export function readable(
  colour: string,
  backgrounds: readonly string[],
  towards: 'dark' | 'light',
  ratio: number = TEXT_CONTRAST,
): string {
  const start = toOklch(rgbOf(colour));
  const passes = (hex: string) => backgrounds.every((background) => contrastRatio(hex, background) >= ratio);
  const step = towards === 'dark' ? -0.005 : 0.005;
  for (let lightness = start.lightness; lightness > 0 && lightness < 1; lightness += step) {
    const hex = lightness === start.lightness ? toHex(rgbOf(colour)) : toHex(fromOklch({ ...start, lightness }));
    if (passes(hex)) return hex;
  }
  return towards === 'dark' ? '#000000' : '#ffffff';
}
