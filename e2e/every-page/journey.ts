import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { closeVisitor, newVisitor, type Visitor } from '../support/browser.ts';
import { type Stage, setTheStage } from '../support/stage.ts';
import { type Cast, makeCast } from './cast.ts';
import { jumpsOf } from '../support/jumps.ts';
import { arrive, nothingPassed, pass, type Passed } from './arrive.ts';
import { escapeFaults, isFocusLost } from './keyboard.ts';
import { faultsOf, resize, type Seen, settle, WIDEST } from './look.ts';
import type { WalkedPage, Walker } from './walk.ts';

const browserLanguage = { en: 'en-US', ja: 'ja-JP', de: 'de-DE', fr: 'fr-FR', th: 'th-TH' } as const;

const nameOf = ({ of, state }: WalkedPage) => (state ? `${of}, ${state}` : of);

interface Opened {
  address: string;
  /** An act on it lost the focus. */
  losesFocus: boolean;
  /** The page below was seen before. */
  isSeen: boolean;
}

/** Opens a page, brings it into its state, and waits for it. */
async function open(walked: WalkedPage, walker: Walker, passed: Passed): Promise<Opened> {
  const { page, t } = walker;
  await resize(page, WIDEST);
  await walked.before?.(walker);
  const address = typeof walked.address === 'string' ? walked.address : await walked.address(walker);
  const { isSeen } = await arrive(page, walked, address, passed);
  let isLeft = false;
  const leave = () => {
    isLeft = true;
  };
  page.on('domcontentloaded', leave);
  await walked.prepare?.(walker);
  await page.getByText(t(walked.shows)).filter({ visible: true }).first().waitFor();
  if (!walked.busy)
    await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"], .g-spinner'));
  page.off('domcontentloaded', leave);
  return {
    address,
    isSeen: isSeen && !isLeft,
    losesFocus: walked.prepare !== undefined && !isLeft && (await isFocusLost(page)),
  };
}

/** Unexpected refusals on one page. */
function watchRefusals({ page }: Visitor, { refusals = [] }: WalkedPage): string[] {
  const found: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() < 400 || refusals.includes(answer.status())) return;
    found.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  return found;
}

/** What is looked for on a page that is there. */
export type Look = (page: Page, seen: Seen & Pick<Opened, 'losesFocus'>) => Promise<string[]>;

const usualLook: Look = async (page, { losesFocus, ...seen }) => {
  const faults = await jumpsOf(page);
  if (losesFocus) faults.push('the focus is lost');
  faults.push(...(await faultsOf(page, seen)));
  if (seen.language === 'en') faults.push(...(await escapeFaults(page)));
  return faults;
};

interface Walk {
  visitor: Visitor;
  walker: Walker;
  language: string;
  passed: Passed;
  look: Look;
}

async function walkOver(walked: WalkedPage, { visitor, walker, language, passed, look }: Walk): Promise<string[]> {
  const refused = watchRefusals(visitor, walked);
  const { address, losesFocus, isSeen } = await open(walked, walker, passed);
  await settle(visitor.page);
  const faults = await look(visitor.page, { language, name: nameOf(walked), onlyDialog: isSeen, losesFocus });
  faults.push(...refused, ...visitor.complaints.splice(0));
  if (faults.length === 0) pass(visitor.page, walked.of, address, passed);
  return faults;
}

/**
 * A walk over some pages in one language. The walk is split into files, so that two run at a time: a single page waits
 * half of the time for its browser or the server.
 */
export function walkOverPages(
  language: keyof typeof browserLanguage,
  pages: readonly WalkedPage[],
  look: Look = usualLook,
): { stage: Stage; cast: () => Cast } {
  const stage = setTheStage();
  const readers = new Map<'user' | 'admin', Visitor>();
  const passed = nothingPassed();
  // What jumps while answers come late is looked for only by the usual look.
  const slow = look === usualLook;
  let cast: Cast;

  beforeAll(async () => {
    cast = await makeCast(stage.portico);
  });

  /** Guests are new for each page; a signed-in user goes from page to page. */
  const visitorFor = async ({ as }: WalkedPage): Promise<Visitor> => {
    if (as === 'guest') return newVisitor(stage.portico.url, { language: browserLanguage[language], slow });
    const reader =
      readers.get(as) ??
      (await newVisitor(stage.portico.url, {
        language: browserLanguage[language],
        slow,
        storageState: cast.signedIn[as],
      }));
    // The walk's language, not the organization's default.
    await reader.context.addCookies([{ name: 'portico-language', value: language, url: stage.portico.url }]);
    readers.set(as, reader);
    reader.page.removeAllListeners('response');
    return reader;
  };

  describe(`pages in ${language}`, () => {
    afterAll(() => Promise.all([...readers.values()].map(closeVisitor)));

    test.each(pages.map((walked) => [nameOf(walked), walked] as const))('%s', async (_, walked) => {
      const visitor = await visitorFor(walked);
      const walker: Walker = { page: visitor.page, portico: stage.portico, cast, t: textIn(language) };
      try {
        expect(await walkOver(walked, { visitor, walker, language, passed, look })).toEqual([]);
      } finally {
        if (walked.as === 'guest') await closeVisitor(visitor);
      }
    });
  });

  return { stage, cast: () => cast };
}
