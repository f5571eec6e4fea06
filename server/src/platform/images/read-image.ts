import type { ReadImage } from './image.ts';
import { fail } from '#contract/errors.ts';
import { readJpeg } from './jpeg.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import { looksLikeSvg, readSvg } from './svg.ts';
import { isWebp, readWebp } from './webp.ts';

/**
 * Reads an image by its content, whatever its name and type say, and returns a sanitized version. Throws
 * `image_wrong_type`, `image_broken`, `image_too_many_pixels`, `image_shows_nothing`.
 */
export function readImage(file: Buffer): ReadImage {
  if (file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return { ...readPng(file), removed: [] };
  if (file[0] === 0xff && file[1] === 0xd8 && file[2] === 0xff) return { ...readJpeg(file), removed: [] };
  if (isWebp(file)) return { ...readWebp(file), removed: [] };
  if (looksLikeSvg(file)) return readSvg(file);
  throw fail('image_wrong_type', { field: 'file' });
}
