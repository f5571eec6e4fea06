import * as contract from '#contract/site/links.ts';
import { handle } from '../../platform/http/serve.ts';
import { withEtag } from '../etag.ts';
import { linksByLanguage, readLinks } from './links.ts';

export const linksRoutes = [
  withEtag(
    handle(contract.getRegionLinks, async ({ tools, params }) => ({
      region: params.region,
      links: linksByLanguage(readLinks(tools.config), params.region),
    })),
  ),
];
