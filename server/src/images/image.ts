import { fail } from '#contract/errors.ts';
import { type LogoType, MAX_LOGO_SIDE } from '#contract/theme/logo.ts';

/** An image whose parts were all looked at: only what a picture needs is left of it. */
export interface Image {
  mediaType: LogoType;
  width: number;
  height: number;
  content: Buffer;
}

export const broken = (cause: string) => fail('image_broken', { field: 'file', cause });

/** Refuses a picture by the size its header tells, before anybody makes pixels of it. Throws `image_broken`, `image_too_many_pixels`. */
export function checkSize(width: number, height: number, most = MAX_LOGO_SIDE): { width: number; height: number } {
  if (!(width > 0 && height > 0)) throw broken('a side of no length');
  if (width > most || height > most) throw fail('image_too_many_pixels', { field: 'file' });
  return { width, height };
}
