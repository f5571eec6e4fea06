import { inflateSync } from 'node:zlib';
import { fail } from '#contract/errors.ts';
import { broken } from './image.ts';

/** The chunks of a PNG that describe its pixels. */
export interface PngPixels {
  header: { width: number; height: number; depth: number; colour: number; isInterlaced: boolean };
  palette: Buffer | undefined;
  transparency: Buffer | undefined;
  data: Buffer;
}

/** Samples per pixel and allowed depths, by color type (ISO/IEC 15948, table 11.1). */
const kinds: Record<number, { samples: number; depths: readonly number[] } | undefined> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};
/** Adam7: start and step of each pass, across and down. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/**
 * Decodes the pixels of a PNG as far as needed to know that they are valid and that at least one is visible. Throws
 * `image_broken`, `image_shows_nothing`.
 */
export function checkPixels({ header, palette, transparency, data }: PngPixels): void {
  const kind = kinds[header.colour];
  if (!kind?.depths.includes(header.depth)) throw broken('no such colours');
  if (header.colour === 3 && !(palette && palette.length > 0 && palette.length % 3 === 0)) throw broken('no palette');
  const bits = kind.samples * header.depth;
  const areas = areasOf(header).map((area) => ({ ...area, bytes: Math.ceil((area.width * bits) / 8) }));
  const size = areas.reduce((sum, { bytes, height }) => sum + height * (bytes + 1), 0);
  const lines = inflated(data, size);
  const isSeen = seenBy(header, kind.samples, transparency);
  let seen = isSeen === undefined;
  let at = 0;
  for (const { width, height, bytes } of areas) {
    let above: Buffer = Buffer.alloc(bytes);
    for (let row = 0; row < height; row += 1, at += bytes + 1) {
      const filter = lines[at] ?? 0;
      if (filter > 4) throw broken('no such filter');
      // After a visible pixel only the length matters.
      if (seen || !isSeen) continue;
      above = unfiltered(lines.subarray(at + 1, at + 1 + bytes), above, filter, Math.max(1, bits >> 3));
      for (let x = 0; x < width && !seen; x += 1) seen = isSeen(above, x);
    }
  }
  if (!seen) throw fail('image_shows_nothing', { field: 'file' });
}

function areasOf({ width, height, isInterlaced }: PngPixels['header']): { width: number; height: number }[] {
  if (!isInterlaced) return [{ width, height }];
  return passes
    .map(([x, y, across, down]) => ({ width: Math.ceil((width - x) / across), height: Math.ceil((height - y) / down) }))
    .filter((area) => area.width > 0 && area.height > 0);
}

function inflated(data: Buffer, size: number): Buffer {
  try {
    const lines = inflateSync(data, { maxOutputLength: size });
    if (lines.length === size) return lines;
  } catch {
    // Damaged, truncated, or longer than the header states.
  }
  throw broken('the pixels cannot be decoded');
}

/** Undoes the filter of a line (ISO/IEC 15948, 9.2). */
function unfiltered(line: Buffer, above: Buffer, filter: number, step: number): Buffer {
  const plain = Buffer.alloc(line.length);
  for (let at = 0; at < line.length; at += 1) {
    const left = plain[at - step] ?? 0;
    const up = above[at] ?? 0;
    plain[at] = (line[at] ?? 0) + guess(filter, left, up, above[at - step] ?? 0);
  }
  return plain;
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const straight = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(straight - left), Math.abs(straight - up), Math.abs(straight - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Returns a test for visible pixels; undefined if all pixels are visible. */
function seenBy(
  { depth, colour }: PngPixels['header'],
  samples: number,
  transparency: Buffer | undefined,
): ((line: Buffer, x: number) => boolean) | undefined {
  const sample = (line: Buffer, index: number) => {
    if (depth === 16) return line.readUInt16BE(index * 2);
    if (depth === 8) return line[index] ?? 0;
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
  };
  if (colour === 4 || colour === 6) return (line, x) => sample(line, x * samples + samples - 1) > 0;
  if (!transparency) return undefined;
  if (colour === 3) return (line, x) => (transparency[sample(line, x)] ?? 255) > 0;
  if (transparency.length < samples * 2) throw broken('tRNS is cut off');
  // One color is declared transparent.
  return (line, x) => {
    for (let at = 0; at < samples; at += 1)
      if (sample(line, x * samples + at) !== transparency.readUInt16BE(at * 2)) return true;
    return false;
  };
}
