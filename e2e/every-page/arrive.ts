import type { Page } from 'playwright-core';
import { paths } from '../../web/src/base/paths.ts';
import { watchAnew } from '../support/jumps.ts';
import type { WalkedPage } from './walk.ts';

/** What was found without faults. One with a fault is opened the same way again, if it is tried again. */
export interface Passed {
  /** The routes that were loaded, by whom it may be. */
  routes: Set<string>;
  /** The addresses that a page of the browser has shown. */
  addresses: WeakMap<Page, Set<string>>;
}

export const nothingPassed = (): Passed => ({ routes: new Set(), addresses: new WeakMap() });

/** How a page was reached. */
export interface Arrival {
  isLoaded: boolean;
  /** True if the same address was seen before, and what comes while it loads is not what it is about. */
  isSeen: boolean;
}

/**
 * Goes to an address. A route is loaded once; its other addresses and states are reached by the router, by way of a page
 * with another frame, so that nothing of the present state is left.
 */
export async function arrive(
  page: Page,
  { of, loads }: Pick<WalkedPage, 'of' | 'loads'>,
  address: string,
  passed: Passed,
): Promise<Arrival> {
  const isOfRouter = of.startsWith('/') && address.startsWith('/portal/');
  const isLoaded = loads === true || !isOfRouter || !passed.routes.has(of) || !(await move(page, address));
  if (isLoaded) await page.goto(address);
  return { isLoaded, isSeen: !isLoaded && passed.addresses.get(page)?.has(address) === true };
}

/** Notes that nothing is wrong with what is there. */
export function pass(page: Page, of: string, address: string, { routes, addresses }: Passed): void {
  routes.add(of);
  addresses.set(page, (addresses.get(page) ?? new Set()).add(address));
}

/** False where there is no router: on a guest page. */
async function move(page: Page, address: string): Promise<boolean> {
  // What moves while the present state is left is not watched.
  if (!(await navigate(page, paths.devFrame))) return false;
  await watchAnew(page);
  return navigate(page, address);
}

const navigate = (page: Page, address: string): Promise<boolean> =>
  page.evaluate(async (href) => {
    type Router = { navigate: (to: { href: string; ignoreBlocker: true }) => Promise<void> };
    const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: Router };
    if (!router) return false;
    await router.navigate({ href, ignoreBlocker: true });
    await new Promise(requestAnimationFrame);
    return true;
  }, address);
