import * as contract from '#contract/joining/exchange-code.ts';
import { handle } from '../../platform/http/serve.ts';
import { exchangeCode } from './exchange-code.ts';

export const exchangeCodeRoutes = [
  handle(contract.exchangeTemporaryCode, ({ tools, body, client, now }) =>
    exchangeCode(tools, body.exchangeCode, client, now),
  ),
];
