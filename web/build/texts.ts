import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fallbackLanguage, languages, type Language } from '../../contract/src/languages.ts';

type Catalog = Record<string, string>;
/** area -> key -> text */
export type LanguageTexts = Record<string, Catalog>;

const messagesDirectory = fileURLToPath(new URL('../../messages', import.meta.url));
/** Texts only the server says. */
const serverAreas = new Set(['mail', 'operator']);

function readLanguage(language: Language): LanguageTexts {
  const directory = join(messagesDirectory, language);
  if (!existsSync(directory)) return {};
  const files = readdirSync(directory).filter((file) => file.endsWith('.json') && !serverAreas.has(file.slice(0, -5)));
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8')) as Catalog;
  return Object.fromEntries(files.sort().map((file) => [file.slice(0, -5), read(file)]));
}

/** A catalog over its fallback. A plural of one language has no business among the forms of another. */
function merge(fallback: Catalog, own: Catalog): Catalog {
  const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
  const stems = new Set(Object.keys(own).map(stem));
  const missing = Object.entries(fallback).filter(([key]) => !(key in own) && !stems.has(stem(key)));
  return { ...Object.fromEntries(missing), ...own };
}

export type AllTexts = {
  /** Of all texts: it names their directory, so that they can be cached for good. */
  hash: string;
  /** Complete texts of each of the 24 languages. */
  of: (language: Language) => LanguageTexts;
  /** The languages that have words of their own; the others show those of the fallback. */
  written: ReadonlySet<Language>;
};

/** Reads `messages/<lang>/<area>.json`, each language laid over the English fallback. */
export function readTexts(): AllTexts {
  const own = new Map(languages.map((language) => [language, readLanguage(language)]));
  const fallback = own.get(fallbackLanguage) ?? {};
  const merged = new Map(
    languages.map((language) => {
      const areas = Object.entries(fallback).map(([area, catalog]) => [
        area,
        merge(catalog, own.get(language)?.[area] ?? {}),
      ]);
      return [language, Object.fromEntries(areas) as LanguageTexts];
    }),
  );
  return {
    hash: createHash('sha256')
      .update(JSON.stringify([...merged]))
      .digest('base64url')
      .slice(0, 10),
    of: (language) => merged.get(language) ?? fallback,
    written: new Set(languages.filter((language) => Object.keys(own.get(language) ?? {}).length > 0)),
  };
}
