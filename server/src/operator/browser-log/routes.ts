import * as contract from '#contract/operator/browser-log.ts';
import { handle } from '../../platform/http/serve.ts';
import { searchBrowserLog } from './browser-log.ts';

export const browserLogRoutes = [
  handle(contract.searchBrowserLog, ({ tools, query: { reason: _, ...asked }, ...act }) =>
    searchBrowserLog(tools, act, asked),
  ),
];
