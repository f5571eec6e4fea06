import { z } from 'zod';
import { type Language, languages } from '../languages.ts';
import { type Region, regions } from '../region.ts';
import { route } from '../route.ts';

const address = z.url({ protocol: /^https?$/ }).max(2048);

/** Pages of the provider that Portico links to; missing ones are left out. */
export const siteLinks = z.strictObject({
  /** Privacy policies (spec section 2): which of the two a page shows is decided by `privacyPolicyLink`. */
  privacyPolicyGroup: address.optional(),
  privacyPolicyJapan: address.optional(),
  /** Help for users, for administrators, and on setting an authenticator app up. */
  help: address.optional(),
  adminHelp: address.optional(),
  authenticatorHelp: address.optional(),
  notification: address.optional(),
  /** The provider's general site; error pages link to it with `link-general-site=show`. */
  generalSite: address.optional(),
  /** Terms of use; users are asked to accept the version in `termsVersions`. */
  terms: address.optional(),
});
export type SiteLinks = z.output<typeof siteLinks>;

const byLanguage = z.partialRecord(z.enum(languages), siteLinks);

/**
 * The provider's name of a version of its terms: `2026-11`, `v3`. A new one asks all users again; a corrected text
 * alone does not.
 */
export const termsVersion = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

/** Content of LINKS_FILE: links by language, and by region and language. */
export const linksFile = z.strictObject({
  everywhere: byLanguage.default({}),
  regions: z.partialRecord(z.enum(regions), byLanguage).default({}),
  /** Version in force: the region's, otherwise the general one. Without a version nobody is asked. */
  termsVersions: z
    .strictObject({
      everywhere: termsVersion.optional(),
      regions: z.partialRecord(z.enum(regions), termsVersion).default({}),
    })
    .prefault({}),
});
export type LinksFile = z.output<typeof linksFile>;

/** Links of a region in a language: the most specific entry wins, English replaces missing languages. */
export function linksOf(
  { everywhere, regions: regional }: Pick<LinksFile, 'everywhere' | 'regions'>,
  region: Region,
  language: Language,
): SiteLinks {
  return { ...everywhere.en, ...regional[region]?.en, ...everywhere[language], ...regional[region]?.[language] };
}

/** Terms in force in a region, with the address for a language; null if the provider has none. */
export function termsOf(file: LinksFile, region: Region, language: Language): { version: string; url: string } | null {
  const version = file.termsVersions.regions[region] ?? file.termsVersions.everywhere;
  const url = linksOf(file, region, language).terms;
  return version && url ? { version, url } : null;
}

export const getRegionLinks = route({
  method: 'GET',
  path: '/api/site/regions/{region}/links.json',
  access: 'public',
  operation: 'read',
  summary: 'List the links of a region, by language',
  params: z.strictObject({ region: z.enum(regions) }),
  response: z.strictObject({ region: z.enum(regions), links: byLanguage }),
  errors: ['not_found'],
  transaction: 'own',
  cache: 'public, max-age=300',
});
