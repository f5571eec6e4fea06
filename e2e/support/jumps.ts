import type { BrowserContext, Page } from 'playwright-core';

/** What moved on its own, and how far: layout shift as browsers measure it. */
interface Jump {
  at: number;
  value: number;
  what: string;
}

/** Nothing jumps: the sum of a page's loading stays below. */
const JUMPS_ALLOWED = 0.05;

/** From each opening of a page. */
export function watchJumps(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    type Shift = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
    };
    const jumps: Jump[] = [];
    let lastInput = 0;
    for (const event of ['pointerdown', 'keydown', 'resize'])
      addEventListener(event, ({ timeStamp }) => (lastInput = timeStamp), true);
    const watchedFrom = () => (globalThis as { watchedFrom?: number }).watchedFrom ?? 0;
    const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join();
    new PerformanceObserver((list) => {
      for (const { startTime, value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        // What was pressed or resized before something else was opened is no reason for that to jump.
        if (startTime < watchedFrom() || (hadRecentInput && lastInput >= watchedFrom())) continue;
        const what = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${place(previousRect)} to ${place(currentRect)} ${(node as Element | undefined)?.outerHTML?.slice(0, 100)}`,
        );
        jumps.push({ at: startTime, value, what: `${value.toFixed(3)}: ${what.join(' | ')}` });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(globalThis, { jumps });
  });
}

/** Answers come late and one after another, so that each is painted alone: as over a slow line. */
export function slowAnswers(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const { fetch } = globalThis;
    let number = 0;
    globalThis.fetch = async (...asked) => {
      // What is done after the page is there has no need to wait.
      if (performance.now() - ((globalThis as { watchedFrom?: number }).watchedFrom ?? 0) > 3_000)
        return fetch(...asked);
      number += 1;
      const wait = 60 + 40 * Math.min(number, 6);
      const [answer] = await Promise.all([fetch(...asked), new Promise((done) => setTimeout(done, wait))]);
      return answer;
    };
  });
}

/** The same for what is opened without loading: answers are late again, earlier jumps are forgotten. */
export const watchAnew = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.assign(globalThis, { watchedFrom: performance.now() });
    (globalThis as unknown as { jumps?: Jump[] }).jumps?.splice(0);
  });

/** How far things jumped in the worst moment, as web vitals count: jumps less than a second apart, for five at most. */
function worst(jumps: readonly Jump[]): Jump[] {
  const sum = (some: readonly Jump[]) => some.reduce((all, { value }) => all + value, 0);
  const moments: Jump[][] = [];
  for (const jump of jumps) {
    const moment = moments.at(-1);
    const isSame = moment?.[0] && jump.at - moment[0].at < 5_000 && jump.at - (moment.at(-1)?.at ?? 0) < 1_000;
    if (isSame) moment.push(jump);
    else moments.push([jump]);
  }
  return moments.reduce((one, other) => (sum(one) >= sum(other) ? one : other), []);
}

/** The jumps of the page so far, where they are too far together; the furthest first. */
export async function jumpsOf(page: Page): Promise<string[]> {
  const jumps = worst(await page.evaluate(() => (globalThis as unknown as { jumps: Jump[] }).jumps));
  const sum = jumps.reduce((all, { value }) => all + value, 0);
  if (sum < JUMPS_ALLOWED) return [];
  const furthest = jumps.sort((one, other) => other.value - one.value).map(({ what }) => what);
  return [`jumps by ${sum.toFixed(3)}`, ...furthest.slice(0, 4)];
}
