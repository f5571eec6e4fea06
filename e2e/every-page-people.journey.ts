import { describe, expect, test } from 'vitest';
import { guestPages } from '../web/src/guest/pages.ts';
import { paths } from '../web/src/base/paths.ts';
import { arrive, nothingPassed, pass } from './every-page/arrive.ts';
import { guestWalk } from './every-page/guest-pages.ts';
import { escapeFaults, keyboardFaults } from './every-page/keyboard.ts';
import { resize, WIDEST } from './every-page/look.ts';
import { walkOverPages } from './every-page/journey.ts';
import { peopleWalk, settingsWalk } from './every-page/portal-pages.ts';
import { type AxeRules, axeFindings } from './support/browser.ts';
import { jumpsOf } from './support/jumps.ts';
import { say } from './support/words.ts';

const { stage, cast } = walkOverPages('en', peopleWalk);

describe('the walk covers every page', () => {
  test('every guest page is in it, and nothing else', () => {
    expect([...new Set(guestWalk.map(({ of }) => of))].sort()).toEqual(guestPages.map(({ name }) => name).sort());
  });

  test('every page of the route table in the browser is in it, and nothing else', async () => {
    const { page } = await stage.visit({ storageState: cast().signedIn.user });
    await page.goto('/portal/dev/frame');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const routed = await page.evaluate(
      async (parts) => {
        type Router = { routesByPath: object; options: { context: { findPage: (at: string) => Promise<boolean> } } };
        const { __TSR_ROUTER__: router } = globalThis as unknown as { __TSR_ROUTER__: Router };
        for (const part of parts) await router.options.context.findPage(part);
        return Object.keys(router.routesByPath);
      },
      [paths.users, paths.apps],
    );
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

describe('the walk finds', () => {
  const shown = async (html: string) => {
    const { page } = await stage.visit({ slow: true });
    await page.goto('about:blank');
    await page.setContent(`<a href="#here" id="here">Here</a>${html}<button>End</button>`);
    return page;
  };

  test.each([
    ['nothing where all is well', '<label>Search <search><input></search></label>', []],
    ['what only a mouse reaches', '<div style="cursor: pointer">Press</div>', [/^not reached by keys: <div>Press/]],
    ['a link that Tab passes by', '<a href="#a" tabindex="-1">Press</a>', [/^not reached by keys: <a/]],
    [
      'what is in a list that itself is reached',
      '<div tabindex="0"><div role="button">Press</div></div>',
      [/^not reached by keys: <div role/],
    ],
    ['a focus that nobody sees', '<button style="outline: none">Press</button>', [/^no focus ring: <button>Press/]],
    [
      'a focus behind something',
      '<button>Press</button><p style="position: fixed; inset: 0; margin: 0; background: white">Over it all</p>',
      [/^the focus is behind <p/, /^the focus is behind <p/, /^the focus is behind <p/],
    ],
    [
      'where the keyboard stays',
      '<button onkeydown="event.preventDefault()">Stay</button><button>Next</button>',
      [/^not reached by keys: <button>Next/, /^not reached by keys: <button>End/],
    ],
  ])('%s', async (_, html, faults) => {
    const found = await keyboardFaults(await shown(html));
    expect(found).toEqual(faults.map((fault) => expect.stringMatching(fault)));
  });

  test('a dialog that Escape does not close, and one that loses the focus', async () => {
    const page = await shown('<dialog onkeydown="event.preventDefault()"><button>In it</button></dialog>');
    const openDialog = () => page.evaluate(() => document.querySelector('dialog')?.showModal());
    await openDialog();
    expect(await escapeFaults(page)).toEqual(['Escape closes nothing']);
    await page.setContent('<button>Gone soon</button><dialog><button>In it</button></dialog>');
    await page.getByText('Gone soon').focus();
    await openDialog();
    await page.evaluate(() => document.querySelector('body > button')?.remove());
    expect(await escapeFaults(page)).toEqual(['Escape loses the focus']);
  });

  test('what jumps', async () => {
    const page = await shown('<p style="height: 400px; background: silver">Moves</p>');
    await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      await frame();
      await frame();
      document.body.prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' }));
    });
    await expect.poll(() => jumpsOf(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^jumps by 0\./)]));
  });

  test('in a dialog over a page that was checked, what axe finds in it', async () => {
    const page = await shown('<img src="data:,"><dialog><label>Name <input></label><input></dialog>');
    await page.evaluate(() => document.querySelector('dialog')?.showModal());
    const found = await axeFindings(page, 'all', true);
    expect(found).toContainEqual(expect.stringMatching(/^label: .*: dialog > input/));
    expect(found).not.toContainEqual(expect.stringMatching(/^image-alt/));
  });

  test('of colors, at another width, those of what was not shown before', async () => {
    const pale = 'style="color: #ccc; background: #fff"';
    const page = await shown(`<p ${pale}>Seen before</p><p ${pale} hidden>Comes</p>`);
    const colours = async (rules: AxeRules) =>
      (await axeFindings(page, rules)).filter((finding) => finding.startsWith('color-contrast')).join();
    expect(await colours('colours')).toContain('p');
    expect(await colours('structure and new colours')).toBe('');
    await page.evaluate(() => document.querySelector('[hidden]')?.removeAttribute('hidden'));
    expect(await colours('structure and new colours')).toMatch(/: p:nth-child\(3\)/);
    expect(await colours('all')).toMatch(/p:nth-child\(2\).*p:nth-child\(3\)/);
  });

  test('another state of an address without loading it, with late answers and jumps anew', async () => {
    const { page } = await stage.visit({ slow: true, storageState: cast().signedIn.user });
    const address = paths.account('basic_settings');
    const passed = nothingPassed();
    const [of, other] = [address, `${address}?other=1`];
    expect(await arrive(page, { of }, address, passed)).toEqual({ isLoaded: true, isSeen: false });
    // With a fault on it, it would be loaded again.
    expect(await arrive(page, { of }, address, passed)).toEqual({ isLoaded: true, isSeen: false });
    pass(page, of, address, passed);
    expect(await arrive(page, { of, loads: true }, address, passed)).toEqual({ isLoaded: true, isSeen: false });
    await page.getByRole('button', { name: say('account.loginMail.change') }).waitFor();
    expect(await arrive(page, { of }, other, passed)).toEqual({ isLoaded: false, isSeen: false });
    await page.waitForURL(`**${other}`);
    expect(await arrive(page, { of }, address, passed)).toEqual({ isLoaded: false, isSeen: true });
    await page.getByRole('button', { name: say('account.loginMail.change') }).click();
    await page.getByRole('dialog').waitFor();
    await page.evaluate(() => Object.assign(globalThis, { isSame: true, watchedFrom: -10_000 }));
    await page.evaluate(() => (globalThis as unknown as { jumps: object[] }).jumps.push({ at: 0, value: 1, what: '' }));
    expect(await arrive(page, { of }, address, passed)).toEqual({ isLoaded: false, isSeen: true });
    await page.getByRole('button', { name: say('account.loginMail.change') }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await jumpsOf(page)).toEqual([]);
    const took = await page.evaluate(async () => {
      const begun = performance.now();
      await fetch('/healthz');
      return { millis: performance.now() - begun, isSame: 'isSame' in globalThis };
    });
    expect(took.isSame).toBe(true);
    expect(took.millis).toBeGreaterThan(90);
    // A window resized for the page before does not hide what jumps on this one.
    await resize(page, { width: 390, height: 900 });
    await resize(page, WIDEST);
    await arrive(page, { of }, address, passed);
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
      document.querySelector('main')?.prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' }));
    });
    await expect.poll(() => jumpsOf(page)).toEqual(expect.arrayContaining([expect.stringMatching(/^jumps by 0\./)]));
  });
});
