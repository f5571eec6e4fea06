import { expect, it } from 'vitest';
import { chooseEncoding } from './encode.ts';

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR;q=0.5', 'br'],
  ['gzip; q=0.000, deflate', 'identity'],
])('%j gives %s', (header, wanted) => expect(chooseEncoding(header)).toBe(wanted));
