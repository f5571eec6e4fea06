/** Where a setting says its name: the label of a field, the name of a group, the title of a card. */
const NAMES = 'label, legend, h1, h2, h3, dt';

const trimmed = (node: Node) => node.textContent?.trim();

/** Whether an element says this: all of it, or a part of it beside a mark ("required") or a sentence of help. */
const says = (element: HTMLElement, text: string) =>
  trimmed(element) === text ||
  element.getAttribute('aria-label') === text ||
  [...element.childNodes].some((node) => trimmed(node) === text) ||
  [...element.children].some((child) => [...child.childNodes].some((node) => trimmed(node) === text));

/** The first element below another that says a text. */
export function findWords(below: HTMLElement | null, text: string, selector = NAMES): HTMLElement | undefined {
  return [...(below?.querySelectorAll<HTMLElement>(selector) ?? [])].find((element) => says(element, text));
}

const CONTROLS = 'input, select, textarea, button, [tabindex="0"]';

/** What takes the focus for the name of a setting: its control, or the name itself where it has none that can. */
export function findControl(words: HTMLElement): HTMLElement {
  const field = words instanceof HTMLLabelElement ? words.control : null;
  const control = field ?? words.closest('fieldset')?.querySelector<HTMLElement>(CONTROLS);
  if (control && !control.matches(':disabled')) return control as HTMLElement;
  words.setAttribute('tabindex', '-1');
  return words;
}
