import { broken, checkSize, type Image } from './image.ts';

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

/** Frame headers a browser draws: baseline, extended and progressive (SOF0 to SOF2). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xc2;
/** Kept segments: tables, scans, restarts, the frame; JFIF's and Adobe's define the colors. */
const kept = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xda, 0xdd, 0xe0, 0xee]);
const isApplication = (marker: number) => (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;

/**
 * Reads a JPEG (ITU-T T.81) segment by segment without decoding it, and writes it again without comments, EXIF,
 * profiles, thumbnails and trailing data. Throws `image_broken`, `image_too_many_pixels`.
 */
export function readJpeg(file: Buffer): Image {
  const parts: Buffer[] = [START];
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  for (let at = 2; ; ) {
    if (file[at] !== 0xff) throw broken('a marker was expected');
    // A marker may be preceded by any number of fill bytes.
    while (file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (at + 4 > file.length) throw broken('the file ends before its end marker');
    let end = at + 2 + file.readUInt16BE(at + 2);
    if (end > file.length || end < at + 4) throw broken('a segment is cut off');
    if (isFrame(marker)) {
      if (size) throw broken('more than one frame');
      if (end - at < 10) throw broken('a frame header has 8 bytes and more');
      size = checkSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5));
    }
    if (marker === 0xda) {
      if (!size) throw broken('a scan before the frame');
      hasScan = true;
      end = endOfScan(file, end);
    }
    if (kept.has(marker)) parts.push(file.subarray(at, end));
    else if (!isApplication(marker)) throw broken(`the marker ${marker.toString(16)} is not known`);
    at = end;
  }
  if (!size || !hasScan) throw broken('no picture in it');
  return { mediaType: 'image/jpeg', ...size, content: Buffer.concat([...parts, END]) };
}

/** End of the coded pixels: the first marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw broken('the file ends within the picture');
}
