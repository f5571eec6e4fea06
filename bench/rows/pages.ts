import { get } from 'node:http';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { findChromium } from '../../scripts/chromium.mjs';
import type { Bench } from '../measure.ts';
import { type Row, sizeRow } from '../report.ts';

const LOGIN = '/login.html';
const ACCOUNT = '/portal/account/basic_settings';

/** What a real browser with an empty cache loads for the sign-in page and My account. */
export const measurePages = (bench: Bench): Promise<Row[]> => inBrowser((browser) => measureWith(browser, bench));

export async function inBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = process.env.CHROMIUM_PATH ?? findChromium();
  if (!executablePath) throw new Error('the pages are measured with Chromium: install it or set CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-quic'] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

async function measureWith(browser: Browser, bench: Bench): Promise<Row[]> {
  const page = await browser.newPage({ baseURL: bench.portico.url, locale: 'en-US' });
  const login = await loaded(page, LOGIN);
  await signInPage(page, bench);
  const account = await loaded(page, ACCOUNT);
  // Styles are part of the document, so documents count as CSS.
  const toPaint = login.filter(({ type }) => type === 'document' || type === 'stylesheet');
  return [
    weightRow('sign-in page to paint: HTML + CSS', login, toPaint, 15),
    weightRow('sign-in page: HTML + all JS + CSS', login, code(login), 95),
    weightRow('my account, first load: HTML + all JS + CSS', account, code(account), 190),
  ];
}

/** Signs the first user in on an open sign-in page, and clears the cache. */
export async function signInPage(page: Page, { seed }: Bench): Promise<void> {
  const credentials = {
    type: 'userId',
    tenantId: seed.tenantId,
    credentials: `${seed.prefix}0`,
    password: seed.password,
  };
  const status = await page.evaluate(async (body) => {
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/auth/login/user', { method: 'POST', headers, body: JSON.stringify(body) })).status;
  }, credentials);
  if (status !== 200) throw new Error(`the browser was not signed in: ${status}`);
  await page.goto('about:blank');
  await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
}

/** A row about some of the files that a page loads. */
export function weightRow(title: string, all: File[], files: File[], limit: number): Row {
  const texts = all.length - code(all).length;
  const notes = [
    `${files.length} files; with gzip instead of brotli ${kB(files, 'gzip').toFixed(1)} kB`,
    `the whole page with its ${texts} texts, pictures and answers ${kB(all, 'body').toFixed(1)} kB`,
  ];
  return sizeRow({ id: 'pages', title, unit: 'kB', figure: kB(files, 'body'), limit, notes });
}

interface File {
  type: string;
  /** Bytes of the body as received, and as a browser with only gzip would receive it. */
  body: number;
  gzip: number;
}

export const code = (files: File[]) => files.filter(({ type }) => ['document', 'stylesheet', 'script'].includes(type));
const kB = (files: File[], size: 'body' | 'gzip') => files.reduce((sum, file) => sum + file[size], 0) / 1000;

/** Opens a page and waits until it is idle. Returns all files from the network. */
export async function loaded(page: Page, path: string): Promise<File[]> {
  const requests: Request[] = [];
  const note = (request: Request) => requests.push(request);
  page.on('requestfinished', note);
  await page.goto(path, { waitUntil: 'networkidle' });
  // A page without tokens comes back after redirects.
  await page.waitForURL((url) => url.pathname === path, { waitUntil: 'networkidle' });
  await page.getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', note);
  return Promise.all(requests.map(describe));
}

async function describe(request: Request): Promise<File> {
  const { responseBodySize } = await request.sizes();
  const type = request.resourceType();
  const fixed = responseBodySize > 0 && ['document', 'stylesheet', 'script'].includes(type);
  return { type, body: responseBodySize, gzip: fixed ? await gzipSize(request.url()) : 0 };
}

function gzipSize(url: string): Promise<number> {
  return new Promise((done, failed) => {
    get(url, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let size = 0;
      answer.on('data', (chunk: Buffer) => (size += chunk.length)).on('end', () => done(size));
    }).on('error', failed);
  });
}
