import type { PageConfig } from '#contract/site/page-config.ts';
import { linksOf } from '#contract/site/links.ts';
import type { Language } from '#contract/languages.ts';
import type { Tools } from '../../platform/tools.ts';
import { readLinks } from '../links/links.ts';

/** Facts about this deployment that every page needs, with the links for a language. */
export async function pageConfig(tools: Tools, language: Language, now: Date): Promise<PageConfig> {
  const { config } = tools;
  return {
    productName: config.PRODUCT_NAME,
    region: config.REGION,
    environment: config.ENVIRONMENT,
    language,
    links: linksOf(readLinks(config), config.REGION, language),
    activatedFeatureToggles: await tools.activeToggles(null),
    customScript: await tools.customScript(),
    copyright: `© ${now.getUTCFullYear()} ${config.PRODUCT_NAME}`,
    development: !config.production,
  };
}
