import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Who has no mouse: everything that answers a click is reached by Tab, or by the arrow keys of the widget it belongs to;
 * what has the focus shows it and is in sight; Tab goes on. The keys are real ones, sent all at once.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const keys = await keysOf(page);
  const tab = { type: 'rawKeyDown', key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 } as const;
  for (let walks = 1; ; walks += 1) {
    const stops = await page.evaluate(beginWalk);
    await Promise.all(Array.from({ length: stops + 2 }, () => keys.send('Input.dispatchKeyEvent', tab)));
    const { faults, isAsItWas } = await page.evaluate(endWalk);
    // Tab rightly passed by what could not be pressed yet.
    if (faults.length === 0 || isAsItWas || walks === 3) return faults;
  }
}

/** What is open over the page is closed by Escape, and the focus is on the page again. */
export async function escapeFaults(page: Page): Promise<string[]> {
  const opened = () => page.locator('dialog[open], [popover]:popover-open').count();
  const before = await opened();
  if (before === 0) return [];
  await page.keyboard.press('Escape');
  try {
    await expect.poll(opened, { timeout: 5_000 }).toBeLessThan(before);
  } catch {
    return ['Escape closes nothing'];
  }
  return (await isFocusLost(page)) ? ['Escape loses the focus'] : [];
}

/** The focus leaves what is no longer shown with the next frame. */
export const isFocusLost = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    return !document.activeElement || document.activeElement === document.body;
  });

const sessions = new WeakMap<Page, CDPSession>();
async function keysOf(page: Page): Promise<CDPSession> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  return session;
}

interface Visit {
  thing: Element;
  hasRing: boolean;
  before: string[];
  hidden: string | undefined;
}

/** What both halves of the walk share, in the page. */
interface Walk {
  visits: Map<Element, Visit>;
  /** What was there when it began: a menu that comes meanwhile was not passed. */
  things: Set<Element>;
  /** What had the focus. */
  begun: Element | null;
  /** Where Tab can stop. */
  stopsNow: () => Element[];
  /** What `stopsNow` found when it began. */
  stops: readonly Element[];
  note: () => void;
  stop: () => void;
  compare: (thing: Element) => string[];
}

/** In the page. Notes where the focus is before each further Tab; gives how many stops there may be. */
function beginWalk(): number {
  const looksOf = (thing: Element): string[] =>
    [
      thing,
      thing.parentElement,
      thing.parentElement?.parentElement,
      thing.previousElementSibling,
      thing.nextElementSibling,
    ]
      .filter((near) => near instanceof Element)
      .map((near) => {
        const { outline, boxShadow, borderColor, backgroundColor, textDecorationLine } = getComputedStyle(near);
        return [outline, boxShadow, borderColor, backgroundColor, textDecorationLine].join();
      });
  const isRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  /** What lies over all of it, or that it is out of sight. */
  const hiddenBy = (thing: Element): string | undefined => {
    const shown = (thing as HTMLInputElement).labels?.[0] ?? thing;
    const box = [...shown.getClientRects()].find(({ width, height }) => width > 2 && height > 2);
    if (!box) return 'without a box';
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (left >= right || top >= bottom) return 'out of sight';
    const at = [0.02, 0.5, 0.98].map((part) =>
      document.elementFromPoint(left + (right - left) * part, top + (bottom - top) * part),
    );
    const isSeen = at.some((over) => over && (shown.contains(over) || over.contains(shown)));
    return isSeen ? undefined : `behind ${at[1]?.outerHTML.slice(0, 80)}`;
  };
  const visits = new Map<Element, Visit>();
  let presses = 0;
  const note = () => {
    presses += 1;
    const thing = document.activeElement;
    // What had the focus before the first press was not come to by it; Tab comes round to it.
    if (presses === 1 || !thing || thing === document.body || visits.has(thing)) return;
    const hasRing = isRing(getComputedStyle(thing)) || isRing(getComputedStyle(thing, '::after'));
    visits.set(thing, { thing, hasRing, before: hasRing ? [] : looksOf(thing), hidden: hiddenBy(thing) });
  };
  window.addEventListener('keydown', note, true);
  const stop = () => window.removeEventListener('keydown', note, true);
  const compare = looksOf;
  const things = new Set(document.querySelectorAll('body *'));
  const stopsNow = () =>
    [
      ...document.querySelectorAll(
        'a[href], button, input, select, textarea, summary, iframe, [tabindex]:not([tabindex="-1"])',
      ),
    ].filter((one) => one.checkVisibility() && !one.matches(':disabled'));
  const stops = stopsNow();
  const begun = document.activeElement;
  Object.assign(globalThis, { keyboardWalk: { visits, note, stop, compare, things, begun, stopsNow, stops } });
  return stops.length;
}

/** In the page. */
function endWalk(): { faults: string[]; isAsItWas: boolean } {
  const { visits, note, stop, compare, things, begun, stopsNow, stops } = (
    globalThis as unknown as { keyboardWalk: Walk }
  ).keyboardWalk;
  note();
  stop();
  (document.activeElement as HTMLElement | null)?.blur();
  const focusBack = () => (begun as HTMLElement | null)?.focus();
  const nameOf = (thing: Element) =>
    thing.outerHTML.replace(/ (class|style|d|stroke\S*|viewBox|xmlns|id)="[^"]*"/g, '').slice(0, 140);
  const faults: string[] = [];
  for (const { thing, hasRing, before, hidden } of visits.values()) {
    if (!hasRing && thing.isConnected && before.join('|') === compare(thing).join('|'))
      faults.push(`no focus ring: ${nameOf(thing)}`);
    if (hidden) faults.push(`the focus is ${hidden}: ${nameOf(thing)}`);
  }

  const reached = [...visits.keys()];
  const isReached = (thing: Element | null | undefined) => thing != null && visits.has(thing);
  const propsOf = (thing: Element) => {
    const key = Object.keys(thing).find((name) => name.startsWith('__reactProps$'));
    return key ? ((thing as unknown as Record<string, Record<string, unknown>>)[key] ?? {}) : {};
  };
  const isPressed = (thing: Element) =>
    thing.matches(`${answersKeys}, [role=button], [role=link]`) || thing.matches(roving);
  const answersKeys = 'a[href], button, input, select, textarea, summary';
  const roving = '[role=tab], [role^=menuitem], [role=option], [role=radio], [role=treeitem], [role=gridcell]';
  const widget = '[role=tablist], [role=menu], [role=listbox], [role=radiogroup], [role=tree], [role=grid]';
  const isOfWidget = (thing: Element | null | undefined): boolean => {
    if (!thing) return false;
    if (thing instanceof HTMLInputElement && thing.type === 'radio')
      return reached.some((other) => other instanceof HTMLInputElement && other.name === thing.name);
    const item = thing.closest(roving);
    const whole = item?.closest(widget);
    if (!item || !whole) return false;
    return (
      reached.some((other) => whole.contains(other)) ||
      reached.some((other) => whole.id !== '' && other.getAttribute('aria-controls') === whole.id)
    );
  };
  const isWithinReach = (thing: Element): boolean => {
    // A list that can be scrolled by keys is reached without what is in it.
    if (reached.some((other) => (isPressed(other) && other.contains(thing)) || thing.contains(other))) return true;
    const control = (thing.closest('label') ?? thing.querySelector('label'))?.control;
    return isReached(control) || isOfWidget(control) || isOfWidget(thing);
  };
  const isIdle = (thing: Element) =>
    // Tells the browser's password store whose password it is.
    thing.matches('input[readonly][aria-hidden="true"]') ||
    (thing.closest('label')?.control?.matches(':disabled') ?? false) ||
    thing.closest(':disabled, [aria-disabled="true"], [inert], [data-disabled]') !== null ||
    !thing.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
    ![...thing.getClientRects()].some(({ width, height }) => width > 0 && height > 0);
  const hasPointer = (thing: Element) =>
    getComputedStyle(thing).cursor === 'pointer' &&
    thing.parentElement !== null &&
    getComputedStyle(thing.parentElement).cursor !== 'pointer';
  const modal = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1);
  const all = [...(modal ?? document.body).querySelectorAll('*')];
  for (const thing of all) {
    const props = propsOf(thing);
    // A row follows its link where it has one, and shows the hand only then.
    const answersClick = typeof props.onClick === 'function' && getComputedStyle(thing).cursor === 'pointer';
    const isNative = thing.matches(answersKeys);
    const reacts =
      answersClick ||
      isNative ||
      thing.matches('[role=button], [role=link], [role=switch], [role=checkbox]') ||
      thing.matches(roving) ||
      hasPointer(thing);
    if (!reacts || !things.has(thing) || isIdle(thing)) continue;
    if (!isWithinReach(thing)) faults.push(`not reached by keys: ${nameOf(thing)}`);
    if (
      answersClick &&
      !isNative &&
      isReached(thing) &&
      typeof props.onKeyDown !== 'function' &&
      typeof props.onKeyUp !== 'function'
    )
      faults.push(`answers clicks but no keys: ${nameOf(thing)}`);
  }
  focusBack();
  const now = stopsNow();
  return { faults, isAsItWas: now.length === stops.length && now.every((one, at) => one === stops[at]) };
}
