import { crc32, deflateSync } from 'node:zlib';

/** Images for tests, as small as possible. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

function ofOneColour(width: number, height: number): Buffer {
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x80)]);
  return Buffer.concat(Array.from({ length: height }, () => line));
}

/**
 * A PNG of one color, or of `pixels` of a `kind` (depth, color type, interlacing); `claims` is the size in its header.
 */
export function png(
  width: number,
  height: number,
  {
    claims = { width, height },
    more = [] as [string, Buffer][],
    kind = [8, 2, 0] as readonly number[],
    pixels = ofOneColour(width, height),
    deflated = deflateSync(pixels),
  } = {},
) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claims.width, 0);
  header.writeUInt32BE(claims.height, 4);
  const [depth = 8, colour = 2, interlacing = 0] = kind;
  header.set([depth, colour, 0, 0, interlacing], 8);
  const parts: [string, Buffer][] = [['IHDR', header], ...more, ['IDAT', deflated], ['IEND', Buffer.alloc(0)]];
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, ...parts.map(([type, data]) => chunk(type, data))]);
}

const segment = (marker: number, data: Buffer) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
};

/** The segments of a JPEG, whose content does not matter here. */
export function jpeg(width: number, height: number, more: [marker: number, data: Buffer][] = []): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  const jfif = segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1'));
  const scan = segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0]));
  const parts = more.map(([marker, data]) => segment(marker, data));
  const pixels = Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jfif,
    ...parts,
    segment(0xc0, frame),
    scan,
    pixels,
    Buffer.from([0xff, 0xd9]),
  ]);
}

const riff = (type: string, data: Buffer) => {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
};

/** A lossless WebP, in its extended form if `more` is given. */
export function webp(width: number, height: number, more: [type: string, data: Buffer][] = []): Buffer {
  const picture = Buffer.alloc(9, 0x11);
  picture[0] = 0x2f;
  picture.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  const canvas = Buffer.alloc(10);
  canvas[0] = 0x2c;
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const parts = [
    ...(more.length > 0 ? [riff('VP8X', canvas)] : []),
    riff('VP8L', picture),
    ...more.map(([type, data]) => riff(type, data)),
  ];
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...parts]));
}
