import { broken, checkSize, type Image } from './image.ts';
import { checkPixels, type PngPixels } from './png-pixels.ts';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Chunks that draw the picture. Text, dates, EXIF, profiles (compressed without a limit) and animation are left out.
 */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs']);

/**
 * Reads a PNG (ISO/IEC 15948) chunk by chunk, checks that its pixels decode and show something, and writes it again
 * from the chunks that draw. Throws `image_broken`, `image_too_many_pixels`, `image_shows_nothing`.
 */
export function readPng(file: Buffer): Image {
  const chunks: Buffer[] = [];
  let header: PngPixels['header'] | undefined;
  const pixels: Buffer[] = [];
  let [palette, transparency]: (Buffer | undefined)[] = [];
  for (let at = PNG_SIGNATURE.length; ; ) {
    if (at + 12 > file.length) throw broken('the file ends before IEND');
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length) throw broken(`the chunk ${type} is cut off`);
    if ((type === 'IHDR') !== (header === undefined)) throw broken('IHDR comes first, and once');
    const data = file.subarray(at + 8, end - 4);
    header ??= readHeader(data);
    if (type === 'IDAT') pixels.push(data);
    if (type === 'PLTE') palette = data;
    if (type === 'tRNS') transparency = data;
    if (kept.has(type)) chunks.push(file.subarray(at, end));
    else if (isCritical(type)) throw broken(`the chunk ${type} is not known`);
    if (type === 'IEND') break;
    at = end;
  }
  if (pixels.length === 0 || !header) throw broken('no picture in it');
  checkPixels({ header, palette, transparency, data: Buffer.concat(pixels) });
  const { width, height } = header;
  return { mediaType: 'image/png', width, height, content: Buffer.concat([PNG_SIGNATURE, ...chunks]) };
}

/** Upper-case first letter: a critical chunk, without which the picture cannot be drawn. */
const isCritical = (type: string) => /^[A-Z]/.test(type);

function readHeader(data: Buffer): PngPixels['header'] {
  if (data.length !== 13) throw broken('IHDR has 13 bytes');
  const [depth = 0, colour = 0, , , interlacing = 0] = data.subarray(8);
  return { ...checkSize(data.readUInt32BE(0), data.readUInt32BE(4)), depth, colour, isInterlaced: interlacing === 1 };
}
