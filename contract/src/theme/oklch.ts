/** Color arithmetic in OKLCH: perceptual lightness, so that shades keep their hue. */
export type Rgb = readonly [red: number, green: number, blue: number];
export type Oklch = { lightness: number; chroma: number; hue: number };

/** Reads `#rgb` or `#rrggbb`. Returns components 0–255, or undefined for anything else. */
export function parseHex(text: string): Rgb | undefined {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text.trim());
  if (!match?.[1]) return undefined;
  const digits = match[1].length === 3 ? match[1].replace(/./g, '$&$&') : match[1];
  const value = Number.parseInt(digits, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Writes components 0–255 as `#rrggbb`; values outside are cut. */
export function toHex(rgb: Rgb): string {
  const cut = (value: number) => Math.round(Math.min(255, Math.max(0, value)));
  return `#${rgb.map((value) => cut(value).toString(16).padStart(2, '0')).join('')}`;
}

/** sRGB component 0–255 to linear light 0–1 (WCAG 2.2 relative luminance and OKLab share it). */
export function toLinear(component: number): number {
  const value = component / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return 255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055);
}

export function toOklch(rgb: Rgb): Oklch {
  const [r, g, b] = rgb.map(toLinear) as unknown as Rgb;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(a, bb),
    hue: Math.atan2(bb, a),
  };
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Converts to sRGB; a color outside it loses chroma, not lightness or hue. */
export function fromOklch(colour: Oklch): Rgb {
  let { chroma } = colour;
  for (; chroma > 0; chroma -= 0.004) {
    const linear = toLinearRgb({ ...colour, chroma });
    if (linear.every((value) => value > -0.001 && value < 1.001)) return linear.map(fromLinear) as unknown as Rgb;
  }
  return toLinearRgb({ ...colour, chroma: 0 }).map(fromLinear) as unknown as Rgb;
}
