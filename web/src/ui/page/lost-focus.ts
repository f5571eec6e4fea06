import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { scrollToAlert } from './scroll-to-alert.ts';

/** What had the focus last, and what had it last outside all dialogs: from there a dialog is opened. */
const had: { last?: HTMLElement; onPage?: HTMLElement } = {};
if (typeof document !== 'undefined') {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    had.last = target;
    if (!target.closest('dialog')) had.onPage = target;
  });
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
/** A menu that has closed is still in the page, but nobody is in it. */
const isThere = (element: HTMLElement | undefined) =>
  element?.isConnected === true && !element.matches(':disabled') && element.checkVisibility?.() !== false;

/**
 * Does something where what had the focus is gone: else the keyboard would begin again at the top of the page. Whoever
 * has left it, by clicking beside, has not lost it. It waits until what belongs together has been drawn; of several that
 * wait, the first takes the focus.
 * @returns gives it up
 */
export function whenFocusIsLost(act: () => void): () => void {
  const timer = setTimeout(() => {
    if (isNowhere() && had.last && !isThere(had.last)) act();
  });
  return () => clearTimeout(timer);
}

/**
 * A button is disabled while it is busy, and loses the focus with that: afterwards it gets it back, or, where it stood
 * in a dialog that is closed, what that was opened with.
 * @returns is called before anything is busy
 */
export function useFocusBack(busy: boolean): () => void {
  const begun = useRef(false);
  // Before other effects: a dialog that opens now must know whom to give the focus back to.
  useLayoutEffect(() => {
    if (busy || !begun.current) return;
    begun.current = false;
    if (isNowhere()) [had.last, had.onPage].find(isThere)?.focus({ preventScroll: true });
  }, [busy]);
  return () => {
    begun.current = !isNowhere();
  };
}

/** The keyboard goes on from what is around a button that goes away: the list it stands in, or the page. */
export function focusAround(button: HTMLElement): void {
  button.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
}

function focusHeading(heading: HTMLElement | null | undefined, options?: FocusOptions): void {
  heading?.setAttribute('tabindex', '-1');
  heading?.focus(options);
}

/** Where what opened a dialog cannot have the focus back, the keyboard goes on at the heading of the page. */
export function focusPage(): void {
  focusHeading(document.querySelector<HTMLElement>('main h1'), { preventScroll: true });
}

/** Where what was pressed goes away, the keyboard goes on at the open tab of its page or dialog, else at the title. */
export function focusHead(within: HTMLElement): void {
  const page = within.closest('dialog, main') ?? document.body;
  const tab = page.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]');
  if (tab) tab.focus({ preventScroll: true });
  else focusHeading(page.querySelector<HTMLElement>('h1, h2'), { preventScroll: true });
}

/**
 * A conflict that came up in place of the save bar: it is brought into sight, and the keyboard goes on from it.
 * @returns for what tells of it
 */
export function useFocusOfConflict(): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!place.current) return;
    scrollToAlert(place.current);
    return whenFocusIsLost(() => place.current?.focus({ preventScroll: true }));
  }, []);
  return place;
}

/**
 * What led to a page goes away with the page before: the keyboard goes on at the heading of the new one, unless an alert
 * says there how something went. Whoever comes back to a page stands where it was scrolled to.
 * @returns for the heading
 */
export function useFocusOfPage(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    let giveUp = whenFocusIsLost(() => {
      giveUp = whenFocusIsLost(() => focusHeading(heading.current, { preventScroll: true }));
    });
    return () => giveUp();
  }, []);
  return heading;
}

/**
 * Where a page goes from one step to the next, what was pressed goes away with its step: the keyboard goes on at the
 * heading of what has come, or at its progress.
 * @param step differs from step to step
 * @returns for what holds the steps
 */
export function useFocusOfStep(step: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step
  useEffect(
    () => whenFocusIsLost(() => focusHeading(place.current?.querySelector<HTMLElement>('h2, [role="progressbar"]'))),
    [step],
  );
  return place;
}
