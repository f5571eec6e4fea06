import type { Page } from 'playwright-core';
import { type Bench, median } from '../measure.ts';
import { seedMillion, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';
import { code, inBrowser, loaded, signInPage, weightRow } from './pages.ts';

const PATH = '/portal/users';
/** How long the search field waits for another key. */
const DEBOUNCE_MS = 250;
const KEY_MS = 80;
const words = ['suzuki', '佐藤', 'schmidt', 'naoki.sato', '営業', 'u0012345'];

/** The list of a million users in a browser: what it loads, and how fast its search is. */
export async function measureUsersPage(bench: Bench): Promise<Row[]> {
  await seedMillion(bench);
  await signInAdministrator(bench);
  return inBrowser(async (browser) => {
    const page = await browser.newPage({ baseURL: bench.portico.url, locale: 'en-US' });
    await page.goto('/login.html');
    await signInPage(page, bench);
    const files = await loaded(page, PATH);
    const weight = weightRow("administrator's user list, first load: HTML + all JS + CSS", files, code(files), 230);
    await watchFrames(page);
    const taken: number[] = [];
    for (let run = 0; run < bench.runs; run += 1) for (const word of words) taken.push(await search(page, word));
    const frame = await page.evaluate<number>('Math.max(0, ...longFrames)');
    return [
      weight,
      size('key press to painted rows, after the wait for another key', median(taken), 100, [
        `at most ${Math.max(...taken).toFixed(0)} ms, ${taken.length} searches for ${words.join(', ')}`,
      ]),
      size('longest frame while typing into the search', frame, 50, ['0: none over 50 ms']),
    ];
  });
}

const size = (title: string, figure: number, limit: number, notes: string[]) =>
  sizeRow({ id: 'users-page', title, unit: 'ms', figure, limit, notes });

/**
 * Records the last key and frames over 50 ms. The scripts are texts, because the types of the bench have no browser.
 */
const watchFrames = (page: Page) =>
  page.evaluate(`
    globalThis.longFrames = [];
    addEventListener('input', () => (globalThis.lastKeyAt = performance.now()), true);
    new PerformanceObserver((list) => longFrames.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'long-animation-frame' })`);

const rows = "document.querySelector('tbody')";

/**
 * Types a word key by key; measures from the end of the field's wait to the frame that shows other rows. Rows shown
 * before the check count from the time of the check.
 */
async function search(page: Page, word: string): Promise<number> {
  const box = page.getByRole('searchbox');
  await box.fill('');
  await page.waitForURL((url) => !url.searchParams.has('keyword'));
  await page.waitForFunction(`!${rows}.hasAttribute('data-loading')`);
  await page.evaluate(`globalThis.rowsBefore = ${rows}.textContent`);
  await box.pressSequentially(word, { delay: KEY_MS });
  return page.evaluate<number>(`new Promise((done) => {
    const begun = lastKeyAt + ${DEBOUNCE_MS};
    const look = () => {
      const there = ${rows} && !${rows}.hasAttribute('data-loading') && ${rows}.textContent !== rowsBefore;
      if (there) done(performance.now() - begun);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })`);
}
