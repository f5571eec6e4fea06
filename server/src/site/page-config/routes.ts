import * as contract from '#contract/site/page-config.ts';
import { handle } from '../../platform/http/serve.ts';
import { readerLanguage } from '../pages/language.ts';
import { pageConfig } from './page-config.ts';

export const pageConfigRoutes = [
  handle(contract.getPageConfig, ({ tools, query, request, now }) =>
    pageConfig(tools, query.language ?? readerLanguage(request), now),
  ),
];
