import { SaxesParser } from 'saxes';
import { SamlRefusal } from './refusal.ts';

/** An element with all that a check of ours asks for. Comments and processing instructions are left out. */
export interface XmlElement {
  readonly uri: string;
  readonly local: string;
  /** Of no namespace. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The namespaces that it declares, by prefix. */
  readonly namespaces: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** All text in it and below, as read: a comment does not cut it. */
  text: string;
}

type Mistake = 'not_xml' | 'doctype' | 'too_deep';

/** Why a text is not read. */
export class XmlMistake extends Error {
  readonly mistake: Mistake;
  constructor(mistake: Mistake) {
    super(mistake);
    this.mistake = mistake;
  }
}

/** Answers and metadata are some ten deep. Parsers that recurse fail at thousands. */
const MOST_DEPTH = 64;

/** Reads XML without DOCTYPE, so without entities of its own, of limited depth. Throws `XmlMistake`. */
export function readXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  parser.on('doctype', () => {
    throw new XmlMistake('doctype');
  });
  parser.on('error', () => {
    throw new XmlMistake('not_xml');
  });
  parser.on('opentag', (tag) => {
    if (open.length >= MOST_DEPTH) throw new XmlMistake('too_deep');
    const attributes = new Map<string, string>();
    for (const { uri, local, value } of Object.values(tag.attributes)) if (uri === '') attributes.set(local, value);
    const { uri, local, ns: namespaces } = tag;
    const element: XmlElement = { uri, local, attributes, namespaces, children: [], text: '' };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (given: string) => {
    const inner = open.at(-1);
    if (inner) inner.text += given;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    const outer = open.at(-1);
    if (closed && outer) outer.text += closed.text;
  });
  parser.write(text).close();
  if (!root) throw new XmlMistake('not_xml');
  return root;
}

/** The same of an answer. Throws `SamlRefusal`. */
export function readElement(text: string): XmlElement {
  try {
    return readXml(text);
  } catch (error) {
    throw error instanceof XmlMistake ? new SamlRefusal(error.mistake) : error;
  }
}

/** The children of one name. */
export const childrenOf = (element: XmlElement, uri: string, local: string): XmlElement[] =>
  element.children.filter((child) => child.uri === uri && child.local === local);

/** How many elements of a local name there are, in any namespace, the given one included. */
export const countOf = (element: XmlElement, local: string): number =>
  element.children.reduce((sum, child) => sum + countOf(child, local), element.local === local ? 1 : 0);
