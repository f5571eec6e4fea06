/**
 * Shows the HTML of one of our mails inside a page: in a tree of its own, so that neither's styles reach the other, and
 * without anything that does something. Links are no links there, the mail's heading none of the page's.
 */
export function showMail(place: HTMLElement, html: string): void {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  // The page's policy lets no style sheet in, not even while it is read; the mail's is for dark screens only.
  const { body } = new DOMParser().parseFromString(html.replace(/<style>[^<]*<\/style>/g, ''), 'text/html');
  for (const active of body.querySelectorAll('script, style, link, iframe, object, form')) active.remove();
  const shown = copyOf(body, 'div');
  root.replaceChildren(shown);
}

/** A copy without events and addresses; elements that mean something to the page become plain ones. */
function copyOf(element: Element, name = plainNames[element.localName] ?? element.localName): HTMLElement {
  const copy = document.createElement(name);
  copy.style.cssText = element.getAttribute('style') ?? '';
  const source = element.getAttribute('src');
  // A picture that came with the mail; nothing is fetched.
  if (name === 'img' && source?.startsWith('data:image/')) copy.setAttribute('src', source);
  for (const attribute of kept) {
    const value = element.getAttribute(attribute);
    if (value !== null) copy.setAttribute(attribute, value);
  }
  for (const child of element.childNodes) {
    if (child instanceof Element) copy.append(copyOf(child));
    else copy.append(child.textContent ?? '');
  }
  return copy;
}

const kept = ['role', 'alt', 'width', 'height', 'cellpadding', 'cellspacing', 'align', 'bgcolor', 'dir', 'lang'];
const plainNames: Record<string, string> = { h1: 'p', a: 'span' };
