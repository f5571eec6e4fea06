import * as contract from '#contract/joining/self-registration.ts';
import { handle } from '../../platform/http/serve.ts';
import { openRegistration, readRegisterInfo, registerUser, requestRegistration } from './self-registration.ts';

export const selfRegistrationRoutes = [
  handle(contract.getUserRegisterInfo, ({ tools, query, client, now }) =>
    readRegisterInfo(tools, query.code, client, now),
  ),
  handle(contract.requestRegisterUser, async ({ tools, body, client, now }) => {
    await requestRegistration(tools, body, client, now);
    return undefined;
  }),
  handle(contract.openRegisterUser, ({ tools, body, client, now }) =>
    openRegistration(tools, body.exchangeCode, client, now),
  ),
  handle(contract.registerUser, ({ tools, body, client, now }) =>
    registerUser(tools, body.temporaryCode, body.userInfo, client, now),
  ),
];
