// @vitest-environment node
import { expect, test } from 'vitest';
import { readingOf, schemes } from './colour.ts';

test.each([
  ['#3056d3', [false, true]],
  ['#ffd400', [true, false]],
  ['#ffffff', [true, false]],
  ['#000000', [false, true]],
  ['#0b7a75', [false, true]],
  [null, [false, true]],
])('%s is corrected in light, in dark: %j', (colour, corrected) => {
  const readings = schemes.map((scheme) => readingOf(colour, scheme));
  expect(readings.map((reading) => reading.corrected)).toEqual(corrected);
  for (const { ratio, shownRatio, corrected: changed } of readings) {
    expect(shownRatio).toBeGreaterThanOrEqual(4.5);
    if (!changed) expect(shownRatio).toBe(ratio);
  }
});
