import type { Page } from 'playwright-core';
import { type AxeRules, axeFindings, showIn, sidewaysOverflow } from '../support/browser.ts';
import { keyboardFaults } from './keyboard.ts';
import { lengthen } from './long-words.ts';

/** The width at which a page is opened. */
export const WIDEST = { width: 1440, height: 900 };

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  axe: AxeRules | 'none';
  /** By keys alone. */
  keys?: true;
  /** With the longest texts of all languages, for which the page must have room. */
  long?: true;
}

/** Looks at a page in English, ordered so that each differs little from the one before: each change is waited for. */
const LOOKS: readonly Look[] = [
  { width: WIDEST.width, colorScheme: 'light', axe: 'all', keys: true },
  { width: WIDEST.width, colorScheme: 'dark', axe: 'colours' },
  { width: 390, colorScheme: 'light', axe: 'structure and new colours', keys: true },
  // Columns that fill a row may be two at 390, and narrower than the one at 360.
  { width: 390, colorScheme: 'light', axe: 'none', long: true },
  { width: 360, colorScheme: 'light', axe: 'none', long: true },
  { width: WIDEST.width, colorScheme: 'light', axe: 'none', long: true },
];

/** By `npm test -- everywhere`, in any language (standards 19). */
const EVERY_LOOK: readonly Look[] = [WIDEST.width, 1280, 960, 360].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme): Look => ({ width, colorScheme, axe: 'all' })),
);
/** And then with long words, in English. */
const EVERY_LONG_LOOK: readonly Look[] = [WIDEST.width, 1280, 960, 360].map(
  (width): Look => ({ width, colorScheme: 'light', axe: 'all but names', long: true }),
);

/** By `TEST_EVERYWHERE=widths`: every width, and the colors of the dark mode once, because widths do not change them. */
const EVERY_WIDTH: readonly Look[] = EVERY_LOOK.flatMap((look): Look[] => {
  if (look.colorScheme === 'light') return [look];
  return look.width === WIDEST.width ? [{ ...look, axe: 'colours' }] : [];
});

function looksIn(language: string): readonly Look[] {
  const everywhere = process.env.TEST_EVERYWHERE;
  if (everywhere === 'widths') return language === 'en' ? [...EVERY_WIDTH, ...EVERY_LONG_LOOK] : EVERY_WIDTH;
  if (language !== 'en') return EVERY_LOOK;
  return everywhere ? [...EVERY_LOOK, ...LOOKS, ...EVERY_LONG_LOOK] : LOOKS;
}

/**
 * Waits until nothing has moved for three frames. The walk asks for reduced motion, so that is soon; endless animations
 * are not waited for.
 */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const isEnding = (motion: Animation) => motion.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    for (let still = 0; still < 3; still += 1) {
      await frame();
      const moving = document.getAnimations().filter(isEnding);
      if (moving.length > 0) still = -1;
      await Promise.allSettled(moving.map((motion) => motion.finished));
    }
  });
}

/** Changes the size of the window; false if it has it. To the same size it would be laid out and painted anew, too. */
export async function resize(page: Page, size: typeof WIDEST): Promise<boolean> {
  const present = page.viewportSize();
  if (present?.width === size.width && present.height === size.height) return false;
  await page.setViewportSize(size);
  return true;
}

/** Faults of a page at any width: title, heading, language. */
async function basicFaults(page: Page, language: string): Promise<string[]> {
  const { title, headings, lang } = await page.evaluate(() => ({
    title: document.title,
    headings: [...document.querySelectorAll('h1')].map((heading) => heading.textContent?.trim() ?? ''),
    lang: document.documentElement.lang,
  }));
  return [
    ...(/^.+ · Portico$/.test(title) ? [] : [`title: ${title}`]),
    ...(headings.length === 1 && headings[0] ? [] : [`h1: ${JSON.stringify(headings)}`]),
    ...(lang === language ? [] : [`lang: ${lang}`]),
  ];
}

/** On a phone, the content and actions of a row must be reachable without scrolling the list sideways. */
export const listsMovedSideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-list]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map((list) => `the list "${list.getAttribute('aria-label')}"`),
  );

export interface Seen {
  language: string;
  name: string;
  /** True if the page was checked before: of what axe checks, only a dialog over it is new. */
  onlyDialog: boolean;
}

/**
 * All faults of the page as it is, look by look. Lengthened words stay, so those looks come last. SCREENSHOTS=<folder>
 * keeps pictures.
 */
export async function faultsOf(page: Page, { language, name, onlyDialog }: Seen): Promise<string[]> {
  const faults = await basicFaults(page, language);
  for (const look of looksIn(language)) {
    const { width, colorScheme, axe, keys, long } = look;
    const size = { width, height: WIDEST.height };
    const changes = await Promise.all([resize(page, size), showIn(page, colorScheme)]);
    if (changes.includes(true)) await settle(page);
    if (long && (await lengthen(page))) await settle(page);
    const where = `at ${width} px, ${colorScheme}${long ? ', long words' : ''}`;
    const overflow = await sidewaysOverflow(page);
    if (width < 640) overflow.push(...(await listsMovedSideways(page)));
    if (overflow.length > 0) faults.push(`${where}: scrolls sideways: ${overflow.join(' ')}`);
    if (axe !== 'none') {
      const findings = await axeFindings(page, axe, onlyDialog);
      faults.push(...findings.map((finding) => `${where}: ${finding}`));
    }
    if (keys) faults.push(...(await keyboardFaults(page)).map((fault) => `${where}: ${fault}`));
    const folder = process.env.SCREENSHOTS;
    const picture = `${name}-${language}-${width}-${colorScheme}${long ? '-long' : ''}`.replace(/[^\w-]+/g, '_');
    if (folder) await page.screenshot({ path: `${folder}/${picture}.png`, fullPage: true });
  }
  return faults;
}
