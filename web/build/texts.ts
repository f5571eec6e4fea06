import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { offeredLanguages, type Language } from '../../contract/src/languages.ts';

type Catalog = Record<string, string>;
/** area -> key -> text */
export type LanguageTexts = Record<string, Catalog>;

const messagesDirectory = fileURLToPath(new URL('../../messages', import.meta.url));
/** Texts only the server says. */
const serverAreas = new Set(['mail', 'operator']);

function readLanguage(language: Language): LanguageTexts {
  const directory = join(messagesDirectory, language);
  const files = readdirSync(directory).filter((file) => file.endsWith('.json') && !serverAreas.has(file.slice(0, -5)));
  const read = (file: string) => JSON.parse(readFileSync(join(directory, file), 'utf8')) as Catalog;
  return Object.fromEntries(files.sort().map((file) => [file.slice(0, -5), read(file)]));
}

export type AllTexts = {
  /** Of all texts: it names their directory, so that they can be cached for good. */
  hash: string;
  /** Texts of an offered language. */
  of: (language: Language) => LanguageTexts;
};

/** Reads `messages/<lang>/<area>.json` of the offered languages. */
export function readTexts(): AllTexts {
  const texts = new Map(offeredLanguages.map((language) => [language, readLanguage(language)]));
  return {
    hash: createHash('sha256')
      .update(JSON.stringify([...texts]))
      .digest('base64url')
      .slice(0, 10),
    of: (language) => texts.get(language) ?? {},
  };
}
