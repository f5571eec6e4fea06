import { expect, it, test } from 'vitest';
import { readImage } from './read-image.ts';
import { jpeg, png, webp } from '#test/images.ts';

const secret = Buffer.from('taken at home');

test.each([
  ['image/png', png(3, 2)],
  ['image/jpeg', jpeg(3, 2)],
  ['image/webp', webp(3, 2)],
])('%s stays as it is', (mediaType, file) => {
  expect(readImage(file)).toEqual({ mediaType, width: 3, height: 2, content: file, removed: [] });
});

test.each([
  [
    'PNG',
    png(3, 2, {
      more: [
        ['tEXt', secret],
        ['eXIf', secret],
        ['iCCP', secret],
        ['acTL', secret],
      ],
    }),
    png(3, 2),
  ],
  [
    'JPEG',
    jpeg(3, 2, [
      [0xe1, secret],
      [0xe2, secret],
      [0xfe, secret],
    ]),
    jpeg(3, 2),
  ],
])('what a %s says besides its picture is left out', (_, file, left) => {
  expect(readImage(file).content).toEqual(left);
});

it('leaves out what a WebP says besides its picture', () => {
  const { content } = readImage(
    webp(3, 2, [
      ['EXIF', secret],
      ['XMP ', secret],
      ['ICCP', secret],
    ]),
  );
  expect(content.includes(secret)).toBe(false);
  // Of the flags of the extended form only transparency may be left.
  expect(content[20]).toBe(0);
  expect(readImage(content).content).toEqual(content);
});

test.each([
  ['PNG', png(3, 2)],
  ['JPEG', jpeg(3, 2)],
  ['WebP', webp(3, 2)],
])('what stands behind the end of a %s is left out', (_, file) => {
  expect(readImage(Buffer.concat([file, Buffer.from('<script>alert(1)</script>PK\x03\x04')])).content).toEqual(file);
});

const cutOff = (file: Buffer) => file.subarray(0, -5);
const changed = (file: Buffer, at: number, byte: number) => {
  const copy = Buffer.from(file);
  copy[at] = byte;
  return copy;
};
const picture = png(3, 2);
const [frame] = [jpeg(3, 2).indexOf(Buffer.from([0xff, 0xc0]))];

test.each([
  [
    'a PNG of 40,000 × 40,000 pixels',
    png(1, 1, { claims: { width: 40_000, height: 40_000 } }),
    'image_too_many_pixels',
  ],
  ['a PNG of 4,294,967,295 pixels', png(1, 1, { claims: { width: 0xffffffff, height: 1 } }), 'image_too_many_pixels'],
  ['a JPEG of 65,535 pixels', jpeg(65_535, 65_535), 'image_too_many_pixels'],
  ['a WebP of 16,384 pixels', webp(16_384, 16_384), 'image_too_many_pixels'],
  ['a PNG one pixel too wide', png(2049, 1), 'image_too_many_pixels'],
  ['a PNG of no pixels', png(0, 0), 'image_broken'],
  ['a JPEG of no height', jpeg(3, 0), 'image_broken'],
  ['a PNG that is cut off', cutOff(picture), 'image_broken'],
  ['a JPEG that is cut off', cutOff(jpeg(3, 2)), 'image_broken'],
  ['a WebP that is cut off', cutOff(webp(3, 2)), 'image_broken'],
  ['a PNG of a header alone', picture.subarray(0, 33), 'image_broken'],
  ['a PNG whose chunk is endless', changed(picture, 33, 0xff), 'image_broken'],
  ['a PNG with two headers', png(3, 2, { more: [['IHDR', Buffer.alloc(13, 1)]] }), 'image_broken'],
  ['a PNG with an unknown chunk it needs', png(3, 2, { more: [['ABCD', secret]] }), 'image_broken'],
  ['a JPEG of arithmetic coding', changed(jpeg(3, 2), frame + 1, 0xc9), 'image_broken'],
  ['a JPEG with two frames', jpeg(3, 2, [[0xc0, Buffer.from([8, 0, 2, 0, 3, 1, 1, 0x11, 0])]]), 'image_broken'],
  ['a JPEG without a scan', jpeg(3, 2).subarray(0, frame + 13), 'image_broken'],
  [
    'an animated WebP',
    webp(3, 2, [
      ['ANIM', Buffer.alloc(6)],
      ['ANMF', Buffer.alloc(16)],
    ]),
    'image_broken',
  ],
  ['a WebP of two pictures', webp(3, 2, [['VP8L', Buffer.from([0x2f, 2, 0, 0, 0])]]), 'image_broken'],
  ['nothing', Buffer.alloc(0), 'image_wrong_type'],
  ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;', 'latin1'), 'image_wrong_type'],
  ['a BMP', Buffer.from('BM\x1e\0\0\0\0\0\0\0', 'latin1'), 'image_wrong_type'],
  ['a PDF', Buffer.from('%PDF-1.7'), 'image_wrong_type'],
  ['a program', Buffer.from('\x7fELF\x02\x01', 'latin1'), 'image_wrong_type'],
  ['words', Buffer.from('logo.png'), 'image_wrong_type'],
  ['SVG in UTF-16', Buffer.from('\uFEFF<svg xmlns="http://www.w3.org/2000/svg"/>', 'utf16le'), 'image_wrong_type'],
])('%s: refused', (_, file, id) => {
  expect(() => readImage(file)).toThrow(expect.objectContaining({ id }));
});

/** A PNG of lines as they are given, each with its filter in front. */
function pngOf(
  header: [depth: number, colour: number, interlacing?: number],
  lines: number[][],
  more: [string, Buffer][] = [],
) {
  const [depth, colour, interlacing = 0] = header;
  return png(2, 2, { pixels: Buffer.from(lines.flat()), kind: [depth, colour, interlacing], more });
}
const [clear, seen] = [
  [9, 9, 9, 0],
  [9, 9, 9, 1],
];

it.each([
  [
    'of transparent pixels',
    pngOf(
      [8, 6],
      [
        [0, ...clear, ...clear],
        [0, ...clear, ...clear],
      ],
    ),
    'image_shows_nothing',
  ],
  [
    'with one faint pixel',
    pngOf(
      [8, 6],
      [
        [0, ...clear, ...clear],
        [0, ...clear, ...seen],
      ],
    ),
    undefined,
  ],
  // The alpha of the second line is that above it, plus nothing: filter "up".
  [
    'filtered, of transparent pixels',
    pngOf(
      [8, 6],
      [
        [1, ...clear, 0, 0, 0, 0],
        [2, 0, 0, 0, 0, 0, 0, 0, 0],
      ],
    ),
    'image_shows_nothing',
  ],
  [
    'filtered, with one pixel',
    pngOf(
      [8, 6],
      [
        [1, ...clear, 0, 0, 0, 0],
        [4, 0, 0, 0, 0, 0, 0, 0, 7],
      ],
    ),
    undefined,
  ],
  [
    'in grey, transparent',
    pngOf(
      [8, 4],
      [
        [0, 5, 0, 5, 0],
        [3, 0, 0, 0, 0],
      ],
    ),
    'image_shows_nothing',
  ],
  [
    'of 16 bits, transparent',
    pngOf(
      [16, 4],
      [
        [0, 0, 5, 0, 0, 0, 5, 0, 0],
        [0, 0, 5, 0, 0, 0, 5, 0, 0],
      ],
    ),
    'image_shows_nothing',
  ],
  [
    'of one transparent colour',
    pngOf(
      [8, 0],
      [
        [0, 7, 7],
        [0, 7, 7],
      ],
      [['tRNS', Buffer.from([0, 7])]],
    ),
    'image_shows_nothing',
  ],
  [
    'of that and another',
    pngOf(
      [8, 0],
      [
        [0, 7, 7],
        [0, 7, 8],
      ],
      [['tRNS', Buffer.from([0, 7])]],
    ),
    undefined,
  ],
  [
    'of a transparent palette',
    pngOf(
      [1, 3],
      [
        [0, 0],
        [0, 0],
      ],
      [
        ['PLTE', Buffer.alloc(6)],
        ['tRNS', Buffer.from([0])],
      ],
    ),
    'image_shows_nothing',
  ],
  [
    'of the other colour of it',
    pngOf(
      [1, 3],
      [
        [0, 0],
        [0, 0x40],
      ],
      [
        ['PLTE', Buffer.alloc(6)],
        ['tRNS', Buffer.from([0])],
      ],
    ),
    undefined,
  ],
  // Adam7: the first, sixth and seventh pass have pixels.
  [
    'interlaced, transparent',
    pngOf(
      [8, 6, 1],
      [
        [0, ...clear],
        [0, ...clear],
        [0, ...clear, ...clear],
      ],
    ),
    'image_shows_nothing',
  ],
  [
    'interlaced, with one pixel',
    pngOf(
      [8, 6, 1],
      [
        [0, ...clear],
        [0, ...clear],
        [0, ...clear, ...seen],
      ],
    ),
    undefined,
  ],
  [
    'without a palette',
    pngOf(
      [1, 3],
      [
        [0, 0],
        [0, 0],
      ],
    ),
    'image_broken',
  ],
  [
    'with a filter that is none',
    pngOf(
      [8, 0],
      [
        [0, 7, 7],
        [5, 7, 7],
      ],
    ),
    'image_broken',
  ],
  ['with a line too few', pngOf([8, 0], [[0, 7, 7]]), 'image_broken'],
  [
    'with a line too many',
    pngOf(
      [8, 0],
      [
        [0, 7, 7],
        [0, 7, 7],
        [0, 7, 7],
      ],
    ),
    'image_broken',
  ],
  [
    'of no such colours',
    pngOf(
      [4, 6],
      [
        [0, 7, 7],
        [0, 7, 7],
      ],
    ),
    'image_broken',
  ],
  ['of pixels that are none', png(2, 2, { deflated: Buffer.from('not deflated') }), 'image_broken'],
])('a PNG %s', (_, file, id) => {
  const read = () => readImage(file).mediaType;
  if (id) expect(read).toThrow(expect.objectContaining({ id }));
  else expect(read()).toBe('image/png');
});

it('never fails otherwise, whatever bytes come', () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % most;
  };
  for (const whole of [picture, jpeg(3, 2, [[0xe1, secret]]), webp(3, 2, [['EXIF', secret]])]) {
    for (let n = 0; n < 2000; n++) {
      const file = Buffer.from(whole.subarray(0, 1 + random(whole.length)));
      for (let changes = random(4); changes > 0; changes--) file[random(file.length)] = random(256);
      try {
        readImage(file);
      } catch (error) {
        expect(error).toMatchObject({ id: expect.stringMatching(/^image_/) });
      }
    }
  }
});
