import { describe, expect, test } from 'vitest';
import { guestPages } from '../web/src/guest/pages.ts';
import { guestWalk } from './every-page/guest-pages.ts';
import { walkOverPages } from './every-page/journey.ts';
import { peopleWalk, settingsWalk } from './every-page/portal-pages.ts';

const { stage, cast } = walkOverPages('en', peopleWalk);

describe('the walk covers every page', () => {
  test('every guest page is in it, and nothing else', () => {
    expect([...new Set(guestWalk.map(({ of }) => of))].sort()).toEqual(guestPages.map(({ name }) => name).sort());
  });

  test('every page of the route table in the browser is in it, and nothing else', async () => {
    const { page } = await stage.visit({ storageState: cast().signedIn.user });
    await page.goto('/portal/dev/frame');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const routed = await page.evaluate(() => {
      const { routesByPath } = (globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } }).__TSR_ROUTER__;
      return Object.keys(routesByPath);
    });
    const walked = new Set([...peopleWalk, ...settingsWalk].map(({ of }) => of));
    expect(routed.sort()).toEqual([...walked].sort());
  });
});

test('with reduced motion, a new color appears at once', async () => {
  const { page } = await stage.visit();
  await page.goto('/login.html');
  const heading = page.getByRole('heading', { level: 1 });
  const { colour, moving } = await heading.evaluate((element) => {
    // Read first: without a previous color, the first one applies at once anyway.
    getComputedStyle(element).color;
    element.style.color = 'rgb(1, 2, 3)';
    return { colour: getComputedStyle(element).color, moving: document.getAnimations().length };
  });
  expect({ colour, moving }).toEqual({ colour: 'rgb(1, 2, 3)', moving: 0 });
});
