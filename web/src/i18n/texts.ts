/**
 * Texts of the portal. Chosen: one static file per language and area, `/assets/texts/<hash>/<lang>/<area>.json`, already
 * merged with the English fallback at build. A page loads its language only, and of it only the areas its routes name;
 * the hash covers all catalogs, so the files never change and browsers keep them for good. (One file per language would
 * make everyone load the administrators' words; texts inside the route chunks would multiply every chunk by 24.)
 */
import type { Area, Translate } from './keys.ts';
import { pageLanguage } from './language.ts';
import { createFinder, createTranslate, type Texts } from './translate.ts';

/** The build writes the hash of the catalogs here. */
declare const __TEXTS_HASH__: string;

/** Areas every page of the portal needs before its first render. */
export const bootAreas: readonly Area[] = ['common', 'errors', 'ui'];

const loading = new Map<Area, Promise<void>>();

/** The texts of one language, to which areas are added as pages need them. */
export type TextStore = {
  language: string;
  find: ReturnType<typeof createFinder>;
  /** A new function whenever an area was added, so that what shows texts is drawn again. */
  translate: () => Translate;
  add: (area: string, texts: Record<string, string>) => void;
  subscribe: (react: () => void) => () => void;
};

export function createTextStore(language: string, texts: Texts = {}): TextStore {
  const listeners = new Set<() => void>();
  let translate = createTranslate(language, texts);
  return {
    language,
    find: createFinder(language, texts),
    translate: () => translate,
    add: (area, catalog) => {
      texts[area] = catalog;
      translate = createTranslate(language, texts);
      for (const react of listeners) react();
    },
    subscribe: (react) => {
      listeners.add(react);
      return () => listeners.delete(react);
    },
  };
}

/** The portal's texts; a page has one language for its whole life. */
export const portalTexts: TextStore = createTextStore(typeof document === 'undefined' ? 'en' : pageLanguage());

async function fetchArea(area: Area): Promise<void> {
  const answer = await fetch(`/assets/texts/${__TEXTS_HASH__}/${portalTexts.language}/${area}.json`);
  if (!answer.ok) throw new Error(`texts of ${area}: HTTP ${answer.status}`);
  portalTexts.add(area, await answer.json());
}

/** Loads the texts of areas once. For route loaders: `loader: () => loadAreas('account')`. Rejects when one cannot be had. */
export async function loadAreas(...areas: readonly Area[]): Promise<void> {
  await Promise.all(
    areas.map((area) => {
      const known = loading.get(area);
      if (known) return known;
      const started = fetchArea(area);
      loading.set(area, started);
      // A failure is forgotten, so that "try again" tries again.
      started.catch(() => loading.delete(area));
      return started;
    }),
  );
}
