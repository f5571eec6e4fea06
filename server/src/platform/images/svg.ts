import type { ReadImage } from './image.ts';
import { fail } from '#contract/errors.ts';
import { fitted } from '#contract/theme/logo.ts';
import { broken } from './image.ts';
import { placesIn } from './svg-allowed.ts';
import { placesByMention } from './svg-css.ts';
import { showsSomething } from './svg-shows.ts';
import { parseSvg, type SvgElement, type SvgTree } from './svg-tree.ts';

/** Default size of a drawing that states none. */
const BOX = { width: 512, height: 512 };
/** Maximum number of drawn elements, each reuse counted. */
const MOST_DRAWN = 50_000;
const MOST_POINTING_RULES = 200;
/** Maximum depth of elements that reuse elements. */
const MOST_REACH = 500;
/** Maximum number of removed names that are reported. */
const MOST_NAMED = 12;

/** True if a file may be an SVG: UTF-8 text that begins like XML. */
export function looksLikeSvg(file: Buffer): boolean {
  return /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE|[\w-]+:svg|svg)[\s>-]/i.test(file.toString('utf8', 0, 400));
}

/**
 * Reads an SVG and writes it again from elements that only draw (docs/decisions/0030): no scripts, events, links, HTML,
 * images, animation or external references. Throws `image_wrong_type`, `image_broken`, `image_too_many_pixels`,
 * `image_shows_nothing`.
 */
export function readSvg(file: Buffer): ReadImage {
  const tree = parseSvg(textOf(file));
  refuseExplosions(tree);
  if (!showsSomething(tree)) throw fail('image_shows_nothing', { field: 'file' });
  const { root, rules } = tree;
  const box = boxOf(root.attributes);
  const { width, height } = fitted(box, BOX, Number.POSITIVE_INFINITY);
  const { x: _x, y: _y, ...attributes } = root.attributes;
  const viewBox = attributes.viewBox ?? `0 0 ${box.width} ${box.height}`;
  const head = { ...attributes, viewBox, width: String(width), height: String(height) };
  const sheet = rules.map(({ selector, declarations }) => `${selector}{${declarations}}`).join('');
  const style: SvgElement[] = sheet === '' ? [] : [{ name: 'style', attributes: {}, children: [sheet] }];
  const drawn = { ...root, attributes: head, children: [...style, ...root.children] };
  const content = Buffer.from(write(drawn, ' xmlns="http://www.w3.org/2000/svg"'));
  return { mediaType: 'image/svg+xml', width, height, content, removed: [...tree.removed].slice(0, MOST_NAMED) };
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw broken('not UTF-8');
  }
}

/** Size of the drawing in its own units. */
function boxOf({ viewBox = '', width = '', height = '' }: Record<string, string>): { width: number; height: number } {
  const [, , w = Number.NaN, h = Number.NaN, ...more] = viewBox
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const box = viewBox === '' ? { width: lengthOf(width), height: lengthOf(height) } : { width: w, height: h };
  const isSize = (side: number) => side > 0 && side < 1e9;
  if (!isSize(box.width) || !isSize(box.height) || more.length > 0) throw broken('no size');
  return box;
}

const lengthOf = (length: string) => Number(/^([\d.]+)(?:px|pt|pc|mm|cm|in)?$/.exec(length.trim())?.[1]);

/** Nested reuse grows exponentially, so all drawn elements are counted before drawing. */
function refuseExplosions({ root, rules }: SvgTree): void {
  const byId = new Map<string, SvgElement>();
  const find = (element: SvgElement): void => {
    if (element.attributes.id) byId.set(element.attributes.id, element);
    for (const child of element.children) if (typeof child !== 'string') find(child);
  };
  find(root);
  if (rules.filter(({ places }) => places.length > 0).length > MOST_POINTING_RULES) throw tooMuch();
  const pointing = placesByMention(rules);
  const known = new Map<SvgElement, number | 'counting'>();
  const count = (element: SvgElement, depth: number): number => {
    const before = known.get(element);
    if (before === 'counting') throw broken('a part is drawn of itself');
    if (before !== undefined) return before;
    if (depth > MOST_REACH) throw tooMuch();
    known.set(element, 'counting');
    let sum = 1;
    const parts = [...element.children, ...placesOf(element, pointing).map((place) => byId.get(place))];
    for (const part of parts) if (part && typeof part !== 'string') sum += count(part, depth + 1);
    if (sum > MOST_DRAWN) throw tooMuch();
    known.set(element, sum);
    return sum;
  };
  count(root, 0);
}

const tooMuch = () => fail('image_too_many_pixels', { field: 'file' });

function placesOf({ name, attributes }: SvgElement, pointing: ReadonlyMap<string, string[]>): string[] {
  const own = Object.values(attributes).flatMap(placesIn);
  if (attributes.href) own.push(attributes.href.slice(1));
  const classes = (attributes.class ?? '').split(/\s+/).map((one) => `.${one}`);
  const mentions = new Set(['*', name, `#${attributes.id ?? ''}`, ...classes]);
  return [...own, ...[...mentions].flatMap((mention) => pointing.get(mention) ?? [])];
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

function write({ name, attributes, children }: SvgElement, more = ''): string {
  // Style sheets were moved to the front.
  if (name === 'style' && children.length === 0) return '';
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inside = children.map((child) => (typeof child === 'string' ? escaped(child) : write(child))).join('');
  return inside === '' ? `<${name}${more}${said.join('')}/>` : `<${name}${more}${said.join('')}>${inside}</${name}>`;
}
