import { accentTokens, surfaces } from '#contract/theme/accent.ts';
import { contrastRatio } from '#contract/theme/contrast.ts';

export type Scheme = 'light' | 'dark';
export const schemes = ['light', 'dark'] as const satisfies readonly Scheme[];

export interface Reading {
  scheme: Scheme;
  /** How well the colour itself is read on the grounds of the scheme, at its worst. */
  ratio: number;
  /** What links and buttons wear there. */
  shown: string;
  shownRatio: number;
  corrected: boolean;
}

/** What becomes of a colour in a scheme: itself where it is read, else the nearest shade that is. */
export function readingOf(themeColor: string | null, scheme: Scheme): Reading {
  const tokens = accentTokens(themeColor);
  const worst = (colour: string) => Math.min(...surfaces[scheme].map((ground) => contrastRatio(colour, ground)));
  const brand = tokens['--brand'];
  const shown = tokens[`--accent-${scheme}`];
  const corrected = shown.toLowerCase() !== brand.toLowerCase();
  return { scheme, ratio: worst(brand), shown, shownRatio: worst(shown), corrected };
}
