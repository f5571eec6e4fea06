import { isFailure } from '#contract/errors.ts';
import { readSvg } from './svg.ts';

/** Returns the SVG as stored (svg.ts) if nothing had to be removed from it; null otherwise. Refuses in doubt. */
export function readIcon(text: string): string | null {
  try {
    const { content, removed } = readSvg(Buffer.from(text));
    return removed.length === 0 ? content.toString() : null;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
