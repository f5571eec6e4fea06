import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Language } from '#contract/languages.ts';
import { linksOf } from '#contract/site/links.ts';
import type { Config } from '../../config.ts';
import { readLinks } from '../links/links.ts';

/** What web/build.ts writes and this process serves. */
export const distDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

interface Manifest {
  guestPages: string[];
}

/** The names of the guest pages there are; null where the web has not been built. */
export function readManifest(): Manifest | null {
  const file = `${distDirectory}manifest.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** What a guest page is told (`PageData` of the web's guest kit). */
function pageData(config: Config, language: Language) {
  const links = linksOf(readLinks(config), config.REGION, language);
  const group = links.privacyPolicyGroup ?? links.privacyPolicyJapan;
  const japan = links.privacyPolicyJapan ?? links.privacyPolicyGroup;
  return {
    region: config.REGION,
    privacyPolicy: group && japan ? { group, japan } : undefined,
    generalSiteUrl: links.generalSite,
  };
}

/** Everything that is the same in every answer is put in once; the parts are what lies between the nonces. */
function fill(template: string, config: Config, language: Language): string[] {
  const values: Record<string, string> = {
    PRODUCT: escapeHtml(config.PRODUCT_NAME),
    LANGUAGE: language,
    MODE: config.production ? 'production' : 'development',
    // Guest pages are answered before a tenant is known: they wear the product's colour until the page asks for a theme.
    TENANT_TOKENS: '',
  };
  const data = JSON.stringify(pageData(config, language)).replaceAll('<', '\\u003c');
  return template
    .replaceAll('"__PAGE_DATA__"', () => data)
    .replace(/__([A-Z_]+?)__/g, (whole, name: string) => values[name] ?? whole)
    .split('__NONCE__');
}

export type Page = (nonce: string) => string;

/** Gives the pages of the built web by file name and language, each read and filled once. */
export function createTemplates(config: Config): (file: string, language: Language) => Promise<Page> {
  const kept = new Map<string, Promise<string[]>>();
  return async (file, language) => {
    const key = `${language}/${file}`;
    const parts = kept.get(key) ?? readFile(distDirectory + file, 'utf8').then((html) => fill(html, config, language));
    kept.set(key, parts);
    parts.catch(() => kept.delete(key));
    const found = await parts;
    return (nonce) => found.join(nonce);
  };
}
