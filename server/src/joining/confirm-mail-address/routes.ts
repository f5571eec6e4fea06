import { confirmLoginMailAddress } from '#contract/joining/confirm-mail-address.ts';
import { handle } from '../../platform/http/serve.ts';
import { confirmMailAddress } from './confirm-mail-address.ts';

export const confirmMailAddressRoutes = [
  handle(confirmLoginMailAddress, ({ tools, body, client, now }) =>
    confirmMailAddress(tools, body.exchangeCode, client, now),
  ),
];
