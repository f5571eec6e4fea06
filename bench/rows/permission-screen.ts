import { type Bench, median } from '../measure.ts';
import { fillGrants } from '../portico/grants.ts';
import { seedMillion, signInAdministrator } from '../portico/million.ts';
import { type Row, sizeRow } from '../report.ts';
import { inBrowser, loaded, signInPage } from './pages.ts';

/** The second page of licenses has five of them. */
const PATH = '/portal/user-permission-mgmt.html';
const TICKS = 40;

/**
 * A permission screen of 100 x 5 cells in a browser, in edit mode: time from the key press to the frame that shows it.
 */
export async function measurePermissionScreen(bench: Bench): Promise<Row[]> {
  await seedMillion(bench);
  await fillGrants(bench);
  await signInAdministrator(bench);
  return inBrowser(async (browser) => {
    const page = await browser.newPage({ baseURL: bench.portico.url, locale: 'en-US' });
    await page.goto('/login.html');
    await signInPage(page, bench);
    await loaded(page, PATH);
    await page.goto(`${PATH}?apps=2`);
    await page.locator('button[data-setting]:enabled').first().press('Enter');
    await page.locator('tbody input').first().waitFor();
    const [rows, cells] = await page.evaluate<[number, number]>(
      `[document.querySelectorAll('tbody tr').length, document.querySelectorAll('tbody td:not([aria-hidden])').length]`,
    );
    await watchTicks(page);
    for (let tick = 0; tick < TICKS * bench.runs; tick += 1) {
      await page.keyboard.press('Space');
      await page.keyboard.press('ArrowDown');
    }
    await page.waitForFunction(`taken.length >= ${TICKS * bench.runs}`);
    const taken = await page.evaluate<number[]>('taken');
    const notes = [`${rows} rows, ${cells} cells, ${taken.length} ticks, at most ${Math.max(...taken).toFixed(0)} ms`];
    const given = { id: 'permissions', unit: 'ms', limit: 50, notes } as const;
    return [sizeRow({ ...given, title: 'permission screen: tick to painted', figure: median(taken) })];
  });
}

/** Records the time of each change until it is painted. A text, because the types of the bench have no browser. */
const watchTicks = (page: { evaluate(script: string): Promise<unknown> }) =>
  page.evaluate(`
    globalThis.taken = [];
    addEventListener('click', ({ timeStamp }) => requestAnimationFrame(() => {
      const painted = new MessageChannel();
      painted.port1.onmessage = () => taken.push(performance.now() - timeStamp);
      painted.port2.postMessage(0);
    }), true)`);
