import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textIn } from '#messages/catalog.ts';
import { guestPages } from '../web/src/guest/pages.ts';
import { type Cast, makeCast } from './every-page/cast.ts';
import { guestWalk } from './every-page/guest-pages.ts';
import { faultsOf, WIDEST } from './every-page/look.ts';
import { portalWalk } from './every-page/portal-pages.ts';
import type { WalkedPage, Walker } from './every-page/walk.ts';
import { closeVisitor, newVisitor, type Visitor } from './support/browser.ts';
import { setTheStage } from './support/stage.ts';

const stage = setTheStage();
const browserLanguage = { en: 'en-US', ja: 'ja-JP' } as const;
let cast: Cast;

beforeAll(async () => {
  cast = await makeCast(stage.portico);
});

const nameOf = ({ of, state }: WalkedPage) => (state ? `${of}, ${state}` : of);

/** Opens a page, brings it into its state, and waits until it is there. */
async function open(walked: WalkedPage, walker: Walker): Promise<void> {
  const { page, t } = walker;
  await page.setViewportSize(WIDEST);
  await walked.before?.(walker);
  await page.goto(typeof walked.address === 'string' ? walked.address : await walked.address(walker));
  await walked.prepare?.(walker);
  await page.getByText(t(walked.shows)).filter({ visible: true }).first().waitFor();
  if (walked.busy) return;
  await page.waitForFunction(() => !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"], .g-spinner'));
}

/** What a walk over one page found, apart from how it looks: refusals that nobody wants. */
function watchRefusals({ page }: Visitor, { refusals = [] }: WalkedPage): string[] {
  const found: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() < 400 || refusals.includes(answer.status())) return;
    found.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
  return found;
}

async function walkOver(walked: WalkedPage, visitor: Visitor, language: string): Promise<string[]> {
  const refused = watchRefusals(visitor, walked);
  const walker: Walker = { page: visitor.page, portico: stage.portico, cast, t: textIn(language) };
  await open(walked, walker);
  const faults = await faultsOf(visitor.page, language, nameOf(walked));
  return [...faults, ...refused, ...visitor.complaints.splice(0)];
}

describe.each(['en', 'ja'] as const)('every page in %s', (language) => {
  const readers = new Map<'user' | 'admin', Visitor>();

  /** Guests are new each time; somebody signed in goes from page to page. */
  const visitorFor = async ({ as }: WalkedPage): Promise<Visitor> => {
    if (as === 'guest') return newVisitor(stage.portico.url, { language: browserLanguage[language] });
    const reader =
      readers.get(as) ??
      (await newVisitor(stage.portico.url, { language: browserLanguage[language], storageState: cast.signedIn[as] }));
    readers.set(as, reader);
    reader.page.removeAllListeners('response');
    return reader;
  };

  afterAll(() => Promise.all([...readers.values()].map(closeVisitor)));

  test.each([...guestWalk, ...portalWalk].map((walked) => [nameOf(walked), walked] as const))(
    '%s',
    async (_, walked) => {
      const visitor = await visitorFor(walked);
      try {
        expect(await walkOver(walked, visitor, language)).toEqual([]);
      } finally {
        if (walked.as === 'guest') await closeVisitor(visitor);
      }
    },
  );
});

describe('the walk leaves nothing out', () => {
  test('every guest page is in it, and nothing else', () => {
    expect([...new Set(guestWalk.map(({ of }) => of))].sort()).toEqual(guestPages.map(({ name }) => name).sort());
  });

  test('every page of the route table in the browser is in it, and nothing else', async () => {
    const { page } = await stage.visit({ storageState: cast.signedIn.user });
    await page.goto('/portal/dev/frame');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const routed = await page.evaluate(() => {
      const { routesByPath } = (globalThis as unknown as { __TSR_ROUTER__: { routesByPath: object } }).__TSR_ROUTER__;
      return Object.keys(routesByPath);
    });
    const walked = new Set(portalWalk.map(({ of }) => of));
    expect(routed.sort()).toEqual([...walked].sort());
  });
});
