import type { SvgElement, SvgTree } from './svg-tree.ts';

/** Elements that are drawn only where they are used. */
const unseen = new Set(['defs', 'symbol', 'clipPath', 'mask', 'marker', 'pattern', 'linearGradient', 'radialGradient']);
/** Maximum depth of reuse; cycles were refused before. */
const MOST_REACH = 500;

/** Properties that decide whether a shape is visible, inherited by its children. */
const drawing = ['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'visibility'] as const;
type Drawing = Readonly<Record<(typeof drawing)[number], string>>;
const usual: Drawing = {
  ...{ fill: 'black', 'fill-opacity': '1', stroke: 'none', 'stroke-opacity': '1', 'stroke-width': '1' },
  visibility: 'visible',
};

/**
 * True if something of an SVG is visible: a shape with a size, or text, that is not hidden or fully transparent and is
 * filled or stroked. Colors are not compared; if a style sheet sets these properties, the image is assumed visible.
 */
export function showsSomething({ root, rules }: Pick<SvgTree, 'root' | 'rules'>): boolean {
  const isStyled = rules.some(({ declarations }) => /fill|stroke|visibility/.test(declarations));
  const byId = new Map<string, SvgElement>();
  const find = (element: SvgElement): void => {
    if (element.attributes.id) byId.set(element.attributes.id, element);
    for (const child of element.children) if (typeof child !== 'string') find(child);
  };
  find(root);
  const shows = (element: SvgElement, isUsed: boolean, reach: number, from: Drawing): boolean => {
    if (reach > MOST_REACH || isHidden(element) || (!isUsed && unseen.has(element.name))) return false;
    const drawn = drawnBy(element, from);
    if (isShape(element) && (isStyled || isPainted(element, drawn))) return true;
    const used = element.name === 'use' ? byId.get((element.attributes.href ?? '').slice(1)) : undefined;
    if (used && shows(used, true, reach + 1, drawn)) return true;
    return element.children.some((child) => typeof child !== 'string' && shows(child, false, reach + 1, drawn));
  };
  return shows(root, false, 0, usual);
}

/** The value that an element itself gives a property. */
function own({ attributes }: SvgElement, property: string): string | undefined {
  const declared = new RegExp(`(?:^|;)${property}:([^;]*)`).exec(attributes.style ?? '')?.[1];
  return (declared ?? attributes[property])?.trim().toLowerCase();
}

const drawnBy = (element: SvgElement, from: Drawing): Drawing => {
  const said = drawing.map((property) => [property, own(element, property) ?? 'inherit'] as const);
  return { ...from, ...Object.fromEntries(said.filter(([, value]) => value !== 'inherit')) } as Drawing;
};

/** Zero in any notation: `0`, `0.0`, `0%`, `0px`. */
const isZero = (number: string) => /^0*(?:\.0*)?(?:%|px)?$/.test(number);
const isColour = (colour: string) => !['none', 'transparent'].includes(colour);

/** True if a shape is filled or stroked; a line can only be stroked. */
const isPainted = ({ name }: SvgElement, drawn: Drawing): boolean => {
  if (drawn.visibility !== 'visible') return false;
  const isFilled = name !== 'line' && isColour(drawn.fill) && !isZero(drawn['fill-opacity']);
  return isFilled || (isColour(drawn.stroke) && !isZero(drawn['stroke-opacity']) && !isZero(drawn['stroke-width']));
};

const isHidden = (element: SvgElement) =>
  own(element, 'display') === 'none' || isZero(own(element, 'opacity') ?? 'seen');

const isShape = ({ name, attributes, children }: SvgElement): boolean => {
  const has = (...sides: string[]) => sides.every((side) => Number.parseFloat(attributes[side] ?? '') > 0);
  switch (name) {
    case 'rect':
      return has('width', 'height');
    case 'circle':
      return has('r');
    case 'ellipse':
      return has('rx') || has('ry');
    case 'path':
      // A path that only moves draws nothing.
      return (
        /[lhvcsqtaz]/i.test(attributes.d ?? '') || /m[^a-z]*?(?:-?[\d.]+(?:e-?\d+)?[\s,]*){3}/i.test(attributes.d ?? '')
      );
    case 'line':
      return ['x', 'y'].some((side) => (attributes[`${side}1`] ?? '0') !== (attributes[`${side}2`] ?? '0'));
    case 'polyline':
    case 'polygon':
      return (attributes.points ?? '').trim().split(/[\s,]+/).length >= 4;
    case 'text':
    case 'tspan':
      return children.some((child) => typeof child === 'string' && child.trim() !== '');
    default:
      return false;
  }
};
