import { broken, checkSize, type Image } from './image.ts';

export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What draws the picture. Text, dates, EXIF, profiles (compressed without bound) and animation are left out. */
const kept = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'bKGD', 'pHYs']);

/**
 * Reads a PNG (ISO/IEC 15948) chunk by chunk, decoding nothing, and gives it made anew of the chunks that draw.
 * Throws `image_broken`, `image_too_many_pixels`.
 */
export function readPng(file: Buffer): Image {
  const chunks: Buffer[] = [];
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = PNG_SIGNATURE.length; ; ) {
    if (at + 12 > file.length) throw broken('the file ends before IEND');
    const length = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const end = at + 12 + length;
    if (end > file.length) throw broken(`the chunk ${type} is cut off`);
    if ((type === 'IHDR') !== (size === undefined)) throw broken('IHDR comes first, and once');
    size ??= readHeader(file.subarray(at + 8, end - 4));
    if (type === 'IDAT') hasPixels = true;
    if (kept.has(type)) chunks.push(file.subarray(at, end));
    else if (isCritical(type)) throw broken(`the chunk ${type} is not known`);
    if (type === 'IEND') break;
    at = end;
  }
  if (!hasPixels) throw broken('no picture in it');
  return { mediaType: 'image/png', ...size, content: Buffer.concat([PNG_SIGNATURE, ...chunks]) };
}

/** A capital first letter: a picture cannot be drawn without knowing the chunk. */
const isCritical = (type: string) => /^[A-Z]/.test(type);

function readHeader(data: Buffer) {
  if (data.length !== 13) throw broken('IHDR has 13 bytes');
  return checkSize(data.readUInt32BE(0), data.readUInt32BE(4));
}
