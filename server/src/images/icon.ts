import { isFailure } from '#contract/errors.ts';
import { readSvg } from './svg.ts';

/** A drawing of which nothing had to be left out, as it is kept (svg.ts); null for anything else. What is in doubt is refused. */
export function readIcon(text: string): string | null {
  try {
    const { content, removed } = readSvg(Buffer.from(text));
    return removed.length === 0 ? content.toString() : null;
  } catch (error) {
    if (isFailure(error)) return null;
    throw error;
  }
}
