import { ALERT_SCROLL_MS, ALERT_SCROLL_OFFSET } from '#contract/limits.ts';

/** How far a movement has come at a share of its time: slow at both ends. */
export function eased(share: number): number {
  return share < 0.5 ? 2 * share * share : 1 - (2 - 2 * share) ** 2 / 2;
}

/**
 * Brings an alert into sight: the page moves in 300 ms until the alert stands 5 px below its top (spec section 9), or to
 * the page's top where the alert is in sight from there; at once for those who asked for less motion. An alert that is
 * in sight already stays where it is.
 */
export function scrollToAlert(alert: HTMLElement): void {
  const box = alert.getBoundingClientRect();
  const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (box.top >= covered && box.bottom <= window.innerHeight) return;
  const from = window.scrollY;
  // What stands above it, the heading of the page, is to be read as well where both are in sight together.
  const fits = from + box.bottom <= window.innerHeight;
  const to = fits ? 0 : Math.max(0, from + box.top - covered - ALERT_SCROLL_OFFSET);
  if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
    window.scrollTo(0, to);
    return;
  }
  const start = performance.now();
  const step = (now: number) => {
    const share = Math.min(1, (now - start) / ALERT_SCROLL_MS);
    window.scrollTo(0, from + (to - from) * eased(share));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
