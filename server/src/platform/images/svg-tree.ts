import { SaxesParser } from 'saxes';
import { fail } from '#contract/errors.ts';
import { broken } from './image.ts';
import { allowedAttributes, allowedElements, allowedProperties, isHarmless, quiet } from './svg-allowed.ts';
import { cleanDeclarations, cleanRules, type Rule } from './svg-css.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const MOST_ELEMENTS = 10_000;
const MOST_DEPTH = 64;

export interface SvgElement {
  name: string;
  attributes: Record<string, string>;
  children: (SvgElement | string)[];
}

export interface SvgTree {
  root: SvgElement;
  rules: Rule[];
  removed: Set<string>;
}

const open = (): SaxesParser<{ xmlns: true }> => new SaxesParser({ xmlns: true, position: false });

/**
 * Parses an SVG strictly and keeps what the lists allow. A document type may be present but declare nothing (entities
 * expand without a bound). Throws `image_wrong_type` (other XML), `image_broken`, `image_too_many_pixels`.
 */
export function parseSvg(text: string): SvgTree {
  const tree: Omit<SvgTree, 'root'> & { root?: SvgElement } = { rules: [], removed: new Set() };
  const stack: SvgElement[] = [];
  /** Depth within an element that is removed. */
  let leftOut = 0;
  let elements = 0;
  let style = '';
  const parser = open();
  parser.on('error', (error) => {
    throw broken(error.message);
  });
  parser.on('doctype', (type) => {
    if (type.includes('[')) throw broken('the document type declares something');
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1;
    if (elements > MOST_ELEMENTS || stack.length + leftOut >= MOST_DEPTH)
      throw fail('image_too_many_pixels', { field: 'file' });
    const isSvg = uri === SVG;
    if (elements === 1 && !(isSvg && local === 'svg')) throw fail('image_wrong_type', { field: 'file' });
    if (leftOut > 0 || !isSvg || !allowedElements.has(local)) {
      leftOut += 1;
      if (leftOut === 1 && isSvg && !quiet.has(local)) tree.removed.add(local);
      return;
    }
    const element: SvgElement = {
      name: local,
      attributes: cleanAttributes(Object.values(attributes), tree.removed),
      children: [],
    };
    stack.at(-1)?.children.push(element);
    tree.root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => {
    if (leftOut > 0) leftOut -= 1;
    else if (stack.pop()?.name === 'style') {
      tree.rules.push(...cleanRules(style, (what) => tree.removed.add(what)));
      style = '';
    }
  });
  const take = (text: string) => {
    const at = stack.at(-1);
    if (leftOut > 0 || !at) return;
    if (at.name === 'style') style += text;
    else if (at.name === 'text' || at.name === 'tspan') at.children.push(text);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.write(text).close();
  if (!tree.root) throw broken('no root');
  return { ...tree, root: tree.root };
}

interface Attribute {
  name: string;
  prefix: string;
  local: string;
  uri: string;
  value: string;
}

/** Keeps the allowed attributes of an element, in one spelling. */
function cleanAttributes(given: Attribute[], removed: Set<string>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const { name, uri, local, value } of given) {
    if (local === 'href' && (uri === '' || uri === XLINK)) {
      if (/^#[\w:.-]+$/.test(value.trim())) kept.href = value.trim();
      else removed.add(`href: ${value.slice(0, 40)}`);
    } else if (uri !== '') continue;
    else if (local === 'style') {
      const style = cleanDeclarations(value, (what) => removed.add(what));
      if (style !== '') kept.style = style;
    } else if ((allowedAttributes.has(local) || allowedProperties.has(local)) && isHarmless(value)) kept[local] = value;
    else if (!quiet.has(name) && !/^(data|aria)-/.test(local)) removed.add(local);
  }
  return kept;
}
