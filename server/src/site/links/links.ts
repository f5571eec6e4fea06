import { readFileSync } from 'node:fs';
import { type LinksFile, linksFile, linksOf, type SiteLinks } from '#contract/site/links.ts';
import { type Language, languages } from '#contract/languages.ts';
import type { Region } from '#contract/region.ts';
import type { Config } from '../../platform/config.ts';

const none = linksFile.parse({});
const read = new Map<string, LinksFile>();

/** The provider's links from LINKS_FILE, read once. Throws an Error that names a mistake in it. */
export function readLinks({ LINKS_FILE: path }: Pick<Config, 'LINKS_FILE'>): LinksFile {
  if (!path) return none;
  const known = read.get(path);
  if (known) return known;
  const parsed = linksFile.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`LINKS_FILE ${path} is wrong:\n${lines.join('\n')}`);
  }
  read.set(path, parsed.data);
  return parsed.data;
}

/** Links of a region in every language that has any. */
export function linksByLanguage(links: LinksFile, region: Region): Partial<Record<Language, SiteLinks>> {
  const written = (language: Language) => links.everywhere[language] ?? links.regions[region]?.[language];
  return Object.fromEntries(
    languages
      .filter((language) => language === 'en' || written(language))
      .map((language) => [language, linksOf(links, region, language)]),
  );
}
