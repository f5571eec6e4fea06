import type { Page } from 'playwright-core';
import { paths } from '../../web/src/base/paths.ts';
import { watchAnew } from '../support/jumps.ts';

/** What each page of the browser has loaded, as addresses. */
const loaded = new WeakMap<Page, Set<string>>();

/**
 * Goes to an address. The first time it is loaded; another state of it is reached by the router, by way of a page with
 * another frame, so that nothing of the present state is left. Returns whether it was loaded.
 */
export async function arrive(page: Page, address: string, loads = false): Promise<boolean> {
  const known = loaded.get(page) ?? new Set();
  loaded.set(page, known);
  const isLoaded = loads || !known.has(address) || !(await move(page, address));
  if (isLoaded) await page.goto(address);
  known.add(address);
  return isLoaded;
}

/** False where there is no router: on a guest page. */
async function move(page: Page, address: string): Promise<boolean> {
  await watchAnew(page);
  return page.evaluate(
    async (stops) => {
      type Router = { navigate: (to: { href: string; ignoreBlocker: true }) => Promise<void> };
      const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__?: Router };
      if (!router) return false;
      for (const href of stops) {
        await router.navigate({ href, ignoreBlocker: true });
        await new Promise(requestAnimationFrame);
      }
      return true;
    },
    [paths.devFrame, address],
  );
}
