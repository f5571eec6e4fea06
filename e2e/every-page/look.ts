import type { Page } from 'playwright-core';
import { axeFindings, sidewaysOverflow } from '../support/browser.ts';

/** The width a page is opened at. */
export const WIDEST = { width: 1440, height: 900 };
/** How a page is looked at in English, one change from one to the next: each is waited for. */
const LOOKS = [
  { width: WIDEST.width, colorScheme: 'light', axe: 'all' },
  // Structure is the same in both schemes and colours at both widths: each is looked at once more where it differs.
  { width: WIDEST.width, colorScheme: 'dark', axe: 'colours' },
  { width: 390, colorScheme: 'light', axe: 'all' },
  // The narrowest width is looked at for sideways scrolling only.
  { width: 360, colorScheme: 'light', axe: 'none' },
] as const;

/** Another language changes how long words are and how they wrap, not the structure of a page or its colours. */
const LOOKS_AT_WORDS = [
  { width: WIDEST.width, colorScheme: 'light', axe: 'none' },
  { width: 390, colorScheme: 'light', axe: 'none' },
  { width: 360, colorScheme: 'light', axe: 'none' },
] as const;

/**
 * Waits until nothing has moved for three frames. Whoever walks wants less motion, so that is soon; what moves for ever
 * (a wheel that turns) is not waited for.
 */
async function settle(page: Page): Promise<void> {
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

/** What is wrong with a page whatever its width: title, heading, language. */
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

/**
 * Everything wrong with a page as it is now, in every width; in English in both colour schemes, and with axe.
 * SCREENSHOTS=<folder> keeps pictures.
 */
export async function faultsOf(page: Page, language: string, name: string): Promise<string[]> {
  const faults = await basicFaults(page, language);
  for (const { width, colorScheme, axe } of language === 'en' ? LOOKS : LOOKS_AT_WORDS) {
    await page.setViewportSize({ width, height: WIDEST.height });
    await page.emulateMedia({ colorScheme });
    await settle(page);
    const where = `at ${width} px, ${colorScheme}`;
    const overflow = await sidewaysOverflow(page);
    if (overflow.length > 0) faults.push(`${where}: scrolls sideways: ${overflow.join(' ')}`);
    if (axe !== 'none') {
      const findings = await axeFindings(page, axe);
      faults.push(...findings.map((finding) => `${where}: ${finding}`));
    }
    const folder = process.env.SCREENSHOTS;
    const picture = `${name}-${language}-${width}-${colorScheme}`.replace(/[^\w-]+/g, '_');
    if (folder) await page.screenshot({ path: `${folder}/${picture}.png`, fullPage: true });
  }
  return faults;
}
