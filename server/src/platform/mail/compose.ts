import { direction } from '#contract/languages.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';
import { oneLine } from './address.ts';
import { mailHtml } from './html.ts';
import type { MailLook } from './look.ts';
import type { MailContent } from './outbox.ts';

export type MailInput = {
  /** Message keys are `mail.<kind>.subject`, `.line1`, `.line2` … and, with a link, `.button`. */
  kind: string;
  locale: string;
  productName: string;
  tenantName: string;
  look?: MailLook;
  /** Forces a color scheme, for previews. Sent emails follow the reader's. */
  scheme?: 'light' | 'dark';
  /** Placeholder values other than `product` and `tenant`. With a `name` the email starts with a greeting. */
  variables?: Readonly<Record<string, string | number>>;
  /** Target of the button: an absolute http or https address. */
  link?: string | null;
  /** Replaces Portico's text; placeholders are `{{name}}`. */
  own?: OwnText | null | undefined;
  /** A paragraph added before the button. */
  phrase?: string | null | undefined;
};

export type OwnText = { subject: string; body: string };

type Button = { href: string; label: string };

/**
 * Composes an email (subject, plain text, HTML) in the receiver's language from messages/<lang>/mail.json. The button
 * precedes the last line, which says what to do if the email was unexpected. Values are inserted as text: none can add
 * a header or markup. Nothing is loaded from outside. Throws when the kind has no texts, a placeholder has no value, or
 * the link is no web address.
 */
export function composeMail(input: MailInput): MailContent {
  const { kind, locale, productName, tenantName, look, scheme, link } = input;
  const words = wordsOf(input);
  const offer = () => (link ? { href: webAddress(link), label: words.get(`mail.${kind}.button`) } : null);
  const { subject, before, button, after } = input.own
    ? ownParts(input, input.own, offer())
    : standardParts(input, words, offer);
  const footer = words.get('mail.frame.footer');
  const frame = { lang: locale, dir: direction(locale), heading: `${productName} · ${tenantName}`, scheme };
  return {
    subject,
    ...(look?.logo && { imageId: look.logo.imageId }),
    text: mailText(before, button, after, footer),
    html: mailHtml({
      ...frame,
      look,
      tenantName,
      subject,
      before,
      button,
      after,
      linkHint: words.get('mail.frame.linkHint'),
      footer,
    }),
  };
}

type Parts = { subject: string; before: string[]; button: Button | null; after: string[] };

function standardParts(input: MailInput, words: ReturnType<typeof wordsOf>, offer: () => Button | null): Parts {
  const subject = oneLine(words.get(`mail.${input.kind}.subject`));
  const lines = words.numbered(`mail.${input.kind}.line`);
  const after = lines.length > 1 ? lines.splice(-1) : [];
  const greeting = input.variables?.name ? [words.get('mail.frame.greeting')] : [];
  const phrase = input.phrase ? [putIn(input.phrase, valuesOf(input))] : [];
  return { subject, before: [...greeting, ...lines, ...phrase], button: offer(), after };
}

/**
 * Blank lines separate paragraphs. `{{link}}` in a paragraph of its own becomes the button, elsewhere the address as
 * text.
 */
function ownParts(input: MailInput, own: OwnText, button: Button | null): Parts {
  const values = { ...valuesOf(input), link: button?.href ?? '' };
  const paragraphs = own.body
    .split(/(?:\r?\n[ \t]*){2,}/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const at = button ? paragraphs.indexOf('{{link}}') : -1;
  const phrase = input.phrase ? [putIn(input.phrase, values)] : [];
  const filled = paragraphs.map((paragraph) => putIn(paragraph, values));
  return {
    subject: oneLine(putIn(own.subject, values)),
    before: at < 0 ? [...filled, ...phrase] : [...filled.slice(0, at), ...phrase],
    button: at < 0 ? null : button,
    after: at < 0 ? [] : filled.slice(at + 1),
  };
}

const valuesOf = ({ variables, productName, tenantName }: MailInput) => ({
  ...variables,
  product: productName,
  tenant: tenantName,
});

/** Inserts values for placeholders; a placeholder without a value stays. */
const putIn = (text: string, values: Readonly<Record<string, string | number>>) =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));

/** Texts with their values; `numbered` returns `<stem>1`, `<stem>2` … until one is missing. */
function wordsOf(input: MailInput) {
  const { texts } = loadCatalog(input.locale);
  const text = textIn(input.locale);
  const values = valuesOf(input);
  const isThere = (key: string) => key in texts || `${key}_other` in texts;
  const get = (key: string) => {
    if (!isThere(key)) throw new Error(`The mail text ${key} is missing.`);
    // Checks the template, not the result: a value may contain braces.
    for (const [, name = ''] of (texts[key] ?? texts[`${key}_other`] ?? '').matchAll(/\{\{(\w+)\}\}/g)) {
      if (!Object.hasOwn(values, name)) throw new Error(`The mail text ${key} lacks the value of ${name}.`);
    }
    return text(key, values);
  };
  const numbered = (stem: string) => {
    const found: string[] = [];
    for (let n = 1; n === 1 || isThere(`${stem}${n}`); n++) found.push(get(`${stem}${n}`));
    return found;
  };
  return { get, numbered };
}

/** Plain-text version, with the address below the button's label and the footer after the signature separator. */
function mailText(before: string[], button: Button | null, after: string[], footer: string): string {
  const link = button ? [`${button.label}\n${button.href}`] : [];
  return `${[...before, ...link, ...after, `-- \n${footer}`].join('\n\n')}\n`;
}

function webAddress(link: string): string {
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The link of a mail is no web address.');
  return url.href;
}
