import { SaxesParser, type SaxesTagNS } from 'saxes';

export const SAML = 'urn:oasis:names:tc:SAML:2.0:assertion';
export const SAMLP = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
export const DSIG = 'http://www.w3.org/2000/09/xmldsig#';

export interface XmlElement {
  uri: string;
  local: string;
  /** Attributes without a namespace. SAML and metadata define no others. */
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

const MOST_DEPTH = 64;
const MOST_ELEMENTS = 5000;

/** A document that is refused, with the reason in a few words: for logs, never for strangers. */
export class BadXml extends Error {}

const refuse = (reason: string): never => {
  throw new BadXml(reason);
};

/**
 * Reads a document strictly. Refused before anything is built of it: document types, processing instructions, deep or
 * large trees; comments too, unless it is metadata, which people write by hand. Throws `BadXml`.
 */
export function readXml(
  text: string,
  { mostBytes, comments = false }: { mostBytes: number; comments?: boolean },
): XmlElement {
  if (Buffer.byteLength(text) > mostBytes) refuse('too large');
  let root: XmlElement | undefined;
  const stack: XmlElement[] = [];
  let count = 0;
  const parser = new SaxesParser({ xmlns: true, position: false });
  parser.on('error', () => refuse('not well-formed'));
  parser.on('doctype', () => refuse('a document type'));
  parser.on('processinginstruction', () => refuse('a processing instruction'));
  parser.on('comment', () => comments || refuse('a comment'));
  parser.on('opentag', ({ uri, local, attributes }: SaxesTagNS) => {
    count += 1;
    if (count > MOST_ELEMENTS) refuse('too many elements');
    if (stack.length >= MOST_DEPTH) refuse('too deep');
    const plain = Object.values(attributes).filter((one) => one.prefix === '' && one.local !== 'xmlns');
    const element: XmlElement = {
      uri,
      local,
      attributes: Object.fromEntries(plain.map((one) => [one.local, one.value])),
      children: [],
      text: '',
    };
    stack.at(-1)?.children.push(element);
    root ??= element;
    stack.push(element);
  });
  parser.on('closetag', () => void stack.pop());
  const take = (piece: string) => {
    const at = stack.at(-1);
    if (at) at.text += piece;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.write(text).close();
  return root ?? refuse('not well-formed');
}

export const childrenOf = (parent: XmlElement | undefined, uri: string, local: string): XmlElement[] =>
  parent?.children.filter((one) => one.uri === uri && one.local === local) ?? [];

/** The only child of that name; undefined if there is none. Throws `BadXml` for more than one. */
export function childOf(parent: XmlElement | undefined, uri: string, local: string): XmlElement | undefined {
  const found = childrenOf(parent, uri, local);
  if (found.length > 1) refuse(`${local} twice`);
  return found[0];
}

export const textOf = (element: XmlElement | undefined): string => element?.text.trim() ?? '';

/** A boolean of XML Schema; the default if it is absent. */
export function booleanOf(value: string | undefined, absent = false): boolean {
  if (value === undefined) return absent;
  if (value === 'true' || value === '1') return true;
  return value === 'false' || value === '0' ? false : refuse('not a boolean');
}
