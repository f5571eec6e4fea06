import type { Language } from '#contract/languages.ts';
import { loadCatalog, readAreas } from '#messages/catalog.ts';

/** Areas that only the server and the command line use. */
const serverAreas = new Set(['mail', 'operator']);

export type AreaCatalog = Record<string, Record<string, string>>;

const known = new Map<Language, AreaCatalog>();

/** Texts that pages show in a language, by area and key; missing ones are English. */
export function localeCatalog(language: Language): AreaCatalog {
  const found = known.get(language);
  if (found) return found;
  const { texts } = loadCatalog(language);
  const areas = Object.keys(readAreas('en')).filter((area) => !serverAreas.has(area));
  const catalog: AreaCatalog = Object.fromEntries(areas.map((area) => [area, {}]));
  for (const [address, text] of Object.entries(texts)) {
    const dot = address.indexOf('.');
    const area = catalog[address.slice(0, dot)];
    if (area) area[address.slice(dot + 1)] = text;
  }
  known.set(language, catalog);
  return catalog;
}
