import * as contract from '#contract/operator/browser-log.ts';
import { handleOperator } from '../authorize.ts';
import { searchBrowserLog } from './browser-log.ts';

export const browserLogRoutes = [
  handleOperator(contract.searchBrowserLog, ({ tools, query: { reason: _, ...asked } }, act) =>
    searchBrowserLog(tools, act, asked),
  ),
];
