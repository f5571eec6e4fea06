import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core';
import { loadAxe } from './axe.ts';
import { slowAnswers, watchJumps } from './jumps.ts';

let browser: Promise<Browser> | undefined;

/**
 * The system's Chromium, headless, without other network access: one for all files of a worker. If it has ended, the
 * next visitor gets a new one.
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
      // Pages live for seconds here, so compiling their scripts for speed does not pay.
      '--js-flags=--no-opt --no-maglev',
    ],
  });
  launching.then((open) => open.once('disconnected', forget), forget);
  return launching;
}

export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** Errors of console and network. A journey must end without any. */
  complaints: string[];
}

export interface Looks {
  width?: number;
  dark?: boolean;
  language?: string;
  /** Cookies and storage of an earlier visit. */
  storageState?: StorageState;
  /** True if the journey is about the setting guide, which opens after sign-in; otherwise it is suppressed. */
  guide?: boolean;
  /** Answers come late, one after another, and what jumps is noted (`jumpsOf`). */
  slow?: boolean;
  /** Other origins of the journey: an app that signs users in with Portico. */
  services?: readonly string[];
}

export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>;

/** A browser window with its own cookies. */
interface Seat {
  context: BrowserContext;
  page: Page;
  baseURL: string;
}

/** How long a step of a page may take, on a slow machine that does other things too. */
const PATIENCE_MS = 60_000;

/** Cleaned browser contexts for reuse, by the options that cannot change. */
const free = new Map<string, Seat[]>();
const seats = new WeakMap<BrowserContext, { seat: Seat; key: string }>();

/**
 * A visitor with fresh cookies and storage, and their own language, screen and color scheme. Contexts are reused,
 * because loading and compiling everything again is most of the cost of a short visit.
 */
export async function newVisitor(baseURL: string, looks: Looks = {}): Promise<Visitor> {
  const width = looks.width ?? 1440;
  const key = JSON.stringify([baseURL, looks.language ?? 'en-US', looks.guide === true, looks.slow === true]);
  const seat = free.get(key)?.pop() ?? (await openSeat(baseURL, looks));
  const { context, page } = seat;
  seats.set(context, { seat, key });
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
  await showIn(page, looks.dark ? 'dark' : 'light');
  if (looks.storageState) await context.setStorageState(looks.storageState);
  return { context, page, complaints: gatherComplaints(page, [baseURL, ...(looks.services ?? [])]) };
}

/** The color scheme of each page. */
const schemes = new WeakMap<Page, 'light' | 'dark'>();

/** Shows a page in light or dark colors; false if it is. Even the same scheme would have all styles made anew. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<boolean> {
  if (schemes.get(page) === colorScheme) return false;
  await page.emulateMedia({ colorScheme });
  schemes.set(page, colorScheme);
  return true;
}

async function openSeat(baseURL: string, { language = 'en-US', guide = false, slow = false }: Looks): Promise<Seat> {
  const context = await (await openBrowser()).newContext({ baseURL, locale: language, reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  if (!guide) await hideGuides(context);
  if (slow) await Promise.all([slowAnswers(context), watchJumps(context)]);
  return { context, page: await context.newPage(), baseURL };
}

/** Leaves: only immutable cached files stay in the browser. A context that cannot be cleaned is closed. */
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
  // The storage of a tab is cleared on its own origin, on a page that does not write to it.
  await page.goto(new URL('/healthz', baseURL).href);
  await page.evaluate(() => sessionStorage.clear());
  await context.clearCookies();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'all' });
  await devtools.detach();
}

/** Marks the setting guide as seen, because it would open in the middle of a journey. */
function hideGuides(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const { getItem } = Storage.prototype;
    Storage.prototype.getItem = function readItem(key) {
      if (key !== 'portico-shown-navigation') return getItem.call(this, key);
      return JSON.stringify(JSON.parse(getItem.call(sessionStorage, 'portico-me') ?? '{}').uuid ?? null);
    };
  });
}

/** Collects the errors of a page from now on. */
function gatherComplaints(page: Page, origins: readonly string[]): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`page: ${error.message}`));
  page.on('console', (message) => {
    // Chromium logs every refused answer, and refusals are part of the journeys.
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
 * Words that were made long are so where they are seen; names for readers of screens are not, so they differ. A width
 * changes no colors: they are "new" where something shows that did not at the look before.
 */
export type AxeRules = 'all' | 'all but names' | 'colours' | 'structure and new colours';

/**
 * What axe finds on the page as it is now: one line a finding. All its rules (WCAG 2.2 AA and best practice), or some; in
 * the whole document, or only in the dialog that is open, if one is.
 */
export async function axeFindings(page: Page, rules: AxeRules = 'all', onlyDialog = false): Promise<string[]> {
  await loadAxe(page);
  return page.evaluate(
    async ([wanted, isPart]) => {
      type World = { axe: typeof axe; shown?: WeakSet<Element> };
      const world = globalThis as unknown as World;
      const colours = ['color-contrast', 'link-in-text-block'];
      const options: Record<typeof wanted, axe.RunOptions> = {
        all: {},
        'all but names': { rules: { 'label-content-name-mismatch': { enabled: false } } },
        colours: { runOnly: colours },
        'structure and new colours': { rules: Object.fromEntries(colours.map((rule) => [rule, { enabled: false }])) },
      };
      const dialog = isPart && [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1);
      const run = async (context: axe.ElementContext, chosen: axe.RunOptions) =>
        (await world.axe.run(context, { resultTypes: ['violations'], ...chosen })).violations;
      const violations = await run(dialog || document, options[wanted]);
      const shown = [...(dialog || document.body).querySelectorAll('*')].filter((one) => one.checkVisibility());
      if (wanted === 'structure and new colours') {
        const fresh = shown.filter((one) => !world.shown?.has(one));
        if (fresh.length > 0) violations.push(...(await run(fresh, options.colours)));
      }
      world.shown = new WeakSet(shown);
      const where = (node: (typeof violations)[number]['nodes'][number]) =>
        `${node.target.join(' ')} [${[...node.any, ...node.all, ...node.none].map(({ message }) => message).join('; ')}]`;
      return violations.map((rule) => `${rule.id}: ${rule.help}: ${rule.nodes.map(where).join(', ')}`);
    },
    [rules, onlyDialog] as const,
  );
}

/** The smallest elements that make the page scroll sideways; empty if it does not. */
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
 * Presses a key on an element once it is enabled. Playwright's own `press` does not wait: if a button is still
 * disabled, the key goes to the focused element, for example Cancel of a loading dialog.
 */
export const press = (what: Locator, key: 'Enter' | 'Space' = 'Enter') =>
  what.and(what.page().locator(':not(:disabled)')).press(key);
