import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accentShades, accentTokens, DEFAULT_THEME_COLOR, surfaces } from './accent.ts';
import { contrastRatio, readable, textOn } from './contrast.ts';
import { fromOklch, parseHex, toHex, toOklch } from './oklch.ts';

describe('contrastRatio', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ff0000', '#ffffff', 4],
  ])('%s on %s is %f', (one, other, ratio) => {
    expect(contrastRatio(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastRatio(other, one)).toBeCloseTo(ratio, 2);
  });
});

describe('colors', () => {
  test.each(['#3056d3', '#ffd400', '#00ff7f', '#000000', '#ffffff', '#808080'])(
    '%s survives the way to OKLCH and back',
    (hex) => {
      expect(toHex(fromOklch(toOklch(parseHex(hex)!)))).toBe(hex);
    },
  );

  test.each(['red', '#12', '#12345', '#1234567', 'url(x)', ''])('%s is not a color', (text) => {
    expect(parseHex(text)).toBeUndefined();
  });
});

const tenantColors = [
  '#3056d3',
  '#ffd400',
  '#ffff00',
  '#00ff00',
  '#ffffff',
  '#000000',
  '#808080',
  '#ff0000',
  '#e6f0ff',
  '#1a0033',
  '#0b7a75',
  '#f80',
];

describe('a tenant color', () => {
  test.each(tenantColors)('%s is readable on all backgrounds', (color) => {
    const tokens = accentTokens(color);
    for (const scheme of ['light', 'dark'] as const) {
      const accent = tokens[`--accent-${scheme}`];
      const grounds = [...surfaces[scheme], tokens[`--accent-soft-${scheme}`], tokens[`--ground-tint-${scheme}`]];
      for (const ground of grounds) expect(contrastRatio(accent, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrastRatio(tokens[`--accent-contrast-${scheme}`], accent)).toBeGreaterThanOrEqual(4.5);
      expect(
        contrastRatio(tokens[`--accent-contrast-${scheme}`], tokens[`--accent-hover-${scheme}`]),
      ).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrastRatio(tokens['--brand-contrast'], tokens['--brand'])).toBeGreaterThanOrEqual(4.5);
  });

  test.each(tenantColors)('%s makes ten shades with the accents at 8 and 5', (color) => {
    const shades = accentShades(color);
    expect(shades).toHaveLength(10);
    expect(shades[8]).toBe(accentTokens(color)['--accent-light']);
    expect(shades[5]).toBe(accentTokens(color)['--accent-dark']);
  });

  test('that already reads well stays as it is', () => {
    expect(readable('#3056d3', ['#ffffff'], 'dark')).toBe('#3056d3');
  });

  test.each([undefined, null, '', 'teal', '#12g', 'red;} body{display:none'])(
    '%s gives way to the default',
    (color) => {
      expect(accentTokens(color)['--brand']).toBe(DEFAULT_THEME_COLOR);
    },
  );
});

test.each([
  ['#ffffff', '#000000'],
  ['#000000', '#ffffff'],
  ['#ffd400', '#000000'],
  ['#3056d3', '#ffffff'],
])('the text on %s is %s', (background, text) => {
  expect(textOn(background)).toBe(text);
});

describe('tokens.css', () => {
  const css = readFileSync(new URL('../../../web/src/theme/tokens.css', import.meta.url), 'utf8');
  const pair = (name: string): [string, string] => {
    const match = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(css);
    return [match?.[1] ?? '', match?.[2] ?? ''];
  };

  test('has the tokens of the default color', () => {
    for (const [name, value] of Object.entries(accentTokens(DEFAULT_THEME_COLOR)))
      expect(css).toContain(`${name}: ${value};`);
  });

  test('has the surfaces the accent is checked against', () => {
    const names = ['surface', 'ground', 'sunken'];
    expect(names.map((name) => pair(name)[0])).toEqual([...surfaces.light]);
    expect(names.map((name) => pair(name)[1])).toEqual([...surfaces.dark]);
  });

  test.each(['text', 'dimmed', 'danger', 'success', 'warning'])('%s reads on every surface', (name) => {
    const [light, dark] = pair(name);
    for (const ground of surfaces.light) expect(contrastRatio(light, ground)).toBeGreaterThanOrEqual(4.5);
    for (const ground of surfaces.dark) expect(contrastRatio(dark, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['danger', 'success', 'warning'])('%s reads on its own tint', (name) => {
    const [light, dark] = pair(name);
    const [softLight, softDark] = pair(`${name}-soft`);
    expect(contrastRatio(light, softLight)).toBeGreaterThanOrEqual(4.5);
    expect(contrastRatio(dark, softDark)).toBeGreaterThanOrEqual(4.5);
  });

  test('borders of controls stand out by 3:1', () => {
    const [light, dark] = pair('line-strong');
    expect(contrastRatio(light, '#ffffff')).toBeGreaterThanOrEqual(3);
    expect(contrastRatio(dark, surfaces.dark[0])).toBeGreaterThanOrEqual(3);
  });
});
