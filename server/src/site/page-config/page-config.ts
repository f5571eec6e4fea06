import type { PageConfig } from '#contract/site/page-config.ts';
import { linksOf } from '#contract/site/links.ts';
import type { Language } from '#contract/languages.ts';
import type { Tools } from '../../tools.ts';
import { readLinks } from '../links/links.ts';
import { customScript } from '../custom-script/custom-script.ts';
import { activeToggles } from '../toggles/toggles.ts';

/** What every page has to know about this deployment, with the links for a language. */
export async function pageConfig({ config, db }: Tools, language: Language, now: Date): Promise<PageConfig> {
  return {
    productName: config.PRODUCT_NAME,
    region: config.REGION,
    environment: config.ENVIRONMENT,
    language,
    links: linksOf(readLinks(config), config.REGION, language),
    activatedFeatureToggles: await activeToggles(db, null),
    customScript: await customScript(db),
    copyright: `© ${now.getUTCFullYear()} ${config.PRODUCT_NAME}`,
    development: !config.production,
  };
}
