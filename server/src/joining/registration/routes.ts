import * as contract from '#contract/joining/registration.ts';
import { handle } from '../../platform/http/serve.ts';
import { readRegistration, registerLoginInfo } from './registration.ts';

export const registrationRoutes = [
  handle(contract.getRegistration, ({ tools, body, client, now }) =>
    readRegistration(tools, body.temporaryCode, client, now),
  ),
  handle(contract.registerLoginInfo, async ({ tools, body, client, now }) => {
    await registerLoginInfo(tools, body, client, now);
    return undefined;
  }),
];
