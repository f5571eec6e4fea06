/** Characters that XML 1.0 cannot hold, not even escaped. */
const impossible = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const inText: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' };
const inAttribute: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '"': '&quot;' },
  ...{ '\t': '&#x9;', '\n': '&#xA;', '\r': '&#xD;' },
};

/** Text as canonical XML writes it (Canonical XML 1.0, section 2.3). Impossible characters become U+FFFD. */
const escapeText = (text: string) =>
  text.replace(impossible, '\u{FFFD}').replace(/[&<>\r]/g, (character) => inText[character] as string);
const escapeAttribute = (text: string) =>
  text.replace(impossible, '\u{FFFD}').replace(/[&<"\t\n\r]/g, (character) => inAttribute[character] as string);

/** A piece of XML; only `xml` and `join` make one, so that no value gets in unescaped. */
export class Xml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Xml | string | number | null | readonly Xml[];

const written = (value: Value): string => {
  if (value === null) return '';
  if (value instanceof Xml) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escapeText(String(value));
};

/** Writes XML; strings between tags are escaped. Values of attributes go through `attribute`. */
export const xml = (parts: TemplateStringsArray, ...values: readonly Value[]): Xml =>
  new Xml(parts.map((part, at) => part + (at < values.length ? written(values[at] ?? null) : '')).join(''));

/** An attribute with a space before it; nothing for null. */
export const attribute = (name: string, value: string | null): Xml =>
  new Xml(value === null ? '' : ` ${name}="${escapeAttribute(value)}"`);
