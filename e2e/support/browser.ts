import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';

let browser: Promise<Browser> | undefined;
/** The small build: every page reads it anew. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * The system's Chromium, headless, talking to nobody but us: one for all files of a worker, with which it ends. Where it
 * went away the next visitor gets a new one.
 */
function openBrowser(): Promise<Browser> {
  browser ??= launch();
  return browser;
}

async function launch(): Promise<Browser> {
  const forget = () => {
    browser = undefined;
    free.clear();
  };
  const launching = chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // Pages live for seconds here: compiling their scripts for speed costs more than it brings.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
  launching.then((open) => open.once('disconnected', forget), forget);
  return launching;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** What the console and the network complained of. A journey ends with none. */
  complaints: string[];
}

export interface Looks {
  width?: number;
  dark?: boolean;
  language?: string;
  /** Cookies and storage of somebody who was here before. */
  storageState?: StorageState;
  /** The setting guide, which opens after a sign-in, is what the journey is about; else it stays away. */
  guide?: boolean;
  /** Other origins that belong to the journey: a service that signs people in by Portico. */
  services?: readonly string[];
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A window of the browser with cookies of its own. */
interface Seat {
  context: BrowserContext;
  page: Page;
  baseURL: string;
}

/** Seats that were left and tidied, by what a context cannot change any more. */
const free = new Map<string, Seat[]>();
const seats = new WeakMap<BrowserContext, { seat: Seat; key: string }>();

/**
 * A person with a browser of their own: fresh cookies and storage, their language, screen and colour scheme. They sit
 * down where another has left: what is loaded and compiled for them anew is most of what a short visit costs. The first
 * of each worker finds nothing.
 */
export async function newVisitor(baseURL: string, looks: Looks = {}): Promise<Visitor> {
  const width = looks.width ?? 1440;
  const key = JSON.stringify([baseURL, looks.language ?? 'en-US', looks.guide === true]);
  const seat = free.get(key)?.pop() ?? (await openSeat(baseURL, looks));
  const { context, page } = seat;
  seats.set(context, { seat, key });
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
  await page.emulateMedia({ colorScheme: looks.dark ? 'dark' : 'light' });
  if (looks.storageState) await context.setStorageState(looks.storageState);
  return { context, page, complaints: gatherComplaints(page, [baseURL, ...(looks.services ?? [])]) };
}

async function openSeat(baseURL: string, { language = 'en-US', guide = false }: Looks): Promise<Seat> {
  const context = await (await openBrowser()).newContext({ baseURL, locale: language, reducedMotion: 'reduce' });
  if (!guide) await hideGuides(context);
  return { context, page: await context.newPage(), baseURL };
}

/** Leaves: nothing of the visitor stays in the browser but files that are kept for good. What cannot be tidied is closed. */
export async function closeVisitor({ context }: Pick<Visitor, 'context'>): Promise<void> {
  const left = seats.get(context);
  seats.delete(context);
  if (!left) return;
  try {
    await tidy(left.seat);
    free.set(left.key, [...(free.get(left.key) ?? []), left.seat]);
  } catch {
    await context.close().catch(() => {});
  }
}

async function tidy({ context, page, baseURL }: Seat): Promise<void> {
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
  for (const event of ['pageerror', 'console', 'request', 'response'] as const) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  // What a tab keeps is cleared where it is kept; nothing there writes it anew.
  await page.goto(new URL('/healthz', baseURL).href);
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' });
  await devtools.detach();
}

/** As somebody who has seen the setting guide since signing in: it would open in the middle of what is done. */
function hideGuides(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function readItem(key) {
      if (key !== 'portico-shown-navigation') return getItem.call(this, key);
      return JSON.stringify(JSON.parse(getItem.call(sessionStorage, 'portico-me') ?? '{}').uuid ?? null);
    };
  });
}

/** What a page complains of from now on. */
function gatherComplaints(page: Page, origins: readonly string[]): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('console', (message) => {
    // Chromium writes a line for every refused answer; refusals are part of the journeys.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      complaints.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const isOurs = origins.includes(new URL(request.url()).origin) || /^(data|blob|about):/.test(request.url());
    if (!isOurs) complaints.push(`outside: ${request.url()}`);
  });
  return complaints;
}

/**
 * What axe finds on the page as it is now: one line a finding. All its rules (WCAG 2.2 AA and best practice), or those
 * about colours alone.
 */
export async function axeFindings(page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> {
  // Evaluated by the browser's debugger, which the page's policy against foreign scripts does not bind.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (wanted) => {
    const library = (globalThis as unknown as { axe: typeof axe }).axe;
    const colours = { runOnly: ['color-contrast', 'link-in-text-block'] };
    const { violations } = await library.run(document, {
      resultTypes: ['violations'],
      ...(wanted === 'all' ? {} : colours),
    });
    const where = (node: (typeof violations)[number]['nodes'][number]) =>
      `${node.target.join(' ')} [${[...node.any, ...node.all, ...node.none].map(({ message }) => message).join('; ')}]`;
    return violations.map((rule) => `${rule.id}: ${rule.help}: ${rule.nodes.map(where).join(', ')}`);
  }, rules);
}

/** What makes the page scroll sideways: the things that reach beyond its edge, the smallest of them. Empty: it does not. */
export async function sidewaysOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const beyond = [...document.querySelectorAll('body *')].filter(
      (thing) => thing.getBoundingClientRect().right > clientWidth,
    );
    const smallest = beyond.filter((thing) => !beyond.some((other) => other !== thing && thing.contains(other)));
    return [`${scrollWidth} px wide`, ...smallest.slice(0, 3).map((thing) => thing.outerHTML.slice(0, 160))];
  });
}

/**
 * Presses a key at something as soon as it can be pressed. Playwright's own `press` does not wait: at a button that is
 * disabled still the key goes to whatever has the focus, Cancel of a dialog that is loading, say.
 */
export const press = (what: Locator, key: 'Enter' | 'Space' = 'Enter') =>
  what.and(what.page().locator(':not(:disabled)')).press(key);
