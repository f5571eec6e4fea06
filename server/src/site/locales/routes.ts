import * as contract from '#contract/site/locales.ts';
import { handle } from '../../platform/http/serve.ts';
import { withEtag } from '../etag.ts';
import { localeCatalog } from './locales.ts';

export const localeRoutes = [withEtag(handle(contract.getLocale, async ({ params }) => localeCatalog(params.lang)))];
