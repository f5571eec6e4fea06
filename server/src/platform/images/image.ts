import { fail } from '#contract/errors.ts';
import { type LogoType, MAX_LOGO_SIDE } from '#contract/theme/logo.ts';

/** An image that was parsed completely and reduced to the parts that draw it. */
export interface Image {
  mediaType: LogoType;
  width: number;
  height: number;
  content: Buffer;
}

export const broken = (cause: string) => fail('image_broken', { field: 'file', cause });

/** Checks the size stated in the header, before pixels are decoded. Throws `image_broken`, `image_too_many_pixels`. */
export function checkSize(width: number, height: number, most = MAX_LOGO_SIDE): { width: number; height: number } {
  if (!(width > 0 && height > 0)) throw broken('a side of no length');
  if (width > most || height > most) throw fail('image_too_many_pixels', { field: 'file' });
  return { width, height };
}

export interface ReadImage extends Image {
  /** Elements and attributes removed from an SVG. */
  removed: string[];
}
