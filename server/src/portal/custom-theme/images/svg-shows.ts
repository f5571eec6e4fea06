import type { SvgElement } from './svg-tree.ts';

/** Parts that are drawn only where another one uses them. */
const unseen = new Set(['defs', 'symbol', 'clipPath', 'mask', 'marker', 'pattern', 'linearGradient', 'radialGradient']);
/** How far a part may use a part that uses a part; an endless chain was refused before. */
const MOST_REACH = 500;

/**
 * Whether something of an SVG can be seen: a shape with a size, or text, that is neither hidden nor fully transparent by
 * what it says itself. Colours and rules of style sheets are not looked at.
 */
export function showsSomething(root: SvgElement): boolean {
  const byId = new Map<string, SvgElement>();
  const find = (element: SvgElement): void => {
    if (element.attributes.id) byId.set(element.attributes.id, element);
    for (const child of element.children) if (typeof child !== 'string') find(child);
  };
  find(root);
  const shows = (element: SvgElement, isUsed: boolean, reach: number): boolean => {
    if (reach > MOST_REACH || isHidden(element) || (!isUsed && unseen.has(element.name))) return false;
    if (isShape(element)) return true;
    const used = element.name === 'use' ? byId.get((element.attributes.href ?? '').slice(1)) : undefined;
    if (used && shows(used, true, reach + 1)) return true;
    return element.children.some((child) => typeof child !== 'string' && shows(child, false, reach + 1));
  };
  return shows(root, false, 0);
}

/** The value a part gives a property itself. */
function own({ attributes }: SvgElement, property: string): string | undefined {
  const declared = new RegExp(`(?:^|;)${property}:([^;]*)`).exec(attributes.style ?? '')?.[1];
  return (declared ?? attributes[property])?.trim().toLowerCase();
}

const isHidden = (element: SvgElement) =>
  own(element, 'display') === 'none' || /^0*(?:\.0*)?%?$/.test(own(element, 'opacity') ?? 'seen');

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
      // A pen that is only set down draws nothing.
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
