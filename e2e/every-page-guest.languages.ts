import { describe, expect, test } from 'vitest';
import { guestWalk } from './every-page/guest-pages.ts';
import { lookInLanguages } from './every-page/in-languages.ts';
import { walkOverPages } from './every-page/journey.ts';

const { stage } = walkOverPages('en', guestWalk, lookInLanguages);

describe('the walk finds', () => {
  test.each([
    ['nothing where there is room', '<button>Sign in</button>', []],
    ['what is cut', '<p style="width: 60px; overflow: hidden; white-space: nowrap">Sign in</p>', /: cut: p “/],
    ['what is cut beneath', '<p style="width: 60px; height: 18px; overflow: hidden">Sign in</p>', /: cut: p “/],
    ['what leaves its box', '<p style="width: 60px; white-space: nowrap">Sign in</p>', /: beyond its box: p “/],
    ['a broken word', '<p style="width: 60px; overflow-wrap: anywhere">Password</p>', /: broken: /],
    [
      'a field that is too narrow',
      '<input placeholder="Password" style="width: 70px">',
      /: cut in a field, by \d+ px: input “/,
    ],
    [
      'words over others',
      '<p style="margin: 0">Sign in</p><p style="margin: -16px 0 0">Password</p>',
      /: one over another: p “/,
    ],
    [
      'what makes the page wide',
      '<p style="width: max-content; margin-left: 330px">Sign in</p>',
      /at 390 px: scrolls sideways/,
    ],
  ])('%s', async (_, html, wanted) => {
    const { page } = await stage.visit();
    await page.goto('about:blank');
    await page.setContent(`<html lang="en"><body style="font: 16px sans-serif">${html}`);
    const before = await page.content();
    const faults = await lookInLanguages(page, { language: 'en', name: 'made', onlyDialog: false, losesFocus: false });
    if (wanted instanceof RegExp) expect(faults).toContainEqual(expect.stringMatching(wanted));
    else expect(faults).toEqual(wanted);
    expect(await page.content()).toBe(before);
  });
});
