import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Language } from '#contract/languages.ts';
import { isTestEnvironment } from '#contract/region.ts';
import { linksOf } from '#contract/site/links.ts';
import type { GuestLook } from '#contract/site/theme.ts';
import { loadCatalog } from '#messages/catalog.ts';
import type { Config } from '../../platform/config.ts';
import { escapeHtml } from './escape-html.ts';
import { appLine } from './pending-app.ts';
import { logoOf, tokensOf } from './guest-look.ts';
import { readLinks } from '../links/links.ts';

/** Output directory of web/build.ts. */
export const distDirectory = fileURLToPath(new URL('../../../../web/dist/', import.meta.url));

interface Manifest {
  guestPages: string[];
}

/** Names of the guest pages; null if the web has not been built. */
export function readManifest(): Manifest | null {
  const file = `${distDirectory}manifest.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** Data for a guest page (`PageData` of the web's guest kit). */
function pageData(config: Config, language: Language) {
  const links = linksOf(readLinks(config), config.REGION, language);
  const group = links.privacyPolicyGroup ?? links.privacyPolicyJapan;
  const japan = links.privacyPolicyJapan ?? links.privacyPolicyGroup;
  return {
    region: config.REGION,
    environment: isTestEnvironment(config.ENVIRONMENT) ? config.ENVIRONMENT : undefined,
    privacyPolicy: group && japan ? { group, japan } : undefined,
    generalSiteUrl: links.generalSite,
  };
}

/** Parts of a page that differ by answer. */
interface Own {
  nonce: string;
  look: GuestLook | undefined;
  /** Name of the app that the user signs in to. */
  app?: string | null;
}
type Part = string | ((own: Own) => string);

/** What the portal's page says where nothing else of it came: a link to its own address tries again. */
function unreached(language: Language): string {
  const { texts } = loadCatalog(language);
  const word = (key: string) => escapeHtml(texts[key] ?? '');
  return `<h1>${word('ui.pageFailed')}</h1><p>${word('ui.pageFailedAdvice')}</p><p><a href="">${word('common.tryAgain')}</a></p>`;
}

const OPEN = /(__NONCE__|__THEME_COLOR__|__TENANT_TOKENS__|"__PAGE_DATA__"|__APP__|__LOGO__.*?__END_LOGO__)/s;
const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Fills in once what is equal in every answer; the rest stays as parts to be filled per answer. */
function fill(template: string, config: Config, language: Language): Part[] {
  const values: Record<string, string> = {
    PRODUCT: escapeHtml(config.PRODUCT_NAME),
    LANGUAGE: language,
    MODE: config.production ? 'production' : 'development',
    UNREACHED: unreached(language),
  };
  const data = pageData(config, language);
  const plain = json(data);
  const filled = template.replace(
    /__(PRODUCT|LANGUAGE|MODE|UNREACHED)__/g,
    (whole, name: string) => values[name] ?? whole,
  );
  return filled.split(OPEN).map((part): Part => {
    if (part === '__NONCE__') return ({ nonce }) => nonce;
    if (part === '__THEME_COLOR__') return ({ look }) => look?.themeColor ?? '';
    if (part === '__TENANT_TOKENS__') return ({ look }) => (look ? tokensOf(look) : '');
    if (part === '__APP__') return ({ app = null }) => appLine(app, language);
    if (part === '"__PAGE_DATA__"')
      return ({ look, app }) => (look || app ? json({ ...data, look, app: app ?? undefined }) : plain);
    if (!part.startsWith('__LOGO__')) return part;
    const own = part.slice('__LOGO__'.length, -'__END_LOGO__'.length);
    return ({ look }) => (look ? logoOf(look, own) : own);
  });
}

export type Page = (own: Own) => string;

/** Returns the pages of the built web by file name and language, each read and filled once. */
export function createTemplates(config: Config): (file: string, language: Language) => Promise<Page> {
  const kept = new Map<string, Promise<Part[]>>();
  return async (file, language) => {
    const key = `${language}/${file}`;
    const parts = kept.get(key) ?? readFile(distDirectory + file, 'utf8').then((html) => fill(html, config, language));
    kept.set(key, parts);
    parts.catch(() => kept.delete(key));
    const found = await parts;
    return (own) => found.map((part) => (typeof part === 'string' ? part : part(own))).join('');
  };
}
