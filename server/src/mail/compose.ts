import { direction } from '#contract/languages.ts';
import { loadCatalog, textIn } from '#messages/catalog.ts';
import { oneLine } from './address.ts';
import { mailHtml } from './html.ts';
import type { MailContent } from './outbox.ts';

export type MailInput = {
  /** Which mail: its words are `mail.<kind>.subject`, `.line1`, `.line2` … and, with a link, `.button`. */
  kind: string;
  locale: string;
  productName: string;
  tenantName: string;
  /** The tenant's theme colour, `#rrggbb`; anything else gives Portico's own. */
  themeColor?: string | null;
  /** Values of the placeholders besides `product` and `tenant`; with a `name` the mail begins with a greeting. */
  variables?: Readonly<Record<string, string | number>>;
  /** Where the button leads: an absolute http or https address. */
  link?: string | null;
};

type Button = { href: string; label: string };

/**
 * One mail as subject, plain text and HTML, in the receiver's language, from the words in messages/<lang>/mail.json.
 * The button stands before the last line, which tells what to do when the mail is none of the receiver's business.
 * Values are put in as text: no value can add a header or markup. Nothing is loaded from outside.
 * Throws when the kind lacks words, a placeholder has no value, or the link is no web address.
 */
export function composeMail(input: MailInput): MailContent {
  const { kind, locale, productName, tenantName, themeColor, link, variables = {} } = input;
  const words = wordsOf(input);
  const subject = oneLine(words.get(`mail.${kind}.subject`));
  const button = link ? { href: webAddress(link), label: words.get(`mail.${kind}.button`) } : null;
  const lines = words.numbered(`mail.${kind}.line`);
  const after = lines.length > 1 ? lines.splice(-1) : [];
  const before = variables.name ? [words.get('mail.frame.greeting'), ...lines] : lines;
  const footer = words.get('mail.frame.footer');
  const frame = { lang: locale, dir: direction(locale), heading: `${productName} · ${tenantName}`, themeColor };
  return {
    subject,
    text: mailText(before, button, after, footer),
    html: mailHtml({ ...frame, subject, before, button, after, linkHint: words.get('mail.frame.linkHint'), footer }),
  };
}

/** The words with the values put in; `numbered` gives `<stem>1`, `<stem>2` … as far as there are any. */
function wordsOf({ locale, productName, tenantName, variables }: MailInput) {
  const { texts } = loadCatalog(locale);
  const text = textIn(locale);
  const values = { ...variables, product: productName, tenant: tenantName };
  const isThere = (key: string) => key in texts || `${key}_other` in texts;
  const get = (key: string) => {
    if (!isThere(key)) throw new Error(`The mail text ${key} is missing.`);
    // Asked of the words, not of the outcome: a value may well hold braces.
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

/** The same as the HTML, with the address under the button's label and the footer behind the mark mail programs know. */
function mailText(before: string[], button: Button | null, after: string[], footer: string): string {
  const link = button ? [`${button.label}\n${button.href}`] : [];
  return `${[...before, ...link, ...after, `-- \n${footer}`].join('\n\n')}\n`;
}

function webAddress(link: string): string {
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('The link of a mail is no web address.');
  return url.href;
}
