import { broken, checkSize, type Image } from './image.ts';

type Size = { width: number; height: number };

export const isWebp = (file: Buffer) =>
  file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP';

/** VP8X: transparency is the only flag that is kept. */
const ALPHA = 0x10;

/**
 * Reads a WebP (RFC 9649) chunk by chunk without decoding it, and writes it again without EXIF, XMP and profile.
 * Refuses animations. Throws `image_broken`, `image_too_many_pixels`.
 */
export function readWebp(file: Buffer): Image {
  const end = 8 + file.readUInt32LE(4);
  if (end > file.length) throw broken('the file is cut off');
  const kept: Buffer[] = [];
  let canvas: Size | undefined;
  let picture: Size | undefined;
  for (let at = 12; at + 8 <= end; ) {
    const type = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    // Chunks of odd length are padded.
    const next = at + 8 + length + (length % 2);
    if (next > end) throw broken(`the chunk ${type} is cut off`);
    const chunk = file.subarray(at, next);
    const data = file.subarray(at + 8, at + 8 + length);
    if (type === 'ANIM' || type === 'ANMF') throw broken('animations are not supported');
    if (type === 'VP8X') canvas = readCanvas(data);
    if (type === 'VP8X') kept.push(plainCanvas(chunk));
    if (type === 'ALPH') kept.push(chunk);
    if (type === 'VP8 ' || type === 'VP8L') {
      if (picture) throw broken('more than one picture');
      picture = type === 'VP8 ' ? readLossy(data) : readLossless(data);
      kept.push(chunk);
    }
    at = next;
  }
  if (!picture) throw broken('no picture in it');
  if (canvas && (canvas.width !== picture.width || canvas.height !== picture.height)) throw broken('two sizes');
  return { mediaType: 'image/webp', ...picture, content: wrap(kept) };
}

function wrap(chunks: Buffer[]): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([head, ...chunks]);
}

function readCanvas(data: Buffer): Size {
  if (data.length !== 10) throw broken('VP8X has 10 bytes');
  return checkSize(data.readUIntLE(4, 3) + 1, data.readUIntLE(7, 3) + 1);
}

function plainCanvas(chunk: Buffer): Buffer {
  const copy = Buffer.from(chunk);
  copy[8] = (copy[8] ?? 0) & ALPHA;
  return copy;
}

function readLossy(data: Buffer): Size {
  if (data.length < 10 || data.readUIntBE(3, 3) !== 0x9d012a) throw broken('VP8 does not begin with a key frame');
  return checkSize(data.readUInt16LE(6) & 0x3fff, data.readUInt16LE(8) & 0x3fff);
}

function readLossless(data: Buffer): Size {
  if (data.length < 5 || data[0] !== 0x2f) throw broken('VP8L does not begin as it must');
  const bits = data.readUInt32LE(1);
  return checkSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
}
